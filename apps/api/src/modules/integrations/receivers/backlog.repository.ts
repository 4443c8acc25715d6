import { z } from 'zod'
import { reportChangeBacklog, reports } from '../../../core/tables.gen.ts'
import { columnsOf } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const backlogRow = z.object({
  id: reportChangeBacklog.id,
  reportTypeId: reportChangeBacklog.reportTypeId,
  wasSensitive: reportChangeBacklog.wasSensitive,
  integrationId: reportChangeBacklog.integrationId,
  afterReportId: reportChangeBacklog.afterReportId,
})
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
