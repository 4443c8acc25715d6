import { PATIENT_ID_PREFIX, type Delivery, type ReportCall, type UnreachableReport } from '@zelab/contract'
import type { CsvCell } from '../../core/csv-line.ts'

const inWords = (code: string | null): string | null =>
  code && `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`

const CALL_HEADINGS = ['Called At', 'Called By', 'Call']
const cellsOfCall = (call: ReportCall | null): CsvCell[] => [
  call?.calledAt ?? null,
  call?.by.fullName ?? null,
  call && [inWords(call.outcome), call.note].filter(Boolean).join(': '),
]

export const DELIVERY_EXPORT = {
  fileName: 'deliveries.csv',
  headings: [
    'Message ID',
    'Patient',
    'System ID',
    'Report ID',
    'Report Title',
    'Channel',
    'Sent To',
    'Guardian or Delegate',
    'Message',
    'Language',
    'State',
    'Reason',
    'Requested By',
    'Requested At',
    'Sent At',
    'Delivered At',
    'First Opened At',
    'Report Version',
    'Opened Version',
    ...CALL_HEADINGS,
  ],
  cellsOf: (delivery: Delivery): CsvCell[] => [
    delivery.id,
    delivery.patient.fullName,
    `${PATIENT_ID_PREFIX}${delivery.patient.id}`,
    delivery.report.id,
    delivery.report.title,
    inWords(delivery.channel),
    delivery.contact,
    delivery.delegate?.fullName ?? null,
    inWords(delivery.purpose),
    delivery.language,
    inWords(delivery.state),
    inWords(delivery.failure),
    delivery.requestedBy?.fullName ?? 'Automatic',
    delivery.createdAt,
    delivery.sentAt,
    delivery.deliveredAt,
    delivery.link?.firstOpenedAt ?? null,
    delivery.reportVersion,
    delivery.link?.openedVersion ?? null,
    ...cellsOfCall(delivery.call),
  ],
}

export const NO_CONTACT_EXPORT = {
  fileName: 'no-contact.csv',
  headings: [
    'Report ID',
    'Report Title',
    'Patient',
    'System ID',
    'Published At',
    'Missing',
    ...CALL_HEADINGS,
  ],
  cellsOf: ({ report, patient, publishedAt, missing, call }: UnreachableReport): CsvCell[] => [
    report.id,
    report.title,
    patient.fullName,
    `${PATIENT_ID_PREFIX}${patient.id}`,
    publishedAt,
    missing === 'no-contact' ? 'Contact' : 'Consent',
    ...cellsOfCall(call),
  ],
}
