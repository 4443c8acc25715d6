import { z } from 'zod'
import { reportChangeBacklog, reportCorrections, reports } from '../../../core/tables.gen.ts'
import { columnsOf, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const backlogRow = z.object(
  pick(reportChangeBacklog, 'id reportTypeId wasSensitive integrationId afterReportId'),
)
export type Backlog = RowOf<typeof backlogRow>

export const lockBacklog = (tx: Queryable): Promise<Backlog | undefined> =>
  tx.maybeOne(
    backlogRow,
    `select ${columnsOf(backlogRow)} from report_change_backlog order by id limit 1 for update skip locked`,
  )

const idRow = z.object({ id: reports.id })

export const findReportsOfType = (tx: Queryable, { reportTypeId, afterReportId }: Backlog, most: number) =>
  tx.query(
    idRow,
    `select r.id from reports r where r.report_type_id = $1 and r.id > $2 order by r.id limit $3`,
    [reportTypeId, afterReportId, most],
  )

export const findReportsOfConnection = (
  tx: Queryable,
  { integrationId, afterReportId }: Backlog,
  most: number,
) =>
  tx.query(
    idRow,
    `select a.report_id as id from integration_reports a
      where a.integration_id = $1 and a.report_id > $2 order by a.report_id limit $3`,
    [integrationId, afterReportId, most],
  )

/** Without effect in a lab without connections. */
export const noteChange = async (
  tx: Queryable,
  reportId: number,
  wasSensitive: boolean | null,
): Promise<void> => {
  await tx.execute(`select note_report_change($1, 'changed', null, $2, true)`, [reportId, wasSensitive], {
    name: 'note-report-change',
  })
}

export const advanceBacklog = async (tx: Queryable, id: number, afterReportId: number): Promise<void> => {
  await tx.execute('update report_change_backlog set after_report_id = $2 where id = $1', [id, afterReportId])
}

export const deleteBacklog = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute('delete from report_change_backlog where id = $1', [id])
}

const correctionRow = z.object(pick(reportCorrections, 'id labId subject subjectId afterId'))
export type Correction = RowOf<typeof correctionRow>

/** Those of few reports do not wait for those of many. */
export const findNextCorrection = (db: Queryable): Promise<Correction | undefined> =>
  db.maybeOne(
    correctionRow,
    `select ${columnsOf(correctionRow)} from report_corrections
      order by subject not in ('patient', 'referrer'), id limit 1`,
  )

/** @returns undefined if another process works on it or has finished it */
export const lockCorrection = (tx: Queryable, id: number): Promise<Correction | undefined> =>
  tx.maybeOne(
    correctionRow,
    `select ${columnsOf(correctionRow)} from report_corrections where id = $1 for update skip locked`,
    [id],
  )

const OF_LAB = 'coalesce(r.lab_id, r.patient_lab_id) = $1'
const WITH_VERSION = `(select w.report_id from report_versions w where w.published_by = $2
  union select w.report_id from unreleased_reports n join report_versions w on w.release_id = n.id
   where n.released_by = $2)`

/** Reports of a lab that show a subject, by its kind. */
const SHOWING: Readonly<Record<Correction['subject'], string>> = {
  patient: `reports r where r.patient_id = $2 and ${OF_LAB}`,
  referrer: `visits v join reports r on r.visit_id = v.id where v.referrer_id = $2 and ${OF_LAB}`,
  'report-type': `reports r where r.report_type_id = $2 and ${OF_LAB}`,
  lab: `reports r where $2::bigint = $1::bigint and ${OF_LAB}`,
  user: `reports r where r.id in ${WITH_VERSION} and ${OF_LAB}`,
}

/** Locks them: a change of a report locks it before the changes of its lab. */
export const lockCorrectedReports = (
  tx: Queryable,
  { labId, subject, subjectId, afterId }: Correction,
  most: number,
) =>
  tx.query(
    idRow,
    `select r.id from ${SHOWING[subject]} and r.id > $3 and r.withdrawn_at is null
      order by r.id limit $4 for no key update of r`,
    [labId, subjectId, afterId, most],
  )

/** Has no effect if the systems of the lab were already told what the report shows. */
export const noteCorrection = async (tx: Queryable, reportId: number): Promise<void> => {
  await tx.execute('select note_correction($1)', [reportId], { name: 'note-correction' })
}

export const advanceCorrection = async (tx: Queryable, id: number, afterId: number): Promise<void> => {
  await tx.execute('update report_corrections set after_id = $2 where id = $1', [id, afterId])
}

export const deleteCorrection = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute('delete from report_corrections where id = $1', [id])
}
