import { readFileSync } from 'node:fs'

/** A small input of a program or person that was handled wrongly once (`testing/cases`). */
export const caseOf = (name: string): Buffer => readFileSync(new URL(`cases/${name}`, import.meta.url))
