import { PATIENT_ID_PREFIX, type Delivery, type ReportCall, type UnreachableReport } from '@zelab/contract'
import type { CsvColumns } from '../../../core/csv-line.ts'

const inWords = (code: string | null): string | null =>
  code && `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`

const CALL_COLUMNS: CsvColumns<{ call: ReportCall | null }> = [
  ['Called At', ({ call }) => call?.calledAt ?? null],
  ['Called By', ({ call }) => call?.by.fullName ?? null],
  ['Call', ({ call }) => call && [inWords(call.outcome), call.note].filter(Boolean).join(': ')],
]

export const DELIVERY_COLUMNS: CsvColumns<Delivery> = [
  ['Message ID', ({ id }) => id],
  ['Patient', ({ patient }) => patient.fullName],
  ['System ID', ({ patient }) => `${PATIENT_ID_PREFIX}${patient.id}`],
  ['Report ID', ({ report }) => report.id],
  ['Report Title', ({ report }) => report.title],
  ['Channel', ({ channel }) => inWords(channel)],
  ['Sent To', ({ contact }) => contact],
  ['Guardian or Delegate', ({ delegate }) => delegate?.fullName ?? null],
  ['Message', ({ purpose }) => inWords(purpose)],
  ['Language', ({ language }) => language],
  ['State', ({ state }) => inWords(state)],
  ['Reason', ({ failure }) => inWords(failure)],
  ['Requested By', ({ requestedBy }) => requestedBy?.fullName ?? 'Automatic'],
  ['Requested At', ({ createdAt }) => createdAt],
  ['Sent At', ({ sentAt }) => sentAt],
  ['Delivered At', ({ deliveredAt }) => deliveredAt],
  ['First Opened At', ({ link }) => link?.firstOpenedAt ?? null],
  ['Report Version', ({ reportVersion }) => reportVersion],
  ['Opened Version', ({ link }) => link?.openedVersion ?? null],
  ...CALL_COLUMNS,
]

export const NO_CONTACT_COLUMNS: CsvColumns<UnreachableReport> = [
  ['Report ID', ({ report }) => report.id],
  ['Report Title', ({ report }) => report.title],
  ['Patient', ({ patient }) => patient.fullName],
  ['System ID', ({ patient }) => `${PATIENT_ID_PREFIX}${patient.id}`],
  ['Published At', ({ publishedAt }) => publishedAt],
  ['Missing', ({ missing }) => (missing === 'no-contact' ? 'Contact' : 'Consent')],
  ...CALL_COLUMNS,
]
