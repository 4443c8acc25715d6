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
  type ResultRules,
} from './result-parameters.ts'

const VALUES_MAX = 20
/** Together, so that the address of the next page stays short. */
const TEXT_MAX = 2_000

export interface IdentifierToken {
  /** Undefined for any of ours. */
  system: IdentifierName | undefined
  value: string
}

export type NamedValue = [name: string, value: string]

const identifiersOf = (name: string, text: string, publicUrl: string): IdentifierToken[] =>
  tokensOf(name, text).flatMap(({ system, value }): IdentifierToken[] => {
    if (system === undefined) return [{ system, value }]
    const known = IDENTIFIER_NAMES.find((one) => identifierSystem(publicUrl, one) === system)
    return known ? [{ system: known, value }] : []
  })

export interface SearchParameter<List extends string = string, Value = unknown> {
  type: 'token' | 'reference' | 'date' | 'string'
  /** The criteria that the value is added to. */
  list: List
  parse(name: string, text: string, publicUrl: string): Value
}
type SearchParameters = Readonly<Record<string, SearchParameter>>

/** Lists are combined with and, their values with or. An id of another resource matches nothing. */
export type CriteriaOf<Parameters extends SearchParameters> = {
  [Name in keyof Parameters as Parameters[Name]['list']]: ReturnType<Parameters[Name]['parse']>[]
}

const parameter = <List extends string, Value>(
  type: SearchParameter['type'],
  list: List,
  parse: SearchParameter<List, Value>['parse'],
): SearchParameter<List, Value> => ({ type, list, parse })

const patient = parameter('reference', 'patients', (name, text, publicUrl) =>
  patientsOf(name, text, `${publicUrl}/fhir/R4`),
)

/** A parameter has one meaning in all types, which choose theirs. */
export const PARAMETERS = {
  _id: parameter('token', 'ids', idsOf),
  _lastUpdated: parameter('date', 'lastUpdated', boundOf),
  identifier: parameter('token', 'identifiers', identifiersOf),
  patient,
  subject: patient,
  date: parameter('date', 'date', boundOf),
  issued: parameter('date', 'issued', boundOf),
  status: parameter('token', 'statuses', (name, text) =>
    valuesOf(name, text).map((value) => value.split('|').at(-1) ?? ''),
  ),
  category: parameter('token', 'categories', (name, text) => codesOf(name, text, LABORATORY.system)),
  code: parameter('token', 'codes', (name, text) => codesOf(name, text, LOINC)),
  name: parameter('string', 'names', textsOf),
  birthdate: parameter('date', 'births', dayBoundOf),
}

export interface SearchRules<Parameters extends SearchParameters = SearchParameters> extends ResultRules {
  parameters: Parameters
}

export interface Search extends ResultParameters {
  criteria: Readonly<Record<string, unknown[]>>
}

export const isKnownParameter = ({ parameters }: SearchRules, name: string): boolean =>
  isResultParameter(name) || Object.hasOwn(parameters, name)

/** Modifiers and chains are refused: without them, the search would find other records than the client asks for. */
export const hasModifierOrChain = (name: string): boolean => /[:.]/.test(name)

const expectFew = (given: readonly NamedValue[]) => {
  const length = given.reduce((total, [, value]) => total + value.length, 0)
  const values = given.reduce((total, [, value]) => total + value.split(',').length, 0)
  if (values > VALUES_MAX || length > TEXT_MAX)
    throw invalidField('', `At most ${VALUES_MAX} values and ${TEXT_MAX} characters are allowed`)
}

/** @throws for an unknown or malformed parameter */
export const parseSearch = (rules: SearchRules, given: readonly NamedValue[], publicUrl: string): Search => {
  expectFew(given)
  for (const [name, value] of given) {
    if (value.includes('\0')) throw malformed(name, 'a character is not allowed')
    if (hasModifierOrChain(name)) throw malformed(name, 'modifiers and chains are not supported')
    if (!isKnownParameter(rules, name)) throw malformed(name, 'unknown parameter')
  }
  const results = readResultParameters(rules, given)
  const criteria: Record<string, unknown[]> = {}
  for (const { list } of Object.values(rules.parameters)) criteria[list] = []
  for (const [name, value] of given) {
    const known = rules.parameters[name]
    if (known) criteria[known.list]?.push(known.parse(name, value, publicUrl))
  }
  return { ...results, criteria }
}

/** Repeated parameters of queries and forms. */
export const namedValues = (...sources: unknown[]): NamedValue[] =>
  sources.flatMap((source) =>
    Object.entries((source ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): NamedValue => [name, String(one)]),
    ),
  )
