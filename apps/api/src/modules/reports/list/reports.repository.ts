import type { Report, SortOrder } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/lab-condition.ts'
import type { TotalledRows } from '../../../core/pagination.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { pageClause, pageName, type PageOfRows } from '../../../platform/database/page-clause.ts'
import {
  countRecords,
  recordCount,
  type Counted,
} from '../../../platform/database/record-counts.repository.ts'
import { idRow } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { REPORT_COLUMNS, REPORT_JOINS, reportRow, toReport } from './report-row.ts'

/** Lists show the reports published by the own lab, without withdrawn ones (AMB-33). 0 is every type. */
const listCondition = (scope: LabScope, reportTypeId: number, parameters: SqlParameters) => {
  const conditions = ['r.withdrawn_at is null', labCondition(scope, parameters, 'r.lab_id')]
  if (reportTypeId !== 0) conditions.push(`r.report_type_id = ${parameters.add(reportTypeId)}`)
  return conditions.join(' and ')
}

const reportsIn = (scope: LabScope, reportTypeId: number): Counted => ({
  kind: 'reports',
  labId: scope.everyLab ? undefined : scope.labId,
  reportTypeId,
})

export const countReports = (scope: LabScope, db: Queryable, reportTypeId: number): Promise<number> =>
  countRecords(db, reportsIn(scope, reportTypeId))

const listedRow = reportRow.extend({ total: z.int() })

export const findReports = async (
  scope: LabScope,
  db: Queryable,
  query: { reportTypeId: number; sortOrder: SortOrder },
  page: PageOfRows,
): Promise<TotalledRows<Report>> => {
  const parameters = new SqlParameters()
  const condition = listCondition(scope, query.reportTypeId, parameters)
  const order = `r.created_at ${query.sortOrder}, r.id ${query.sortOrder}`
  const rows = await db.query(
    listedRow,
    `select ${REPORT_COLUMNS}, ${recordCount(reportsIn(scope, query.reportTypeId), parameters)} as total
       from (select r.id from reports r where ${condition} order by ${order} ${pageClause(page, parameters)}) k
       join reports r on r.id = k.id ${REPORT_JOINS}
      order by ${order}`,
    parameters.values,
    pageName(page, 'find-reports', [
      scope.everyLab ? 'anywhere' : 'lab',
      query.reportTypeId === 0 ? 'any-type' : 'type',
      query.sortOrder,
    ]),
  )
  return { rows: rows.map(toReport), total: rows[0]?.total }
}

/** The reports after a given one in list order; the first ones without `after`. */
export const findReportsAfter = async (
  scope: LabScope,
  db: Queryable,
  query: { reportTypeId: number; sortOrder: SortOrder },
  after: Pick<Report, 'id' | 'createdAt'> | undefined,
  limit: number,
): Promise<Report[]> => {
  const parameters = new SqlParameters()
  const condition = listCondition(scope, query.reportTypeId, parameters)
  const sign = query.sortOrder === 'asc' ? '>' : '<'
  const rest = after
    ? `(r.created_at, r.id) ${sign} (${parameters.add(after.createdAt)}::timestamptz, ${parameters.add(after.id)})`
    : 'true'
  const order = `r.created_at ${query.sortOrder}, r.id ${query.sortOrder}`
  const rows = await db.query(
    reportRow,
    `select ${REPORT_COLUMNS}
       from (select r.id from reports r where ${condition} and ${rest} order by ${order}
              limit ${parameters.add(limit)}) k
       join reports r on r.id = k.id ${REPORT_JOINS}
      order by ${order}`,
    parameters.values,
  )
  return rows.map(toReport)
}

// A report is in scope when the lab published it or has its patient (AMB-33).
const REPORT_LABS = ['r.lab_id', 'p.lab_id'] as const

export const findReportsOfPatient = async (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<Report[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    reportRow,
    `select ${REPORT_COLUMNS} from reports r ${REPORT_JOINS}
      where r.patient_id = ${parameters.add(patientId)} and r.withdrawn_at is null
        and ${labCondition(scope, parameters, ...REPORT_LABS)}
      order by r.created_at desc, r.id desc`,
    parameters.values,
    { name: scope.everyLab ? 'find-reports-of-patient-anywhere' : 'find-reports-of-patient' },
  )
  return rows.map(toReport)
}

/** The id of the record in scope that an id redirects to: another one after a merge. */
export const findSurvivingPatientId = async (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<number | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne(
    idRow,
    `select p.id from patients p
      where p.id = surviving_patient(${parameters.add(patientId)})
        and ${labCondition(scope, parameters, 'p.lab_id')}`,
    parameters.values,
  )
  return row?.id
}

export const findReport = async (scope: LabScope, db: Queryable, id: number): Promise<Report | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne(
    reportRow,
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
    /** The withdrawn report of the wrong patient that this one replaces. */
    republishedFrom?: number
  },
): Promise<number> => {
  const row = await db.one(
    idRow,
    `insert into reports (lab_id, patient_id, report_type_id, title, remark, file_id, uploaded_by,
                          republished_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      report.labId,
      report.patientId,
      report.reportTypeId,
      report.title,
      report.remark,
      report.fileId,
      report.uploadedBy,
      report.republishedFrom ?? null,
    ],
    { name: 'insert-report' },
  )
  return row.id
}
