import { reportFileAddress, type Report, type ReportInPatient } from '@zelab/contract'
import { z } from 'zod'
import { patients, reportFiles, reports, users } from '../../../core/tables.gen.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export const reportRow = z.object({
  id: reports.id,
  title: reports.title,
  remark: reports.remark,
  fileName: reportFiles.name,
  createdAt: reports.createdAt,
  version: reports.version,
  typeId: reports.reportTypeId,
  typeTitle: reports.reportTypeTitle,
  patientId: patients.id,
  patientName: patients.fullName,
  patientDateOfBirth: patients.dateOfBirth,
  patientGender: patients.gender,
  patientEmail: patients.email,
  patientPhone: patients.phone,
  patientEmrId: patients.emrId,
  patientCreatedAt: patients.createdAt,
  uploaderName: users.fullName,
  uploaderEmail: users.email,
  withdrawnAt: reports.withdrawnAt,
  withdrawalReason: reports.withdrawalReason,
  withdrawalNote: reports.withdrawalNote,
  withdrawerName: users.fullName.nullable(),
  republishedAs: reports.id.nullable(),
})

/** Selects a report `r` with its file, type, patient, uploader and withdrawing user. */
export const REPORT_COLUMNS = `
  r.id, r.title, r.remark, f.name as "fileName", r.created_at as "createdAt", r.version,
  r.report_type_id as "typeId", r.report_type_title as "typeTitle",
  p.id as "patientId", p.full_name as "patientName", p.date_of_birth as "patientDateOfBirth",
  p.gender as "patientGender", p.email as "patientEmail", p.phone as "patientPhone",
  p.emr_id as "patientEmrId", p.created_at as "patientCreatedAt",
  u.full_name as "uploaderName", u.email as "uploaderEmail",
  r.withdrawn_at as "withdrawnAt", r.withdrawal_reason as "withdrawalReason", r.withdrawal_note as "withdrawalNote",
  w.full_name as "withdrawerName",
  case when r.withdrawn_at is not null then
    (select n.id from reports n where n.republished_from = r.id) end as "republishedAs"`

export const REPORT_JOINS = `
  join report_files f on f.id = r.file_id
  join patients p on p.id = r.patient_id
  join users u on u.id = r.uploaded_by
  left join users w on w.id = r.withdrawn_by`

export const toReport = (row: RowOf<typeof reportRow>): Report => ({
  id: row.id,
  title: row.title,
  remark: row.remark,
  filePath: reportFileAddress(row.fileName),
  createdAt: row.createdAt,
  version: row.version,
  reportType: { id: row.typeId, title: row.typeTitle },
  patient: {
    id: row.patientId,
    fullName: row.patientName,
    dateOfBirth: row.patientDateOfBirth,
    gender: row.patientGender,
    email: row.patientEmail,
    phone: { number: row.patientPhone },
    emrId: row.patientEmrId,
    createdAt: row.patientCreatedAt,
  },
  user: { fullName: row.uploaderName, email: row.uploaderEmail },
  withdrawal:
    row.withdrawnAt === null
      ? null
      : {
          reason: row.withdrawalReason ?? '',
          note: row.withdrawalNote,
          at: row.withdrawnAt,
          by: { fullName: row.withdrawerName ?? '' },
          republishedAs: row.republishedAs,
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
