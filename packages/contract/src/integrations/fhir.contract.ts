import { defineEndpoint } from '../endpoint.ts'
import { typedText } from '../fields/fields.ts'
import { z } from '../zod.ts'
import { EVENTS_MAX } from './integration-records.ts'

/** Ids of FHIR R4; any other text names nothing (404). */
const resourceParams = z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9\-.]{1,64}$/)) })
/** Checked by the search, which refuses unknown parameters with an OperationOutcome. */
const searchQuery = z.looseObject({})

const READ = { method: 'GET', base: '/fhir', params: resourceParams, response: 'fhir' } as const
const SEARCH = { method: 'GET', base: '/fhir', query: searchQuery, response: 'fhir' } as const
const SEARCH_BY_FORM = {
  method: 'POST',
  base: '/fhir',
  changesNothing: true,
  query: searchQuery,
  body: searchQuery,
  response: 'fhir',
} as const

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
  readReport: defineEndpoint({
    ...READ,
    path: '/R4/DiagnosticReport/:id',
    access: 'system/DiagnosticReport.rs',
    summary: 'DiagnosticReport by id',
  }),
  searchReports: defineEndpoint({
    ...SEARCH,
    path: '/R4/DiagnosticReport',
    access: 'system/DiagnosticReport.rs',
    summary: 'Search DiagnosticReport',
  }),
  searchReportsByForm: defineEndpoint({
    ...SEARCH_BY_FORM,
    path: '/R4/DiagnosticReport/_search',
    access: 'system/DiagnosticReport.rs',
    summary: 'Search DiagnosticReport by a form',
  }),
  readDocument: defineEndpoint({
    ...READ,
    path: '/R4/DocumentReference/:id',
    access: 'system/DocumentReference.rs',
    summary: 'DocumentReference by id',
  }),
  searchDocuments: defineEndpoint({
    ...SEARCH,
    path: '/R4/DocumentReference',
    access: 'system/DocumentReference.rs',
    summary: 'Search DocumentReference',
  }),
  searchDocumentsByForm: defineEndpoint({
    ...SEARCH_BY_FORM,
    path: '/R4/DocumentReference/_search',
    access: 'system/DocumentReference.rs',
    summary: 'Search DocumentReference by a form',
  }),
  readPatient: defineEndpoint({
    ...READ,
    path: '/R4/Patient/:id',
    access: 'system/Patient.rs',
    summary: 'Patient by id',
  }),
  searchPatients: defineEndpoint({
    ...SEARCH,
    path: '/R4/Patient',
    access: 'system/Patient.rs',
    summary: 'Search Patient',
  }),
  searchPatientsByForm: defineEndpoint({
    ...SEARCH_BY_FORM,
    path: '/R4/Patient/_search',
    access: 'system/Patient.rs',
    summary: 'Search Patient by a form',
  }),
  readOrganization: defineEndpoint({
    ...READ,
    path: '/R4/Organization/:id',
    access: 'system/Organization.r',
    summary: 'Organization by id',
  }),
  searchOrganizations: defineEndpoint({
    ...SEARCH,
    path: '/R4/Organization',
    access: 'system/Organization.r',
    summary: 'Search Organization',
  }),
  searchOrganizationsByForm: defineEndpoint({
    ...SEARCH_BY_FORM,
    path: '/R4/Organization/_search',
    access: 'system/Organization.r',
    summary: 'Search Organization by a form',
  }),
  readPractitioner: defineEndpoint({
    ...READ,
    path: '/R4/Practitioner/:id',
    access: 'system/Practitioner.r',
    summary: 'Practitioner by id',
  }),
  readBinary: defineEndpoint({
    ...READ,
    path: '/R4/Binary/:id',
    access: 'system/Binary.r',
    file: 'stored',
    summary: 'Binary by id',
  }),
}
