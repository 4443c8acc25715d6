import { FHIR_TYPES } from '@zelab/contract'
import type { Declaration, ResourceType } from './fhir-resource.ts'
import { diagnosticReport } from './diagnostic-report.ts'
import { documentReference } from './document-reference.ts'
import { patient } from './patient.ts'
import { organization, practitioner } from './people.ts'

export const RESOURCE_TYPES = FHIR_TYPES.filter((type) => type !== 'Binary')

/** In the order of the CapabilityStatement. */
export const RESOURCES: { readonly [T in ResourceType]: Declaration<T> } = {
  DiagnosticReport: diagnosticReport,
  DocumentReference: documentReference,
  Patient: patient,
  Organization: organization,
  Practitioner: practitioner,
}
