import type {
  Attachment,
  CodeableConcept,
  DiagnosticReport,
  DocumentReference,
  Identifier,
  Meta,
  Organization,
  Patient,
  Practitioner,
} from 'fhir/r4'

/** Differences between the API and an export. */
export interface FhirPlace {
  publicUrl: string
  referenceTo: (type: 'Patient' | 'Organization' | 'Practitioner' | 'DocumentReference', id: string) => string
}

/** Milliseconds of the last change, and its time. Exports have none. */
export interface ResourceVersion {
  version: string
  changedAt: string
}

export interface PatientFacts {
  id: number
  labId: number
  fullName: string
  emrId: string | null
  nationalId: string | null
  email: string | null
  phone: string
  dateOfBirth: string
  gender: string | null
  line1: string | null
  city: string | null
  language?: string
  /** The surviving record of a merged one. */
  mergedInto?: number | null
}

export interface ReportFacts {
  id: number
  version: number
  title: string
  typeTitle: string
  loinc: string | null
  isSensitive: boolean
  patientId: number
  labId: number
  publishedAt: string
  state: 'current' | 'suspended' | 'withdrawn'
}

export interface DiagnosticFacts extends ReportFacts {
  isCritical: boolean
  collectedAt: string | null
  collectedOn: string | null
  orderNumber: string | null
  releaserId: number | null
}

export interface DocumentFacts extends ReportFacts {
  publisherId: number
  releaserId: number | null
  isLatest: boolean
  /** The version before has a sensitive type, which the client may not read. */
  isPredecessorHidden?: boolean
}

export const IDENTIFIER_NAMES = ['report', 'patient', 'emr', 'national'] as const
export type IdentifierName = (typeof IDENTIFIER_NAMES)[number]
export const identifierSystem = (publicUrl: string, name: IdentifierName): string =>
  `${publicUrl}/fhir/id/${name}`

const GENDERS: Record<string, 'male' | 'female' | 'other'> = {
  MALE: 'male',
  FEMALE: 'female',
  OTHER: 'other',
}
const RESTRICTED = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality',
  code: 'R',
  display: 'restricted',
}
export const LOINC = 'http://loinc.org'
export const LABORATORY = {
  system: 'http://terminology.hl7.org/CodeSystem/v2-0074',
  code: 'LAB',
  display: 'Laboratory',
}
const CRITICAL = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
  code: 'AA',
  display: 'Critical abnormal',
}
const PLACER = { system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'PLAC' }

const metaOf = (version: ResourceVersion | undefined, isSensitive = false): { meta?: Meta } => {
  if (!version && !isSensitive) return {}
  return {
    meta: {
      ...(version && { versionId: version.version, lastUpdated: version.changedAt }),
      ...(isSensitive && { security: [RESTRICTED] }),
    },
  }
}

export const organizationResource = (
  lab: { id: number; name: string; line1: string; city: string },
  version?: ResourceVersion,
): Organization => ({
  resourceType: 'Organization',
  id: `lab-${lab.id}`,
  ...metaOf(version),
  name: lab.name,
  address: [{ line: [lab.line1], city: lab.city }],
})

export const practitionerResource = (
  user: { id: number; fullName: string },
  version?: ResourceVersion,
): Practitioner => ({
  resourceType: 'Practitioner',
  id: `user-${user.id}`,
  ...metaOf(version),
  name: [{ text: user.fullName }],
})

const identifiersOf = (patient: PatientFacts, publicUrl: string): Identifier[] => [
  { system: identifierSystem(publicUrl, 'patient'), value: `ZL-${patient.id}` },
  ...(patient.emrId ? [{ system: identifierSystem(publicUrl, 'emr'), value: patient.emrId }] : []),
  ...(patient.nationalId
    ? [{ system: identifierSystem(publicUrl, 'national'), value: patient.nationalId }]
    : []),
]

const demographicsOf = (patient: PatientFacts): Partial<Patient> => ({
  name: [{ text: patient.fullName }],
  telecom: [
    { system: 'phone', value: patient.phone },
    ...(patient.email ? [{ system: 'email' as const, value: patient.email }] : []),
  ],
  ...(patient.gender && { gender: GENDERS[patient.gender] ?? 'unknown' }),
  birthDate: patient.dateOfBirth,
  ...((patient.line1 ?? patient.city) && {
    address: [
      { ...(patient.line1 && { line: [patient.line1] }), ...(patient.city && { city: patient.city }) },
    ],
  }),
  ...(patient.language && {
    communication: [
      { language: { coding: [{ system: 'urn:ietf:bcp:47', code: patient.language }] }, preferred: true },
    ],
  }),
})

