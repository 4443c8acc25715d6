import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { inboxItems, reportFiles } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ReadableFile } from '../../files/readable-file.ts'

/** Notes that the whole file of an open item was sent to a user. */
export const markItemOpened = async (db: Queryable, itemId: number, by: number): Promise<void> => {
  await db.execute(
    `update inbox_items set opened_by = opened_by || $2::bigint
      where id = $1 and state = 'open' and not $2 = any (opened_by)`,
    [itemId, by],
  )
}

const fileRow = z.object({
  labId: from('i.lab_id', inboxItems.labId),
  ...pick(reportFiles, 'name mediaType sizeBytes'),
  checksum: from("encode(f.sha256, 'hex')", z.string()),
  originalName: reportFiles.originalName,
})

export const findItemFile = async (
  scope: LabScope,
  db: Queryable,
  itemId: number,
): Promise<(ReadableFile & { labId: number }) | undefined> => {
  const row = await db.maybeOne(
    fileRow,
    (parameters) => `select ${columnsOf(fileRow, 'f')}
       from inbox_items i join report_files f on f.id = i.file_id
      where i.id = ${parameters.add(itemId)} and f.report_id is null
        and ${labCondition(scope, parameters, 'i.lab_id')}`,
  )
  return row && { ...row, reportId: null, reportTitle: null, isWithdrawn: false, isCurrent: null }
}
