import { z } from 'zod'
import type { IdentityHints } from '../../inspection/inspection.ts'
import type { ReadIdentity } from '../../reports/patient-match/identity-candidates.ts'

/** Known patient details of an item, stored until the item is closed. */
export const identityRow = z.object({
  hints: z.object({
    names: z.array(z.string()),
    birthDates: z.array(z.object({ written: z.string(), dates: z.array(z.string()) })),
    emrIds: z.array(z.string()),
    patientIds: z.array(z.number()),
    phones: z.array(z.string()).optional(),
  }),
  codes: z.array(z.string()),
  /** The message names the patient, so unreadable pages do not matter. */
  isStated: z.boolean(),
})

export interface ItemIdentity extends ReadIdentity {
  codes: string[]
  isStated: boolean
}

export const UNKNOWN: ItemIdentity = {
  hints: { names: [], birthDates: [], emrIds: [], patientIds: [], phones: [] },
  codes: [],
  isStated: false,
}

export const MAX_OF_EACH = 20

const distinct = <Value>(values: Value[]): Value[] =>
  [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].slice(0, MAX_OF_EACH)

/** Keeps all different values. A user resolves differences. */
export const mergeHints = (readings: readonly (IdentityHints | null | undefined)[]): IdentityHints => {
  const known = readings.filter((one) => one !== null && one !== undefined)
  return {
    names: distinct(known.flatMap(({ names }) => names)),
    birthDates: distinct(known.flatMap(({ birthDates }) => birthDates)),
    emrIds: distinct(known.flatMap(({ emrIds }) => emrIds)),
    patientIds: distinct(known.flatMap(({ patientIds }) => patientIds)),
    phones: distinct(known.flatMap(({ phones }) => phones ?? [])),
  }
}

const OWN_ID = /^ZL-(\d{1,12})$/i

/** Adds barcodes: a ZL id identifies a patient, other texts may be any number. */
export const withCodes = (
  { hints, codes, isStated }: ItemIdentity,
  read: readonly string[],
): ItemIdentity => {
  const ids = read.flatMap((code) => OWN_ID.exec(code.trim())?.[1] ?? []).map(Number)
  const others = read.map((code) => code.trim()).filter((code) => code !== '' && !OWN_ID.test(code))
  return {
    hints: { ...hints, patientIds: distinct([...hints.patientIds, ...ids]) },
    codes: distinct([...codes, ...others]),
    isStated,
  }
}