/** A merged record has only its identifiers and the link to the survivor. */
export const patientResource = (
  patient: PatientFacts,
  { publicUrl, referenceTo }: FhirPlace,
  version?: ResourceVersion,
): Patient => ({
  resourceType: 'Patient',
  id: `patient-${patient.id}`,
  ...metaOf(version),
  identifier: identifiersOf(patient, publicUrl),
  active: !patient.mergedInto,
  ...(!patient.mergedInto && demographicsOf(patient)),
  managingOrganization: { reference: referenceTo('Organization', `lab-${patient.labId}`) },
  ...(patient.mergedInto && {
    link: [
      {
        other: { reference: referenceTo('Patient', `patient-${patient.mergedInto}`) },
        type: 'replaced-by' as const,
      },
    ],
  }),
})

const codeOf = ({ typeTitle, title, loinc }: ReportFacts): CodeableConcept => ({
  ...(loinc && { coding: [{ system: LOINC, code: loinc }] }),
  text: typeTitle || title,
})

const statusOf = ({ state, version }: ReportFacts) => {
  if (state !== 'current') return 'entered-in-error'
  return version > 1 ? 'amended' : 'final'
}

const collectionOf = ({ collectedAt, collectedOn }: DiagnosticFacts) => {
  const collected = collectedAt ?? collectedOn
  return collected ? { effectiveDateTime: collected } : {}
}

/** @param file absent for a report in error */
export const diagnosticReport = (
  report: DiagnosticFacts,
  file: Attachment | undefined,
  { publicUrl, referenceTo }: FhirPlace,
  version?: ResourceVersion,
): DiagnosticReport => ({
  resourceType: 'DiagnosticReport',
  id: `report-${report.id}`,
  ...metaOf(version, report.isSensitive),
  identifier: [{ system: identifierSystem(publicUrl, 'report'), value: String(report.id) }],
  ...(report.orderNumber && {
    basedOn: [{ identifier: { type: { coding: [PLACER] }, value: report.orderNumber } }],
  }),
  status: statusOf(report),
  category: [{ coding: [LABORATORY] }],
  code: codeOf(report),
  subject: { reference: referenceTo('Patient', `patient-${report.patientId}`) },
  ...collectionOf(report),
  issued: report.publishedAt,
  performer: [{ reference: referenceTo('Organization', `lab-${report.labId}`) }],
  ...(report.releaserId !== null && {
    resultsInterpreter: [{ reference: referenceTo('Practitioner', `user-${report.releaserId}`) }],
  }),
  ...(report.isCritical && { conclusionCode: [{ coding: [CRITICAL] }] }),
  ...(file && { presentedForm: [file] }),
})

const documentStatusOf = ({ state, isLatest }: DocumentFacts) => {
  if (state !== 'current') return 'entered-in-error'
  return isLatest ? 'current' : 'superseded'
}

/** One version of a report. */
export const documentReference = (
  document: DocumentFacts,
  file: Attachment,
  { publicUrl, referenceTo }: FhirPlace,
  version?: ResourceVersion,
): DocumentReference => ({
  resourceType: 'DocumentReference',
  id: `report-${document.id}-${document.version}`,
  ...metaOf(version, document.isSensitive),
  identifier: [{ system: identifierSystem(publicUrl, 'report'), value: String(document.id) }],
  status: documentStatusOf(document),
  docStatus: statusOf(document),
  type: codeOf(document),
  category: [{ coding: [LABORATORY] }],
  subject: { reference: referenceTo('Patient', `patient-${document.patientId}`) },
  date: document.publishedAt,
  author: [
    { reference: referenceTo('Practitioner', `user-${document.publisherId}`) },
    { reference: referenceTo('Organization', `lab-${document.labId}`) },
  ],
  ...(document.releaserId !== null && {
    authenticator: { reference: referenceTo('Practitioner', `user-${document.releaserId}`) },
  }),
  custodian: { reference: referenceTo('Organization', `lab-${document.labId}`) },
  ...(document.version > 1 &&
    !document.isPredecessorHidden && {
      relatesTo: [
        {
          code: 'replaces' as const,
          target: {
            reference: referenceTo('DocumentReference', `report-${document.id}-${document.version - 1}`),
          },
        },
      ],
    }),
  ...(document.isSensitive && { securityLabel: [{ coding: [RESTRICTED] }] }),
  content: [{ attachment: file }],
})
