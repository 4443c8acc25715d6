import { isDeepStrictEqual } from 'node:util'
import type { Named } from './trails.ts'

/** A difference between an outlet and the oracle. */
export interface Difference {
  outlet: string
  records: Named[]
  what: string
  expected: unknown
  actual: unknown
  /** The product's notes about it, for the person who looks into it. */
  details?: string[]
}

export interface Finding extends Difference {
  day: number
  /** Time of the last sighting. */
  lastDay: number
  trail: string[]
}

const TRAIL_LINES = 14

const SHOWN_OF_KIND = 3

/** The first ones of each kind, and how many there are. */
export const describeFindings = (seed: number, findings: readonly Finding[]): string[] => {
  const kinds = new Map<string, Finding[]>()
  for (const finding of findings) {
    const kind = `${finding.outlet}: ${finding.what}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding])
  }
  return [...kinds].flatMap(([kind, found]) => {
    const shown = found.slice(0, SHOWN_OF_KIND).map((finding) => describeFinding(seed, finding))
    const more = found.length - shown.length
    return more > 0 ? [...shown, `${more} more of: ${kind}`] : shown
  })
}

/** Written with the actions on the records concerned, so that it can become a minimal test. */
const describeFinding = (seed: number, finding: Finding): string => {
  const { day, lastDay, outlet, records, what, expected, actual, trail, details = [] } = finding
  const named = records.map(([kind, id]) => `${kind} ${id}`).join(', ')
  return [
    `seed ${seed}, day ${lastDay > day ? `${day} to ${lastDay}` : day}: ${outlet}, ${named}: ${what}`,
    `  expected ${JSON.stringify(expected)}`,
    `  actual   ${JSON.stringify(actual)}`,
    ...[...trail.slice(-TRAIL_LINES), ...details].map((line) => `    ${line}`),
  ].join('\n')
}

/** Collects what differs in one outlet. */
export const createComparison = () => {
  const differences: Difference[] = []
  return {
    differences,
    compare(outlet: string, records: Named[], what: string, expected: unknown, actual: unknown): void {
      if (isDeepStrictEqual(expected, actual)) return
      differences.push({ outlet, records, what, expected, actual })
    },
  }
}
export type Comparison = ReturnType<typeof createComparison>

/** The same difference of the same records. */
export const keyOf = ({ outlet, records, what }: Difference): string =>
  `${outlet} ${what} ${String(records[0])}`
