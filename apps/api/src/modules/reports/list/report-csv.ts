import { PATIENT_ID_PREFIX, type Report } from '@zelab/contract'
import type { CsvCell } from '../../../core/csv-line.ts'

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
  ],
}
