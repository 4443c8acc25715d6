/** The columns of lists that a user can show or hide; Actions are always visible. */
export const PATIENT_LIST_COLUMNS = [
  'id',
  'fullName',
  'contact',
  'personal',
  'emrId',
  'registration',
] as const
export type PatientListColumn = (typeof PATIENT_LIST_COLUMNS)[number]

export const REPORT_LIST_COLUMNS = ['title', 'patient', 'reportType', 'uploadedBy', 'uploadDate'] as const
export type ReportListColumn = (typeof REPORT_LIST_COLUMNS)[number]
