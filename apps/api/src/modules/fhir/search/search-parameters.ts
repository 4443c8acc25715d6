import { invalidField } from '../../../core/app-error.ts'
import { IDENTIFIER_NAMES, identifierSystem, type IdentifierName } from '../../../core/fhir/fhir-resources.ts'
import { parseDateBound, type DateBound } from './search-dates.ts'

export const SEARCHED_TYPES = ['DiagnosticReport', 'DocumentReference', 'Patient'] as const
export type SearchedType = (typeof SEARCHED_TYPES)[number]

const OF_ALL = ['_id', 'identifier', '_lastUpdated', '_count']
const OF_REPORTS = [...OF_ALL, 'patient', 'subject', 'date', 'status']
export const SEARCH_PARAMETERS: Readonly<Record<SearchedType, readonly string[]>> = {
  DiagnosticReport: [...OF_REPORTS, 'issued', '_include'],
  DocumentReference: OF_REPORTS,
  Patient: OF_ALL,
}
export const INCLUDES = ['DiagnosticReport:patient', 'DiagnosticReport:performer'] as const
type Include = (typeof INCLUDES)[number]

export const SEARCH_COUNT = { default: 50, max: 100 } as const
const VALUES_MAX = 20
/** Together, so that the address of the next page stays short. */
const TEXT_MAX = 2_000

export interface Token {
  /** Undefined for any of ours. */
  system: IdentifierName | undefined
  value: string
}

/** Lists are combined with and, their values with or. An id of another resource matches nothing. */
export interface Search {
  type: SearchedType
  count: number
  ids: string[][]
  identifiers: Token[][]
  patients: string[][]
  statuses: string[][]
  lastUpdated: DateBound[]
  date: DateBound[]
  issued: DateBound[]
  includes: Set<Include>
}

export type NamedValue = [name: string, value: string]

const malformed = (name: string, why: string) => invalidField(name, `${name}: ${why}`)

/** Splits at commas that are not escaped. */
const valuesOf = (name: string, text: string): string[] => {
  const values = (text.match(/(?:\\.|[^,\\])+/gs) ?? []).map((value) => value.trim())
  if (values.length === 0 || values.includes('') || /^,|,,|,$/.test(text) || /(?<!\\)(\\\\)*\\$/.test(text))
    throw malformed(name, 'a value is empty')
  return values
}
const unescaped = (text: string) => text.replace(/\\(.)/gs, '$1')

const ID = /^[A-Za-z0-9\-.]{1,64}$/

const idsOf = (name: string, text: string) => {
  const values = valuesOf(name, text)
  if (!values.every((value) => ID.test(value))) throw malformed(name, 'not an id')
  return values
}

const tokensOf = (name: string, text: string, publicUrl: string): Token[] =>
  valuesOf(name, text).flatMap((typed): Token[] => {
    const bar = /^((?:\\.|[^|\\])*)\|(.*)$/s.exec(typed)
    const value = unescaped(bar?.[2] ?? typed)
    const system = bar && unescaped(bar[1] ?? '')
    if (value === '') throw malformed(name, 'system|value is expected')
    if (!system) return system === '' ? [] : [{ system: undefined, value }]
    const known = IDENTIFIER_NAMES.find((one) => identifierSystem(publicUrl, one) === system)
    return known ? [{ system: known, value }] : []
  })

const patientsOf = (name: string, text: string, base: string) =>
  valuesOf(name, text).map((typed) => {
    const value = typed.startsWith(`${base}/`) ? typed.slice(base.length + 1) : typed
    const [, type, id] = /^(?:([A-Za-z]+)\/)?([A-Za-z0-9\-.]{1,64})$/.exec(value) ?? []
    if (id === undefined) throw malformed(name, 'an id or reference of a Patient is expected')
    return type === undefined || type === 'Patient' ? id : ''
  })

const boundOf = (name: string, text: string): DateBound => {
  const bound = parseDateBound(text)
  if (!bound) throw malformed(name, 'a date with eq, gt, ge, lt or le is expected')
  return bound
}

const countOf = (text: string) => {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > SEARCH_COUNT.max) throw malformed('_count', `1 to ${SEARCH_COUNT.max} is expected`)
  return count
}

const includesOf = (text: string): Include[] =>
  valuesOf('_include', text).map((value) => {
    const known = INCLUDES.find((include) => include === value)
    if (!known) throw malformed('_include', `${INCLUDES.join(' or ')} is expected`)
    return known
  })

/** None is supported. One that is ignored would find other records than the client asks for. */
export const hasModifierOrChain = (name: string): boolean => /[:.]/.test(name)

/** @throws for an unknown or malformed parameter */
export const parseSearch = (type: SearchedType, given: readonly NamedValue[], publicUrl: string): Search => {
  const search: Search = {
    type,
    count: SEARCH_COUNT.default,
    ids: [],
    identifiers: [],
    patients: [],
    statuses: [],
    lastUpdated: [],
    date: [],
    issued: [],
    includes: new Set(),
  }
  const base = `${publicUrl}/fhir/R4`
  const read: Record<string, (text: string, name: string) => unknown> = {
    _id: (text, name) => search.ids.push(idsOf(name, text)),
    identifier: (text, name) => search.identifiers.push(tokensOf(name, text, publicUrl)),
    patient: (text, name) => search.patients.push(patientsOf(name, text, base)),
    subject: (text, name) => search.patients.push(patientsOf(name, text, base)),
    status: (text, name) =>
      search.statuses.push(valuesOf(name, text).map((value) => value.split('|').at(-1) ?? '')),
    _lastUpdated: (text, name) => search.lastUpdated.push(boundOf(name, text)),
    date: (text, name) => search.date.push(boundOf(name, text)),
    issued: (text, name) => search.issued.push(boundOf(name, text)),
    _count: (text) => (search.count = countOf(text)),
    _include: (text) => includesOf(text).forEach((include) => search.includes.add(include)),
  }
  if (given.filter(([name]) => name === '_count').length > 1) throw malformed('_count', 'repeated')
  const length = given.reduce((total, [, value]) => total + value.length, 0)
  const values = given.reduce((total, [, value]) => total + value.split(',').length, 0)
  if (values > VALUES_MAX || length > TEXT_MAX)
    throw invalidField('', `At most ${VALUES_MAX} values and ${TEXT_MAX} characters are allowed`)
  for (const [name, value] of given) {
    if (value.includes('\0')) throw malformed(name, 'a character is not allowed')
    if (hasModifierOrChain(name)) throw malformed(name, 'modifiers and chains are not supported')
    if (!SEARCH_PARAMETERS[type].includes(name)) throw malformed(name, 'unknown parameter')
    read[name]?.(value, name)
  }
  return search
}

/** Repeated parameters of queries and forms. */
export const namedValues = (...sources: unknown[]): NamedValue[] =>
  sources.flatMap((source) =>
    Object.entries((source ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): NamedValue => [name, String(one)]),
    ),
  )
