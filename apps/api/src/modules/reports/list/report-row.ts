import { REPORT_MARKS, reportFileAddress, type Report, type ReportInPatient } from '@zelab/contract'
import { z } from 'zod'
import { reportMarks, suspendedBy } from '../../../core/conditions.ts'
import { patients, reportFiles, reports, unreleasedReports, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export const reportRow = z.object({
  ...pick(reports, 'id title remark'),
  fileName: from('f.name', reportFiles.name),
  ...pick(reports, 'createdAt version'),
  typeId: from('r.report_type_id', reports.reportTypeId),
  typeTitle: from('r.report_type_title', reports.reportTypeTitle),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  patientDateOfBirth: from('p.date_of_birth', patients.dateOfBirth),
  patientGender: from('p.gender', patients.gender),
  patientEmail: from('p.email', patients.email),
  patientPhone: from('p.phone', patients.phone),
  patientEmrId: from('p.emr_id', patients.emrId),
  patientCreatedAt: from('p.created_at', patients.createdAt),
  uploaderName: from('u.full_name', users.fullName),
  uploaderEmail: from('u.email', users.email),
  ...pick(reports, 'withdrawnAt withdrawalReason withdrawalNote'),
  withdrawerName: from('w.full_name', users.fullName.nullable()),
  republishedAs: from(
    `case when r.withdrawn_at is not null then
       (select n.id from reports n where n.republished_from = r.id) end`,
    reports.id.nullable(),
  ),
  suspendedAt: from('s.suspended_at', unreleasedReports.suspendedAt),
  suspenderName: from('x.full_name', users.fullName.nullable()),
  marks: from(reportMarks('r'), z.array(z.enum(REPORT_MARKS))),
  amendmentId: from('s.id', unreleasedReports.id.nullable()),
})

export const REPORT_COLUMNS = columnsOf(reportRow, 'r')

/** The lab published report `r` or owns its patient `p` (AMB-33). */
export const REPORT_LABS = ['r.lab_id', 'p.lab_id'] as const

export const REPORT_JOINS = `
  join report_files f on f.id = r.file_id
  join patients p on p.id = r.patient_id
  join users u on u.id = r.uploaded_by
  left join users w on w.id = r.withdrawn_by
  left join unreleased_reports s on ${suspendedBy('s', 'r')}
  left join users x on x.id = s.suspended_by`

export const toReport = (row: RowOf<typeof reportRow>): Report => ({
  id: row.id,
  title: row.title,
  remark: row.remark,
  filePath: reportFileAddress(row.fileName),
  createdAt: row.createdAt,
  version: row.version,
  marks: row.marks,
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
  ...(row.suspendedAt !== null &&
    row.amendmentId !== null && {
      suspension: {
        at: row.suspendedAt,
        by: { fullName: row.suspenderName ?? '' },
        unreleasedId: row.amendmentId,
      },
    }),
})

export const toReportInPatient = (report: Report): ReportInPatient => ({
  id: report.id,
  title: report.title,
  remark: report.remark,
  filePath: report.filePath,
  createdAt: report.createdAt,
  version: report.version,
  marks: report.marks,
})
