import { fileURLToPath } from 'node:url'

/** The root folder of the repository, so that scripts work from any directory. */
export const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))
