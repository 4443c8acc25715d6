import { PATIENT_ID_PREFIX, type Report, type ReportMark } from '@zelab/contract'
import type { CsvColumns } from '../../../core/csv-line.ts'

const STATUSES: Record<ReportMark, string> = {
  suspended: 'Suspended',
  critical: 'Critical',
  handedOver: 'Handed over',
  unpaid: 'Payment due',
}

export const REPORT_COLUMNS: CsvColumns<Report> = [
  ['Report ID', ({ id }) => id],
  ['Report Title', ({ title }) => title],
  ['Patient', ({ patient }) => patient.fullName],
  ['System ID', ({ patient }) => `${PATIENT_ID_PREFIX}${patient.id}`],
  ['EMR ID', ({ patient }) => patient.emrId],
  ['Report Type', ({ reportType }) => reportType.title],
  ['Remarks', ({ remark }) => remark],
  ['Version', ({ version }) => version],
  ['Uploaded By', ({ user }) => user.fullName],
  ['Upload Date', ({ createdAt }) => createdAt],
  ['Status', ({ marks }) => marks.map((mark) => STATUSES[mark]).join(', ') || 'Published'],
]
