import type { Bundle, BundleEntry, DiagnosticReport, FhirResource, Organization, Patient } from 'fhir/r4'
import { pathInArchive, type PatientRecord } from './patient-record.ts'
import type { ExportedReport } from './patient-export.repository.ts'

const GENDERS: Record<string, 'male' | 'female' | 'other'> = {
  MALE: 'male',
  FEMALE: 'female',
  OTHER: 'other',
}

const PATIENT_IDS = 'urn:zelab:patient-id'
const EMR_IDS = 'urn:zelab:emr-id'
const NATIONAL_IDS = 'urn:zelab:national-id'
const REPORT_IDS = 'urn:zelab:report-id'

const entryOf = <Resource extends FhirResource>(resource: Resource): BundleEntry<Resource> => ({
  fullUrl: `urn:zelab:${resource.resourceType}:${resource.id}`,
  resource,
})
const referenceTo = (resource: { resourceType: string; id?: string }) => ({
  reference: `urn:zelab:${resource.resourceType}:${resource.id}`,
})

const patientOf = ({ patient, sending }: PatientRecord, managingOrganization: Organization): Patient => {
  const { line1, city } = patient.contactDetails.address
  return {
    resourceType: 'Patient',
    id: `patient-${patient.id}`,
    identifier: [
      { system: PATIENT_IDS, value: `ZL-${patient.id}` },
      ...(patient.emrId ? [{ system: EMR_IDS, value: patient.emrId }] : []),
      ...(patient.nationalId ? [{ system: NATIONAL_IDS, value: patient.nationalId }] : []),
    ],
    name: [{ text: patient.fullName }],
    telecom: [
      { system: 'phone', value: patient.phone.number },
      ...(patient.email ? [{ system: 'email' as const, value: patient.email }] : []),
    ],
    ...(patient.gender && { gender: GENDERS[patient.gender] ?? 'unknown' }),
    birthDate: patient.dateOfBirth,
    ...((line1 ?? city) && { address: [{ ...(line1 && { line: [line1] }), ...(city && { city }) }] }),
    communication: [
      { language: { coding: [{ system: 'urn:ietf:bcp:47', code: sending.language }] }, preferred: true },
    ],
    managingOrganization: referenceTo(managingOrganization),
  }
}

const reportOf = (
  report: ExportedReport,
  sha1: Buffer | undefined,
  subject: Patient,
  performer: Organization,
): DiagnosticReport => ({
  resourceType: 'DiagnosticReport',
  id: `report-${report.id}`,
  identifier: [{ system: REPORT_IDS, value: String(report.id) }],
  status: report.version > 1 ? 'amended' : 'final',
  category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
  code: { text: report.typeTitle },
  subject: referenceTo(subject),
  issued: report.publishedAt,
  performer: [referenceTo(performer)],
  presentedForm: [
    {
      contentType: report.mediaType,
      url: encodeURI(pathInArchive(report)),
      size: report.sizeBytes,
      ...(sha1 && { hash: sha1.toString('base64') }),
      title: report.title,
      creation: report.publishedAt,
    },
  ],
})

/**
 * HL7 FHIR R4 bundle (hl7.org/fhir/R4/bundle.html). `presentedForm.url` points to the files in the archive.
 * @param sha1s SHA-1 hashes of the files by report id, as FHIR requires
 */
export const asFhirBundle = (record: PatientRecord, sha1s: ReadonlyMap<number, Buffer>): Bundle => {
  const lab: Organization = {
    resourceType: 'Organization',
    id: `lab-${record.lab.id}`,
    name: record.lab.name,
    address: [{ line: [record.lab.line1], city: record.lab.city }],
  }
  const patient = patientOf(record, lab)
  const reports = record.reports.map((report) => reportOf(report, sha1s.get(report.id), patient, lab))
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: record.exportedAt,
    entry: [patient, lab, ...reports].map(entryOf),
  }
}
