import { defineEndpoint, type Endpoint } from '../endpoint.ts'
import { typedText } from '../fields/fields.ts'
import { z } from '../zod.ts'
import {
  EVENTS_MAX,
  FHIR_RESOURCES,
  type ClientScope,
  type FhirType,
  type SearchedType,
} from './integration-records.ts'

/** Ids of FHIR R4; any other text names nothing (404). */
const resourceParams = z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9\-.]{1,64}$/)) })
/** Checked by the search, which refuses unknown parameters with an OperationOutcome. */
const searchQuery = z.looseObject({})

interface ClientEndpoint extends Endpoint {
  base: '/fhir'
  access: ClientScope
  response: 'fhir'
  file?: 'stored'
}
type ReadEndpoint = ClientEndpoint & { params: typeof resourceParams }
type SearchEndpoint = ClientEndpoint & { query: typeof searchQuery }

export const isFhirType = (type: string): type is FhirType => Object.hasOwn(FHIR_RESOURCES, type)
export const FHIR_TYPES = Object.keys(FHIR_RESOURCES).filter(isFhirType)
export const SEARCHED_TYPES = FHIR_TYPES.filter(
  (type): type is SearchedType => FHIR_RESOURCES[type].isSearched,
)

const ofType = (type: FhirType) =>
  ({ method: 'GET', base: '/fhir', access: FHIR_RESOURCES[type].scope, response: 'fhir' }) as const

const readOf = (type: FhirType): ReadEndpoint => ({
  ...ofType(type),
  path: `/R4/${type}/:id`,
  summary: `${type} by id`,
  params: resourceParams,
  ...(type === 'Binary' && { file: 'stored' }),
})
const searchOf = (type: SearchedType): SearchEndpoint => ({
  ...ofType(type),
  path: `/R4/${type}`,
  summary: `Search ${type}`,
  query: searchQuery,
})
const searchByFormOf = (type: SearchedType): SearchEndpoint => ({
  ...searchOf(type),
  method: 'POST',
  path: `/R4/${type}/_search`,
  changesNothing: true,
  summary: `Search ${type} by a form`,
  body: searchQuery,
})

/** An endpoint of each type. */
const endpointsOf = <Name extends string, Type extends FhirType, E extends Endpoint>(
  name: Name,
  types: readonly Type[],
  endpointOf: (type: Type) => E,
) =>
  Object.fromEntries(types.map((type) => [`${name}${type}`, endpointOf(type)])) as Record<`${Name}${Type}`, E>

/**
 * Below `/fhir`: SMART Backend Services, and FHIR R4 to read. Errors are OperationOutcomes, or as in RFC 6749 for the
 * token.
 */
export const fhirEndpoints = {
  configuration: defineEndpoint({
    method: 'GET',
    path: '/R4/.well-known/smart-configuration',
    base: '/fhir',
    access: 'anyone',
    rateLimit: 'none-needed',
    summary: 'SMART configuration: address and methods of the token',
    response: 'fhir',
  }),
  capabilities: defineEndpoint({
    method: 'GET',
    path: '/R4/metadata',
    base: '/fhir',
    access: 'anyone',
    rateLimit: 'none-needed',
    summary: 'CapabilityStatement',
    response: 'fhir',
  }),
  token: defineEndpoint({
    method: 'POST',
    path: '/token',
    changes: [],
    base: '/fhir',
    access: 'anyone',
    rateLimit: 'client-assertion',
    summary: 'An access token of 300 s for a signed assertion (client_credentials)',
    body: z.looseObject({}),
    response: 'fhir',
  }),
  events: defineEndpoint({
    method: 'GET',
    path: '/events',
    base: '/fhir',
    access: 'system/DiagnosticReport.rs',
    summary: `Changes of reports in the order of their commits, up to ${EVENTS_MAX}`,
    query: z.object({
      /** `next` of an earlier answer; begins with the oldest change without it. */
      after: z.optional(typedText().check(z.maxLength(200))),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(EVENTS_MAX)), EVENTS_MAX),
    }),
    response: 'fhir',
  }),
  ...endpointsOf('read', FHIR_TYPES, readOf),
  ...endpointsOf('search', SEARCHED_TYPES, searchOf),
  ...endpointsOf('searchByForm', SEARCHED_TYPES, searchByFormOf),
}
