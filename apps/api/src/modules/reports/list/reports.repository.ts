import type { Report } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { reports } from '../../../core/tables.gen.ts'
import { insertion, type NewRecord, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow } from '../../../platform/database/row-schema.ts'
import { REPORT_COLUMNS, REPORT_JOINS, REPORT_LABS, reportRow, toReport } from './report-row.ts'

export const findReportsOfPatient = async (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<Report[]> => {
  const rows = await db.query(
    reportRow,
    (parameters) => `select ${REPORT_COLUMNS} from reports r ${REPORT_JOINS}
      where r.patient_id = ${parameters.add(patientId)} and r.withdrawn_at is null
        and ${labCondition(scope, parameters, ...REPORT_LABS)}
      order by r.created_at desc, r.id desc`,
    { name: scope.everyLab ? 'find-reports-of-patient-anywhere' : 'find-reports-of-patient' },
  )
  return rows.map(toReport)
}

export const findSurvivingPatientId = async (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    idRow,
    (parameters) => `select p.id from patients p
      where p.id = surviving_patient(${parameters.add(patientId)})
        and ${labCondition(scope, parameters, 'p.lab_id')}`,
  )
  return row?.id
}

export const findReport = async (scope: LabScope, db: Queryable, id: number): Promise<Report | undefined> => {
  const row = await db.maybeOne(
    reportRow,
    (parameters) => `select ${REPORT_COLUMNS} from reports r ${REPORT_JOINS}
      where r.id = ${parameters.add(id)} and ${labCondition(scope, parameters, ...REPORT_LABS)}`,
    { name: scope.everyLab ? 'find-report-anywhere' : 'find-report' },
  )
  return row && toReport(row)
}

const newReportRow = z.object({
  ...pick(reports, 'labId patientId reportTypeId title remark fileId uploadedBy'),
  /** The withdrawn report of the wrong patient that this one replaces. */
  ...pick(reports, 'republishedFrom visitId'),
  /** How a second person released it. */
  releaseId: reports.releaseId,
})

export const insertReport = (db: Queryable, report: NewRecord<typeof newReportRow>): Promise<number> =>
  db.insertedId(
    (parameters) => `insert into reports ${insertion(newReportRow, report, parameters)} returning id`,
    { name: 'insert-report' },
  )
