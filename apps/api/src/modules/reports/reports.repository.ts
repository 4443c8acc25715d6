import type { Report, SortOrder } from '@zelab/contract'
import type { LabScope } from '../../http/caller.ts'
import { labCondition } from '../../http/lab-condition.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import { REPORT_COLUMNS, REPORT_JOINS, toReport, type ReportRecord } from './report-row.ts'

/** Lists show what the own lab published, less what was withdrawn (AMB-33). 0 is every type. */
const listCondition = (scope: LabScope, reportTypeId: number, parameters: SqlParameters) => {
  const conditions = ['r.withdrawn_at is null', labCondition(scope, parameters, 'r.lab_id')]
  if (reportTypeId !== 0) conditions.push(`r.report_type_id = ${parameters.add(reportTypeId)}`)
  return conditions.join(' and ')
}

export const countReports = async (scope: LabScope, db: Queryable, reportTypeId: number): Promise<number> => {
  const parameters = new SqlParameters()
  const condition = listCondition(scope, reportTypeId, parameters)
  const row = await db.one<{ count: number }>(
    `select count(*) from reports r where ${condition}`,
    parameters.values,
  )
  return row.count
}

export const findReports = async (
  scope: LabScope,
  db: Queryable,
  query: { reportTypeId: number; sortOrder: SortOrder },
  page: { limit: number; offset: number },
): Promise<Report[]> => {
  const parameters = new SqlParameters()
  const condition = listCondition(scope, query.reportTypeId, parameters)
  const order = `r.created_at ${query.sortOrder}, r.id ${query.sortOrder}`
  const rows = await db.query<ReportRecord>(
    `select ${REPORT_COLUMNS}
       from (select r.id from reports r where ${condition} order by ${order}
              limit ${parameters.add(page.limit)} offset ${parameters.add(page.offset)}) k
       join reports r on r.id = k.id ${REPORT_JOINS}
      order by ${order}`,
    parameters.values,
  )
  return rows.map(toReport)
}

// One report is the lab's business when the lab published it or looks after its patient (AMB-33).
const REPORT_LABS = ['r.lab_id', 'p.lab_id'] as const

export const findReportsOfPatient = async (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<Report[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query<ReportRecord>(
    `select ${REPORT_COLUMNS} from reports r ${REPORT_JOINS}
      where r.patient_id = ${parameters.add(patientId)} and r.withdrawn_at is null
        and ${labCondition(scope, parameters, ...REPORT_LABS)}
      order by r.created_at desc, r.id desc`,
    parameters.values,
  )
  return rows.map(toReport)
}

export const isPatientInScope = async (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<boolean> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    `select 1 from patients p
      where p.id = ${parameters.add(patientId)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
    parameters.values,
  )
  return rows.length > 0
}

export const findReport = async (scope: LabScope, db: Queryable, id: number): Promise<Report | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne<ReportRecord>(
    `select ${REPORT_COLUMNS} from reports r ${REPORT_JOINS}
      where r.id = ${parameters.add(id)} and ${labCondition(scope, parameters, ...REPORT_LABS)}`,
    parameters.values,
    { name: scope.everyLab ? 'find-report-anywhere' : 'find-report' },
  )
  return row && toReport(row)
}

export const insertReport = async (
  db: Queryable,
  report: {
    labId: number | null
    patientId: number
    reportTypeId: number
    title: string
    remark: string | null
    fileId: number
    uploadedBy: number
  },
): Promise<number> => {
  const row = await db.one<{ id: number }>(
    `insert into reports (lab_id, patient_id, report_type_id, title, remark, file_id, uploaded_by)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      report.labId,
      report.patientId,
      report.reportTypeId,
      report.title,
      report.remark,
      report.fileId,
      report.uploadedBy,
    ],
  )
  return row.id
}

/** False when there is no such report in scope, or it was withdrawn already. */
export const markWithdrawn = async (
  scope: LabScope,
  db: Queryable,
  withdrawal: { reportId: number; by: number; reason: string; note: string | null },
): Promise<boolean> => {
  const parameters = new SqlParameters()
  const by = parameters.add(withdrawal.by)
  const count = await db.execute(
    `update reports r
        set withdrawn_at = now(), withdrawn_by = ${by}, withdrawal_reason = ${parameters.add(withdrawal.reason)},
            withdrawal_note = ${parameters.add(withdrawal.note)}
       from patients p
      where r.id = ${parameters.add(withdrawal.reportId)} and p.id = r.patient_id and r.withdrawn_at is null
        and ${labCondition(scope, parameters, ...REPORT_LABS)}`,
    parameters.values,
  )
  return count > 0
}
