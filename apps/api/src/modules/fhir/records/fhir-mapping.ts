import type { Attachment } from 'fhir/r4'
import {
  diagnosticReport,
  documentReference,
  patientResource,
  type FhirPlace,
} from '../../../core/fhir/fhir-resources.ts'
import { mayBeStamped } from '../../stamping/copies/stamp-state.ts'
import type { PatientFhirRow } from './patient-search.repository.ts'
import type { DocumentRow, ReportRow } from './report-search.repository.ts'

export const versionOf = ({ versionAt, changedAt }: { versionAt?: string; changedAt: string }) => ({
  version: String(Date.parse(versionAt ?? changedAt)),
  changedAt,
})

export const NUMBER = /^[1-9]\d{0,14}$/
export const numberIn = (id: string, prefix: string): number | undefined => {
  const number = id.startsWith(prefix) ? id.slice(prefix.length) : ''
  return NUMBER.test(number) ? Number(number) : undefined
}
export const numbersIn = (ids: string[], prefix: string) =>
  ids.flatMap((id) => {
    const number = numberIn(id, prefix)
    return number === undefined ? [] : [number]
  })

export const documentIn = (id: string): { id: number; version: number } | undefined => {
  const [, report = '', version = ''] = /^report-(\d+)-(\d+)$/.exec(id) ?? []
  if (!NUMBER.test(report) || !/^[1-9]\d{0,8}$/.test(version)) return undefined
  return { id: Number(report), version: Number(version) }
}

export const isReadable = ({ state, isLatest }: DocumentRow): boolean => state === 'current' && isLatest

/** Rows as resources of the API. */
export const createFhirMapping = (publicUrl: string) => {
  const base = `${publicUrl}/fhir/R4`
  const place: FhirPlace = { publicUrl, referenceTo: (type, id) => `${type}/${id}` }

  const attachmentOf = (row: ReportRow | DocumentRow, sha1: Buffer | null | undefined): Attachment => ({
    contentType: row.mediaType,
    url: `${base}/Binary/report-${row.id}-${row.version}`,
    // The stamped copy will have another size and hash.
    ...(!mayBeStamped(row) && { size: row.sizeBytes, ...(sha1 && { hash: sha1.toString('base64') }) }),
    title: row.title,
    creation: row.publishedAt,
  })

  const toReport = (row: ReportRow, labId: number, sha1 = row.sha1) =>
    diagnosticReport(
      { ...row, labId },
      row.state === 'current' ? attachmentOf(row, sha1) : undefined,
      place,
      versionOf(row),
    )

  const toDocument = (row: DocumentRow, labId: number, sha1 = row.sha1) =>
    documentReference(
      { ...row, labId },
      isReadable(row)
        ? attachmentOf(row, sha1)
        : {
            contentType: row.mediaType,
            ...(row.state === 'current' && { title: row.title }),
            creation: row.publishedAt,
          },
      place,
      versionOf(row),
    )

  const toPatient = (row: PatientFhirRow) => patientResource(row, place, versionOf(row))

  return { base, toReport, toDocument, toPatient }
}
export type FhirMapping = ReturnType<typeof createFhirMapping>
