import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { inboxItems, reports } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const untypedRow = z.object(pick(inboxItems, 'id labId sourceId uploadedBy fileName title text'))

export const findUntyped = (db: Queryable, ids: number[]): Promise<RowOf<typeof untypedRow>[]> =>
  db.query(
    untypedRow,
    `select ${columnsOf(untypedRow)} from inbox_items
      where id = any($1::bigint[]) and state = 'open' and kind = 'report' and report_type_id is null`,
    [ids],
    { name: 'find-untyped-items' },
  )

const UNPROPOSED_AT_ONCE = 200

/** Open files with text, of the same sources and uploaders, for which no type is known or proposed. */
export const findUnproposed = (db: Queryable, itemIds: number[]): Promise<number[]> =>
  db.findIds(
    `select distinct i.id from inbox_items one join inbox_items i on i.lab_id = one.lab_id
        and i.source_id is not distinct from one.source_id
        and i.uploaded_by is not distinct from one.uploaded_by
      where one.id = any($1::bigint[]) and i.state = 'open' and i.kind = 'report' and i.report_type_id is null
        and not i.has_proposal and i.text ~ '\\S'
      order by i.id limit ${UNPROPOSED_AT_ONCE}`,
    [itemIds],
  )

/** Leaves out files that another transaction is publishing. Returns the number of changed items. */
export const updateProposed = (db: Queryable, ids: number[], proposed: number[]): Promise<number> =>
  db.execute(
    `update inbox_items set has_proposal = not has_proposal
      where id in (select i.id from inbox_items i
                    where i.id = any($1::bigint[]) and i.has_proposal <> (i.id = any($2::bigint[]))
                    order by i.id for update skip locked)`,
    [ids, proposed],
  )

const chosenTypeRow = z.object({
  sourceId: from('i.source_id', inboxItems.sourceId),
  uploadedBy: from('i.uploaded_by', inboxItems.uploadedBy),
  reportTypeId: from('r.report_type_id', reports.reportTypeId),
})

/** Earlier choices of a lab are forgotten. */
const REMEMBERED_REPORTS = 200

/** The last type that a person chose for each source and uploader. */
export const findChosenTypes = (db: Queryable, labId: number): Promise<RowOf<typeof chosenTypeRow>[]> =>
  db.query(
    chosenTypeRow,
    `select distinct on (i.source_id, i.uploaded_by) ${columnsOf(chosenTypeRow)}
       from (select id, report_type_id, created_at from reports
              where lab_id = $1 and withdrawn_at is null
              order by created_at desc, id desc limit ${REMEMBERED_REPORTS}) r
       join inbox_items i on i.report_id = r.id and i.kind = 'report' and not i.is_automatic
      order by i.source_id, i.uploaded_by, r.created_at desc, r.id desc`,
    [labId],
    { name: 'find-chosen-types' },
  )

/** Locks those of the items whose type the user may set. */
export const lockTypable = (
  scope: LabScope,
  tx: Queryable,
  { ids, userId }: { ids: number[]; userId: number },
): Promise<number[]> =>
  tx.findIds(
    (parameters) => `select i.id from inbox_items i
      where i.id = any(${parameters.add(ids)}::bigint[]) and ${labCondition(scope, parameters, 'i.lab_id')}
        and i.state = 'open' and i.kind = 'report'
        and (i.claimed_by is null or i.claimed_by = ${parameters.add(userId)} or i.claimed_until <= now())
      order by i.id for update`,
  )

const typedRow = z.object({ id: inboxItems.id, labId: inboxItems.labId })

/** Returns the items that have changed. Replaces a title that is empty or that of the earlier type. */
export const updateTypes = (
  tx: Queryable,
  ids: number[],
  type: { id: number; title: string | null },
): Promise<RowOf<typeof typedRow>[]> =>
  tx.query(
    typedRow,
    `update inbox_items i
        set report_type_id = $2,
            title = case when i.title is null
                           or i.title = (select t.title from report_types t where t.id = i.report_type_id)
                         then $3 else i.title end
      where i.id = any($1::bigint[])
        and (i.report_type_id is distinct from $2 or (i.title is null and $3::text is not null))
     returning ${columnsOf(typedRow, 'i')}`,
    [ids, type.id, type.title],
  )
