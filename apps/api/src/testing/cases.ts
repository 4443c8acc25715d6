import { readFileSync } from 'node:fs'

/** A file in `testing/cases`, each of which was once handled wrongly. */
export const caseOf = (name: string): Buffer => readFileSync(new URL(`cases/${name}`, import.meta.url))
