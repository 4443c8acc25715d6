import { z } from 'zod'
import { userPreferences } from '../../core/tables.gen.ts'
import { assignments, columnsOf, insertion, pick, type Changes } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

const preferencesRow = z.object(pick(userPreferences, 'patientColumns reportColumns savedFilters'))
const newPreferencesRow = preferencesRow.extend({ userId: userPreferences.userId })
type PreferencesRow = RowOf<typeof preferencesRow>

const COLUMNS = columnsOf(preferencesRow)

export const findPreferences = (db: Queryable, userId: number): Promise<PreferencesRow | undefined> =>
  db.maybeOne(preferencesRow, `select ${COLUMNS} from user_preferences where user_id = $1`, [userId], {
    name: 'find-preferences',
  })

export const savePreferences = (
  db: Queryable,
  userId: number,
  changes: Changes<typeof preferencesRow>,
): Promise<PreferencesRow> =>
  db.one(
    preferencesRow,
    (parameters) =>
      `insert into user_preferences ${insertion(newPreferencesRow, { ...changes, userId }, parameters)}
     on conflict (user_id) do update set ${assignments(preferencesRow, changes, parameters, 'updated_at = now()')}
     returning ${COLUMNS}`,
  )
