import { reportFileAddress, type Report, type ReportInPatient } from '@zelab/contract'

export interface ReportRecord {
  id: number
  title: string
  remark: string | null
  file_name: string
  created_at: string
  version: number
  type_id: number
  type_title: string
  patient_id: number
  patient_name: string
  patient_date_of_birth: string
  patient_gender: Report['patient']['gender']
  patient_email: string | null
  patient_phone: string
  patient_emr_id: string | null
  patient_created_at: string
  uploader_name: string
  uploader_email: string
  withdrawn_at: string | null
  withdrawal_reason: string | null
  withdrawal_note: string | null
  withdrawer_name: string | null
  republished_as: number | null
}

/** Selects a report `r` with its file, type, patient, uploader and withdrawing user. */
export const REPORT_COLUMNS = `
  r.id, r.title, r.remark, f.name as file_name, r.created_at, r.version,
  r.report_type_id as type_id, r.report_type_title as type_title,
  p.id as patient_id, p.full_name as patient_name, p.date_of_birth as patient_date_of_birth,
  p.gender as patient_gender, p.email as patient_email, p.phone as patient_phone,
  p.emr_id as patient_emr_id, p.created_at as patient_created_at,
  u.full_name as uploader_name, u.email as uploader_email,
  r.withdrawn_at, r.withdrawal_reason, r.withdrawal_note, w.full_name as withdrawer_name,
  case when r.withdrawn_at is not null then
    (select n.id from reports n where n.republished_from = r.id) end as republished_as`

export const REPORT_JOINS = `
  join report_files f on f.id = r.file_id
  join patients p on p.id = r.patient_id
  join users u on u.id = r.uploaded_by
  left join users w on w.id = r.withdrawn_by`

export const toReport = (row: ReportRecord): Report => ({
  id: row.id,
  title: row.title,
  remark: row.remark,
  filePath: reportFileAddress(row.file_name),
  createdAt: row.created_at,
  version: row.version,
  reportType: { id: row.type_id, title: row.type_title },
  patient: {
    id: row.patient_id,
    fullName: row.patient_name,
    dateOfBirth: row.patient_date_of_birth,
    gender: row.patient_gender,
    email: row.patient_email,
    phone: { number: row.patient_phone },
    emrId: row.patient_emr_id,
    createdAt: row.patient_created_at,
  },
  user: { fullName: row.uploader_name, email: row.uploader_email },
  withdrawal:
    row.withdrawn_at === null
      ? null
      : {
          reason: row.withdrawal_reason ?? '',
          note: row.withdrawal_note,
          at: row.withdrawn_at,
          by: { fullName: row.withdrawer_name ?? '' },
          republishedAs: row.republished_as,
        },
})

export const toReportInPatient = (report: Report): ReportInPatient => ({
  id: report.id,
  title: report.title,
  remark: report.remark,
  filePath: report.filePath,
  createdAt: report.createdAt,
  version: report.version,
})
