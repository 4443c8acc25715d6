import type { Patient, Report, Visit } from './world.ts'

/** A record, as a trail names it. */
export type Named = readonly ['patient' | 'visit' | 'report' | 'unreleased' | 'lab' | 'item' | 'user', number]

export const ofPatient = ({ id }: Patient): Named => ['patient', id]

export const ofVisit = ({ id, patient }: Visit): Named[] => [['visit', id], ofPatient(patient)]

export const ofReport = ({ id, patient, visit }: Pick<Report, 'id' | 'patient' | 'visit'>): Named[] => [
  ['report', id],
  ofPatient(patient),
  ...(visit ? [['visit', visit.id] as const] : []),
]

/** Actions on each record, in their order. */
export const createTrails = () => {
  const lines = new Map<string, { number: number; text: string }[]>()
  let number = 0
  const keyOf = ([kind, id]: Named) => `${kind} ${id}`
  return {
    add(text: string, ...records: Named[]) {
      number += 1
      for (const record of records)
        lines.set(keyOf(record), [...(lines.get(keyOf(record)) ?? []), { number, text }])
    },
    of(...records: Named[]): string[] {
      const found = new Map(
        records.flatMap((record) => lines.get(keyOf(record)) ?? []).map((line) => [line.number, line.text]),
      )
      return [...found].toSorted(([one], [other]) => one - other).map(([, text]) => text)
    },
  }
}
