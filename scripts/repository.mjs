import { fileURLToPath } from 'node:url'

/** The root folder of the repository: scripts work from any current folder. */
export const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))
