import { z } from 'zod'
import { backupChoice } from '../../core/tables.gen.ts'
import { columnsOf } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'

const choiceRow = z.object({ placeId: backupChoice.placeId, folder: backupChoice.folder })

export const findChoice = (db: Queryable): Promise<{ placeId: string; folder: string } | undefined> =>
  db.maybeOne(choiceRow, `select ${columnsOf(choiceRow)} from backup_choice`)

export const writeChoice = async (
  db: Queryable,
  choice: { placeId: string; folder: string; by: number },
): Promise<void> => {
  await db.execute(
    `insert into backup_choice (place_id, folder, chosen_by) values ($1, $2, $3)
     on conflict (only_row) do update
        set place_id = excluded.place_id, folder = excluded.folder, chosen_by = excluded.chosen_by, chosen_at = now()`,
    [choice.placeId, choice.folder, choice.by],
  )
}

export const deleteChoice = async (db: Queryable): Promise<boolean> =>
  (await db.execute('delete from backup_choice')) > 0

export const deleteSetup = async (db: Queryable): Promise<boolean> =>
  (await db.execute('delete from backup_setup')) > 0
