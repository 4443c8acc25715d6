import { PATIENT_ID_PREFIX, type Report, type ReportMark } from '@zelab/contract'
import type { CsvCell } from '../../../core/csv-line.ts'

const STATUSES: Record<ReportMark, string> = {
  suspended: 'Suspended',
  critical: 'Critical',
  handedOver: 'Handed over',
  unpaid: 'Unpaid',
}

export const REPORT_EXPORT = {
  fileName: 'reports.csv',
  headings: [
    'Report ID',
    'Report Title',
    'Patient',
    'System ID',
    'EMR ID',
    'Report Type',
    'Remarks',
    'Version',
    'Uploaded By',
    'Upload Date',
    'Status',
  ],
  cellsOf: (report: Report): CsvCell[] => [
    report.id,
    report.title,
    report.patient.fullName,
    `${PATIENT_ID_PREFIX}${report.patient.id}`,
    report.patient.emrId,
    report.reportType.title,
    report.remark,
    report.version,
    report.user.fullName,
    report.createdAt,
    report.marks.length === 0 ? 'Published' : report.marks.map((mark) => STATUSES[mark]).join(', '),
  ],
}
