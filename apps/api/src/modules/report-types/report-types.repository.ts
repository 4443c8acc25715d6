import type { ReportType } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { reportTypes } from '../../core/tables.gen.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { countRecords } from '../../platform/database/record-counts.repository.ts'

export interface ReportTypeFields {
  title: string
  description: string | null
  /** Undefined leaves it unchanged, and is false for a new type. */
  isSensitive?: boolean | undefined
}

const reportTypeRow = z.object({
  id: reportTypes.id,
  title: reportTypes.title,
  description: reportTypes.description,
  isSensitive: reportTypes.isSensitive,
})

const COLUMNS = 'id, title, description, is_sensitive as "isSensitive"'

export const findReportTypes = (db: Queryable): Promise<ReportType[]> =>
  db.query(reportTypeRow, `select ${COLUMNS} from report_types order by lower(title), id`, [], {
    name: 'find-report-types',
  })

export const reportTypeExists = (db: Queryable, id: number): Promise<boolean> => {
  const text = 'select 1 from report_types where id = $1 for key share'
  return db.exists(text, [id], { name: 'hold-report-type' })
}

/** Number of current reports in scope with this type, excluding withdrawn ones. */
export const countReportsOfType = (scope: LabScope, db: Queryable, id: number): Promise<number> =>
  countRecords(db, { kind: 'reports', labId: scope.everyLab ? undefined : scope.labId, reportTypeId: id })

export const insertReportType = (db: Queryable, fields: ReportTypeFields): Promise<ReportType> =>
  db.one(
    reportTypeRow,
    `insert into report_types (title, description, is_sensitive) values ($1, $2, $3) returning ${COLUMNS}`,
    [fields.title, fields.description, fields.isSensitive ?? false],
  )

const titleRow = z.object({ title: reportTypes.title })

/** The title of a type, locked until the transaction ends. */
export const lockReportTypeTitle = async (db: Queryable, id: number): Promise<string | undefined> => {
  const text = 'select title from report_types where id = $1 for no key update'
  return (await db.maybeOne(titleRow, text, [id]))?.title
}

export const updateReportType = (
  db: Queryable,
  id: number,
  fields: ReportTypeFields,
): Promise<ReportType | undefined> =>
  db.maybeOne(
    reportTypeRow,
    `update report_types set title = $2, description = $3, is_sensitive = coalesce($4, is_sensitive)
      where id = $1 returning ${COLUMNS}`,
    [id, fields.title, fields.description, fields.isSensitive ?? null],
  )

/** False when there is no such type; a type in use fails on its foreign key. */
export const deleteReportType = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.execute('delete from report_types where id = $1', [id])) > 0
