export const INTEGRATION_KINDS = ['client', 'webhook', 'hl7'] as const
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number]
export const RECEIVER_KINDS = ['webhook', 'hl7'] as const
export type ReceiverKind = (typeof RECEIVER_KINDS)[number]
export const INTEGRATION_STATES = ['active', 'paused', 'ended'] as const
/** Paused by an Admin, by a restore, or because the receiver answered 410. */
export const PAUSE_CAUSES = ['staff', 'restored', 'gone'] as const
export const SENDING_STATES = ['waiting', 'done', 'refused', 'superseded'] as const
export type SendingState = (typeof SENDING_STATES)[number]
export const PROCESSING_IDS = ['T', 'P'] as const

const defineResources = <
  const R extends { [T in keyof R & string]: { scope: `system/${T}.${'r' | 'rs'}`; isSearched: boolean } },
>(
  resources: R,
): R => resources

/**
 * Resources of FHIR R4 that clients read, each with the SMART scope that a client can have. `s` in a scope allows
 * searching; the own lab is also searched without it.
 */
export const FHIR_RESOURCES = defineResources({
  Patient: { scope: 'system/Patient.rs', isSearched: true },
  DiagnosticReport: { scope: 'system/DiagnosticReport.rs', isSearched: true },
  DocumentReference: { scope: 'system/DocumentReference.rs', isSearched: true },
  Organization: { scope: 'system/Organization.r', isSearched: true },
  Practitioner: { scope: 'system/Practitioner.r', isSearched: false },
  Binary: { scope: 'system/Binary.r', isSearched: false },
})
export type FhirType = keyof typeof FHIR_RESOURCES
export type SearchedType = {
  [T in FhirType]: (typeof FHIR_RESOURCES)[T]['isSearched'] extends true ? T : never
}[FhirType]
export type ClientScope = (typeof FHIR_RESOURCES)[FhirType]['scope']
export const CLIENT_SCOPES = Object.values(FHIR_RESOURCES).map(({ scope }): ClientScope => scope)

export const CHANGE_TYPES = [
  'report.published',
  'report.amended',
  'report.withdrawn',
  'report.suspended',
  'report.restored',
  'report.changed',
  /** Out of the connection's reach. */
  'report.removed',
] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** Clients, and receivers, of a lab. */
export const INTEGRATIONS_MAX = 20
export const INTEGRATION_NAME_LENGTH = { min: 2, max: 60 } as const
export const INTEGRATION_PURPOSE_LENGTH = { min: 2, max: 200 } as const
export const LEGAL_BASIS_LENGTH = { min: 10, max: 500 } as const
export const CLIENT_KEY_DAYS = { min: 1, max: 365 } as const
export const CLIENT_KEY_PREFIX = 'zlk_'
export const KEY_SET_KEYS_MAX = 2
export const CLIENT_REQUESTS_PER_MINUTE = 600
export const EVENTS_MAX = 100
export const URL_MAX_LENGTH = 2_000
export const CA_MAX_LENGTH = 20_000
export const HL7_NAME_LENGTH = { min: 1, max: 60 } as const
export const HL7_AUTHORITY_LENGTH = { min: 1, max: 100 } as const
export const ORDER_NUMBER_LENGTH = { min: 1, max: 50 } as const
