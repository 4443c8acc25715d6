import { type PatientRow, LANGUAGE_NAMES } from '@zelab/contract'
import type { ExportedReport, ExportedVisit } from './patient-export.repository.ts'
import type { ExportedSending } from './sending-export.repository.ts'

const inWords = (code: string) => code.replaceAll('-', ' ')
const minuteOf = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`

const sendingAsJson = ({ language, consents, delegates, deliveries, calls }: ExportedSending): object => ({
  language,
  consents: consents.map(({ patientId, ...consent }) => ({ ...consent, patientId: `ZL-${patientId}` })),
  guardiansAndDelegates: delegates,
  messages: deliveries,
  calls,
})

const sendingAsLines = ({ language, consents, delegates, deliveries, calls }: ExportedSending): string[] => [
  `Language of messages: ${LANGUAGE_NAMES[language]}`,
  '',
  consents.length === 0 ? 'No consent to messages was recorded.' : 'Consents to messages, oldest first:',
  ...consents.map(
    ({ channel, isGiven, recordedAt, recordedBy, wordingVersion }) =>
      `  ${minuteOf(recordedAt)}  ${channel} ${isGiven ? 'given' : 'withdrawn'}, recorded by ${recordedBy} (wording ${wordingVersion})`,
  ),
  '',
  delegates.length === 0
    ? 'No guardians or delegates were recorded.'
    : 'Guardians and delegates, oldest first:',
  ...delegates.map(
    ({ fullName, relation, kind, validFrom, validUntil, endedAt }) =>
      `  ${fullName}, ${inWords(relation)} (${kind}), from ${validFrom}${validUntil ? ` until ${validUntil}` : ''}${endedAt ? `, ended ${minuteOf(endedAt)}` : ''}`,
  ),
  '',
  deliveries.length === 0 ? 'No messages were sent.' : 'Messages about the reports, oldest first:',
  ...deliveries.flatMap(({ requestedAt, channel, contact, delegate, reportId, state, steps }) => [
    `  ${minuteOf(requestedAt)}  report ${reportId} by ${channel}${contact === null ? '' : ` to ${contact}`}${delegate === null ? '' : ` (${delegate})`}: ${inWords(state)}`,
    ...steps.map(({ at, kind }) => `    ${minuteOf(at)}  ${inWords(kind)}`),
  ]),
  ...(calls.length === 0 ? [] : ['', 'Calls about the reports, oldest first:']),
  ...calls.map(
    ({ calledAt, reportId, delegate, calledBy, outcome, note }) =>
      `  ${minuteOf(calledAt)}  report ${reportId}${delegate === null ? '' : ` (${delegate})`}, called by ${calledBy}: ${inWords(outcome)}${note === null ? '' : `, ${note}`}`,
  ),
]

export interface PatientRecord {
  exportedAt: string
  productName: string
  publicUrl: string
  patient: PatientRow
  lab: { id: number; name: string; line1: string; city: string }
  reports: ExportedReport[]
  sending: ExportedSending
  visits: ExportedVisit[]
}

const ENDINGS: Record<ExportedReport['mediaType'], string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** Names valid on every file system: no separators, reserved characters, or dots at either end. */
const asFileName = (title: string) =>
  title
    .replace(/[\\/:*?"<>|#\p{Cc}]/gu, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 80) || 'Report'

export const pathInArchive = ({ id, title, publishedAt, mediaType }: ExportedReport): string =>
  `reports/${publishedAt.slice(0, 10)} ${asFileName(title)} (${id}).${ENDINGS[mediaType]}`

export const asJson = ({
  exportedAt,
  productName,
  patient,
  lab,
  reports,
  sending,
  visits,
}: PatientRecord): object => ({
  format: 'patient-record/1',
  exportedAt,
  exportedFrom: productName,
  lab: { name: lab.name, address: { line1: lab.line1, city: lab.city } },
  patient: {
    id: `ZL-${patient.id}`,
    emrId: patient.emrId,
    ...(patient.nationalId && { nationalId: patient.nationalId }),
    fullName: patient.fullName,
    dateOfBirth: patient.dateOfBirth,
    gender: patient.gender,
    phone: patient.phone.number,
    email: patient.email,
    address: patient.contactDetails.address,
    registeredAt: patient.createdAt,
  },
  ...sendingAsJson(sending),
  ...(visits.length > 0 && { visits }),
  reports: reports.map((report) => ({
    id: report.id,
    title: report.title,
    type: report.typeTitle,
    remark: report.remark,
    version: report.version,
    publishedAt: report.publishedAt,
    publishedBy: report.publishedBy,
    earlierVersions: report.earlierVersions,
    file: {
      path: pathInArchive(report),
      mediaType: report.mediaType,
      sizeBytes: report.sizeBytes,
      sha256: report.sha256.toString('hex'),
    },
  })),
})

export const asReadme = ({
  exportedAt,
  productName,
  patient,
  lab,
  reports,
  sending,
}: PatientRecord): string =>
  [
    `Medical reports of ${patient.fullName} (ZL-${patient.id})`,
    `Kept by ${lab.name}, ${lab.city}; copied from ${productName} on ${exportedAt.slice(0, 10)}.`,
    '',
    reports.length === 0
      ? 'There are no published reports.'
      : 'The folder "reports" holds each report as it was published:',
    ...reports.map((report) => `  ${pathInArchive(report).slice('reports/'.length)}`),
    '',
    ...sendingAsLines(sending),
    '',
    'record.json       the same record for programs',
    'fhir-bundle.json  the same record as an HL7 FHIR R4 bundle, which other health systems read',
    '',
    'Please keep this archive safe: it holds health data.',
    '',
  ].join('\r\n')
