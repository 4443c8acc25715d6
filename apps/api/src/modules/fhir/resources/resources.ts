import type { Declaration, ResourceType } from './fhir-resource.ts'
import { diagnosticReport } from './diagnostic-report.ts'
import { documentReference } from './document-reference.ts'
import { patient } from './patient.ts'
import { organization, practitioner } from './people.ts'

/** In the order of the CapabilityStatement. */
export const RESOURCES: { readonly [T in ResourceType]: Declaration<T> } = {
  DiagnosticReport: diagnosticReport,
  DocumentReference: documentReference,
  Patient: patient,
  Organization: organization,
  Practitioner: practitioner,
}

export const RESOURCE_TYPES = Object.keys(RESOURCES) as ResourceType[]
