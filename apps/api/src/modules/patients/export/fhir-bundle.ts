import type { Bundle, BundleEntry, DiagnosticReport, FhirResource } from 'fhir/r4'
import {
  diagnosticReport,
  organizationResource,
  patientResource,
  type FhirPlace,
} from '../../../core/fhir/fhir-resources.ts'
import { pathInArchive, type PatientRecord } from './patient-record.ts'
import type { ExportedReport } from './patient-export.repository.ts'

const referenceTo: FhirPlace['referenceTo'] = (type, id) => `urn:zelab:${type}:${id}`

const entryOf = <Resource extends FhirResource>(resource: Resource): BundleEntry<Resource> => ({
  fullUrl: `urn:zelab:${resource.resourceType}:${resource.id}`,
  resource,
})

const reportOf = (
  report: ExportedReport,
  sha1: Buffer | undefined,
  { patient, lab }: PatientRecord,
  place: FhirPlace,
): DiagnosticReport =>
  diagnosticReport(
    { ...report, state: 'current', patientId: patient.id, labId: lab.id, releaserId: null },
    {
      contentType: report.mediaType,
      url: encodeURI(pathInArchive(report)),
      size: report.sizeBytes,
      ...(sha1 && { hash: sha1.toString('base64') }),
      title: report.title,
      creation: report.publishedAt,
    },
    place,
  )

/**
 * HL7 FHIR R4 bundle (hl7.org/fhir/R4/bundle.html). `presentedForm.url` points to the files in the archive.
 * @param sha1s SHA-1 hashes of the files by report id, as FHIR requires
 */
export const asFhirBundle = (record: PatientRecord, sha1s: ReadonlyMap<number, Buffer>): Bundle => {
  const place = { publicUrl: record.publicUrl, referenceTo }
  const { patient, sending } = record
  const { contactDetails, phone } = patient
  const facts = {
    ...{ ...patient, labId: record.lab.id, phone: phone.number, language: sending.language },
    ...contactDetails.address,
  }
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: record.exportedAt,
    entry: [
      patientResource(facts, place),
      organizationResource(record.lab),
      ...record.reports.map((report) => reportOf(report, sha1s.get(report.id), record, place)),
    ].map(entryOf),
  }
}
