import type { Report, ShownReport } from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/lab-condition.ts'
import type { ReportPart } from '../../../core/report-part.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { REPORT_COLUMNS, REPORT_JOINS, reportRow, toReport } from './report-row.ts'

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

/** Injected, because the modules that know these parts depend on this one. */
export interface ShownReportParts {
  file: ReportPart<Pick<ShownReport, 'firstPage' | 'stamp'>>
  automatic: ReportPart<ShownReport['automatic']>
}

/** Composed once, because a row schema is not made for each call. */
export const createShownReportFinder = ({ file, automatic }: ShownReportParts) => {
  // The columns of the parts have no names here; their own functions read them.
  const row = reportRow.extend({ ...file.row.shape, ...automatic.row.shape }) as unknown as typeof reportRow
  const select = `select ${REPORT_COLUMNS}, ${file.columns}, ${automatic.columns}
     from reports r ${REPORT_JOINS} ${file.joins} ${automatic.joins}`

  /** A report as its page shows it, in one statement with the parts of other modules. */
  return async (scope: LabScope, db: Queryable, id: number): Promise<ShownReport | undefined> => {
    const parameters = new SqlParameters()
    const found = await db.maybeOne(
      row,
      `${select} where r.id = ${parameters.add(id)} and ${labCondition(scope, parameters, ...REPORT_LABS)}`,
      parameters.values,
      { name: scope.everyLab ? 'find-shown-report-anywhere' : 'find-shown-report' },
    )
    return (
      found && {
        ...toReport(found),
        ...file.valueOf(found, found.fileName),
        automatic: automatic.valueOf(found, found.fileName),
      }
    )
  }
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
