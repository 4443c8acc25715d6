import { invalidField } from '../../../core/app-error.ts'
import {
  IDENTIFIER_NAMES,
  identifierSystem,
  LABORATORY,
  LOINC,
  type IdentifierName,
} from '../../../core/fhir/fhir-resources.ts'
import {
  boundOf,
  codesOf,
  dayBoundOf,
  idsOf,
  malformed,
  patientsOf,
  textsOf,
  tokensOf,
  valuesOf,
} from './parameter-values.ts'
import {
  isResultParameter,
  readResultParameters,
  type ResultParameters,
  type SearchedType,
} from './result-parameters.ts'
import type { DateBound } from './search-dates.ts'

const VALUES_MAX = 20
/** Together, so that the address of the next page stays short. */
const TEXT_MAX = 2_000

export interface IdentifierToken {
  /** Undefined for any of ours. */
  system: IdentifierName | undefined
  value: string
}

/** Lists are combined with and, their values with or. An id of another resource matches nothing. */
export interface Search extends ResultParameters {
  type: SearchedType
  ids: string[][]
  identifiers: IdentifierToken[][]
  patients: string[][]
  statuses: string[][]
  codes: string[][]
  names: string[][]
  lastUpdated: DateBound[]
  date: DateBound[]
  issued: DateBound[]
  births: DateBound[]
}

export type NamedValue = [name: string, value: string]

const identifiersOf = (name: string, text: string, publicUrl: string): IdentifierToken[] =>
  tokensOf(name, text).flatMap(({ system, value }): IdentifierToken[] => {
    if (system === undefined) return [{ system, value }]
    const known = IDENTIFIER_NAMES.find((one) => identifierSystem(publicUrl, one) === system)
    return known ? [{ system: known, value }] : []
  })

interface SearchParameter {
  type: 'token' | 'reference' | 'date' | 'string'
  read(search: Search, text: string, name: string, publicUrl: string): void
}

const patientParameter: SearchParameter = {
  type: 'reference',
  read: ({ patients }, text, name, publicUrl) =>
    patients.push(patientsOf(name, text, `${publicUrl}/fhir/R4`)),
}
const codeParameter: SearchParameter = {
  type: 'token',
  read: ({ codes }, text, name) => codes.push(codesOf(name, text, LOINC)),
}

const OF_ALL: Record<string, SearchParameter> = {
  _id: { type: 'token', read: ({ ids }, text, name) => ids.push(idsOf(name, text)) },
  _lastUpdated: {
    type: 'date',
    read: ({ lastUpdated }, text, name) => lastUpdated.push(boundOf(name, text)),
  },
}
const IDENTIFIED: Record<string, SearchParameter> = {
  ...OF_ALL,
  identifier: {
    type: 'token',
    read: ({ identifiers }, text, name, publicUrl) => identifiers.push(identifiersOf(name, text, publicUrl)),
  },
}
const NAMED: Record<string, SearchParameter> = {
  name: { type: 'string', read: ({ names }, text, name) => names.push(textsOf(name, text)) },
}
const OF_REPORTS: Record<string, SearchParameter> = {
  ...IDENTIFIED,
  patient: patientParameter,
  subject: patientParameter,
  date: { type: 'date', read: ({ date }, text, name) => date.push(boundOf(name, text)) },
  status: {
    type: 'token',
    read: ({ statuses }, text, name) =>
      statuses.push(valuesOf(name, text).map((value) => value.split('|').at(-1) ?? '')),
  },
  category: {
    type: 'token',
    read: ({ ids }, text, name) => {
      // Every report has this category, so that another one finds nothing.
      if (!codesOf(name, text, LABORATORY.system).includes(LABORATORY.code)) ids.push([])
    },
  },
}

/** Everything that filters, by type; the CapabilityStatement lists it. */
export const SEARCH_PARAMETERS: Readonly<Record<SearchedType, Readonly<Record<string, SearchParameter>>>> = {
  DiagnosticReport: {
    ...OF_REPORTS,
    code: codeParameter,
    issued: { type: 'date', read: ({ issued }, text, name) => issued.push(boundOf(name, text)) },
  },
  DocumentReference: { ...OF_REPORTS, type: codeParameter },
  Patient: {
    ...IDENTIFIED,
    ...NAMED,
    birthdate: { type: 'date', read: ({ births }, text, name) => births.push(dayBoundOf(name, text)) },
  },
  Organization: { ...OF_ALL, ...NAMED },
}

export const isKnownParameter = (type: SearchedType, name: string): boolean =>
  isResultParameter(name) || Object.hasOwn(SEARCH_PARAMETERS[type], name)

/** Modifiers and chains are refused: without them, the search would find other records than the client asks for. */
export const hasModifierOrChain = (name: string): boolean => /[:.]/.test(name)

const expectFew = (given: readonly NamedValue[]) => {
  const length = given.reduce((total, [, value]) => total + value.length, 0)
  const values = given.reduce((total, [, value]) => total + value.split(',').length, 0)
  if (values > VALUES_MAX || length > TEXT_MAX)
    throw invalidField('', `At most ${VALUES_MAX} values and ${TEXT_MAX} characters are allowed`)
}

/** Only what names a patient or a report has few results. */
const isNamed = ({ ids, identifiers, patients }: Search) =>
  ids.length + identifiers.length + patients.length > 0

/** @throws for an unknown or malformed parameter */
export const parseSearch = (type: SearchedType, given: readonly NamedValue[], publicUrl: string): Search => {
  expectFew(given)
  for (const [name, value] of given) {
    if (value.includes('\0')) throw malformed(name, 'a character is not allowed')
    if (hasModifierOrChain(name)) throw malformed(name, 'modifiers and chains are not supported')
    if (!isKnownParameter(type, name)) throw malformed(name, 'unknown parameter')
  }
  const search: Search = {
    ...readResultParameters(type, given),
    type,
    ...{ ids: [], identifiers: [], patients: [], statuses: [], codes: [], names: [] },
    ...{ lastUpdated: [], date: [], issued: [], births: [] },
  }
  for (const [name, value] of given) SEARCH_PARAMETERS[type][name]?.read(search, value, name, publicUrl)
  if (search.order && search.order.by !== 'changed' && !isNamed(search))
    throw malformed('_sort', 'date and issued need patient, subject, identifier or _id')
  return search
}

/** Repeated parameters of queries and forms. */
export const namedValues = (...sources: unknown[]): NamedValue[] =>
  sources.flatMap((source) =>
    Object.entries((source ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): NamedValue => [name, String(one)]),
    ),
  )
