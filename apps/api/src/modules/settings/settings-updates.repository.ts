import { z } from 'zod'
import { settingsUpdates } from '../../core/tables.gen.ts'
import { columnsOf } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'

export interface SettingsSection {
  /** Null for the whole installation. */
  labId: number | null
  section: string
}

const updateRow = z.object({ updatedAt: settingsUpdates.updatedAt })
const COLUMNS = columnsOf(updateRow)

export const findSettingsUpdate = async (
  db: Queryable,
  { labId, section }: SettingsSection,
): Promise<string | null> =>
  (
    await db.maybeOne(
      updateRow,
      `select ${COLUMNS} from settings_updates where lab_id is not distinct from $1 and section = $2`,
      [labId, section],
    )
  )?.updatedAt ?? null

export const lockSettingsUpdate = async (
  tx: Queryable,
  { labId, section }: SettingsSection,
): Promise<string | null> => {
  await tx.execute('insert into settings_updates (lab_id, section) values ($1, $2) on conflict do nothing', [
    labId,
    section,
  ])
  const { updatedAt } = await tx.one(
    updateRow,
    `select ${COLUMNS} from settings_updates where lab_id is not distinct from $1 and section = $2 for update`,
    [labId, section],
  )
  return updatedAt
}

/** Always later than the previous update. */
export const markSettingsUpdate = async (
  tx: Queryable,
  { labId, section }: SettingsSection,
): Promise<string | null> => {
  const { updatedAt } = await tx.one(
    updateRow,
    `update settings_updates set updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where lab_id is not distinct from $1 and section = $2 returning ${COLUMNS}`,
    [labId, section],
  )
  return updatedAt
}
