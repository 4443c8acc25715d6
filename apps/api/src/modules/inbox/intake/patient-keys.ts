import { createHash } from 'node:crypto'
import type { IdentityHints } from '../../inspection/inspection.ts'

type Kind = 'id' | 'born' | 'name'

/** Kept longer than the details themselves, so only digests. */
const digest = (kind: Kind, value: string) =>
  `${kind}:${createHash('sha256').update(`${kind} ${value}`).digest('base64url').slice(0, 16)}`

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const nameOf = (name: string) =>
  plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ')

/** Digests of the ids, dates of birth and names of a patient, to tell patients of one order number apart. */
export const patientKeysOf = ({
  emrIds,
  patientIds,
  birthDates,
  names,
}: Pick<IdentityHints, 'emrIds' | 'patientIds' | 'birthDates' | 'names'>): string[] => [
  ...new Set([
    ...emrIds.map((id) => digest('id', plain(id).trim())),
    ...patientIds.map((id) => digest('id', `zl-${id}`)),
    ...birthDates.flatMap(({ dates }) => dates.map((date) => digest('born', date))),
    ...names.map((name) => digest('name', nameOf(name))),
  ]),
]

/** Undefined when one of them says nothing. */
const agree = (kind: Kind, one: readonly string[], other: readonly string[]): boolean | undefined => {
  const [first, second] = [one, other].map((keys) => keys.filter((key) => key.startsWith(`${kind}:`)))
  if (!first?.length || !second?.length) return undefined
  return first.some((key) => second.includes(key))
}

/** Patients differ by their ids, or without comparable ids by the date of birth or the name. */
export const areDifferentPatients = (one: readonly string[], other: readonly string[]): boolean => {
  const hasSameId = agree('id', one, other)
  if (hasSameId === false) return true
  const [isBornThen, hasSameName] = [agree('born', one, other), agree('name', one, other)]
  return hasSameId
    ? isBornThen === false && hasSameName === false
    : isBornThen === false || hasSameName === false
}
