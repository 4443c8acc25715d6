import { z } from 'zod'
import { inboxItems } from '../../../core/tables.gen.ts'
import { columnsOf, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'

const sortedRow = z.object(pick(inboxItems, 'id fileName text receivedAt'))

export const findNewestFiles = (
  db: Queryable,
  labId: number,
  limit: number,
): Promise<{ id: number; fileName: string; text: string; receivedAt: string }[]> =>
  db.query(
    sortedRow,
    `select ${columnsOf(sortedRow)} from inbox_items
      where lab_id = $1 and kind <> 'withdrawal' order by id desc limit $2`,
    [labId, limit],
  )

const SORTED_AT_ONCE = 1_000

export const findUnsorted = (
  tx: Queryable,
  labId: number,
): Promise<{ id: number; fileName: string; text: string; receivedAt: string }[]> =>
  tx.query(
    sortedRow,
    `select ${columnsOf(sortedRow)} from inbox_items
      where lab_id = $1 and state = 'open' and report_type_id is null and kind = 'report'
      order by id limit ${SORTED_AT_ONCE} for update`,
    [labId],
  )

export const updateSorting = async (
  tx: Queryable,
  id: number,
  { reportTypeId, title }: { reportTypeId: number; title: string },
): Promise<void> => {
  await tx.execute('update inbox_items set report_type_id = $2, title = $3 where id = $1', [
    id,
    reportTypeId,
    title,
  ])
}

/** Keeps texts of open items and of the newest files of each lab. */
export const deleteOldTexts = async (db: Queryable, kept: number): Promise<void> => {
  await db.execute(
    `update inbox_items i set text = ''
      where i.state <> 'open' and i.text <> ''
        and i.id < (select min(id) from (
              select n.id from inbox_items n where n.lab_id = i.lab_id order by n.id desc limit $1) n)`,
    [kept],
  )
}
