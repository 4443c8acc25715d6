import type { ReportType } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { reportTypes } from '../../core/tables.gen.ts'
import {
  assignments,
  columnsOf,
  insertion,
  pick,
  type Changes,
  type NewRecord,
} from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { countRecords } from '../../platform/database/record-counts.repository.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const reportTypesTables: Tables = {
  report_types: { changes: 'title description is_sensitive loinc', removes: true },
}

const reportTypeFields = z.object(pick(reportTypes, 'title description isSensitive loinc'))
export type NewReportType = NewRecord<typeof reportTypeFields>
export type ReportTypeChanges = Changes<typeof reportTypeFields>

const reportTypeRow = reportTypeFields.extend({ id: reportTypes.id })
const COLUMNS = columnsOf(reportTypeRow)

export const findReportTypes = (db: Queryable): Promise<ReportType[]> =>
  db.query(reportTypeRow, `select ${COLUMNS} from report_types order by lower(title), id`, [], {
    name: 'find-report-types',
  })

export const reportTypeExists = (db: Queryable, id: number): Promise<boolean> => {
  const text = 'select 1 from report_types where id = $1 for key share'
  return db.exists(text, [id], { name: 'hold-report-type' })
}

/** Excludes withdrawn reports. */
export const countReportsOfType = (scope: LabScope, db: Queryable, id: number): Promise<number> =>
  countRecords(db, { kind: 'reports', labId: scope.everyLab ? undefined : scope.labId, reportTypeId: id })

export const insertReportType = (db: Queryable, type: NewReportType): Promise<ReportType> => {
  const parameters = new SqlParameters()
  const text = `insert into report_types ${insertion(reportTypeFields, type, parameters)} returning ${COLUMNS}`
  return db.one(reportTypeRow, text, parameters.values)
}

const titleRow = z.object({ title: reportTypes.title })

export const lockReportTypeTitle = async (db: Queryable, id: number): Promise<string | undefined> => {
  const text = 'select title from report_types where id = $1 for no key update'
  return (await db.maybeOne(titleRow, text, [id]))?.title
}

export const updateReportType = (
  db: Queryable,
  id: number,
  changes: ReportTypeChanges,
): Promise<ReportType | undefined> =>
  db.maybeOne(
    reportTypeRow,
    (parameters) => `update report_types set ${assignments(reportTypeFields, changes, parameters)}
      where id = ${parameters.add(id)} returning ${COLUMNS}`,
  )

/** False for an unknown type. A type in use fails on its foreign key. */
export const deleteReportType = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.execute('delete from report_types where id = $1', [id])) > 0
