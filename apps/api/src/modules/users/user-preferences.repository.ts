import { z } from 'zod'
import { userPreferences } from '../../core/tables.gen.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

const preferencesRow = z.object({
  patientColumns: userPreferences.patientColumns,
  reportColumns: userPreferences.reportColumns,
})
type PreferencesRow = RowOf<typeof preferencesRow>

const COLUMNS = 'patient_columns as "patientColumns", report_columns as "reportColumns"'

export const findPreferences = (db: Queryable, userId: number): Promise<PreferencesRow | undefined> =>
  db.maybeOne(preferencesRow, `select ${COLUMNS} from user_preferences where user_id = $1`, [userId], {
    name: 'find-preferences',
  })

/** Changes the given fields and returns all of them. */
export const savePreferences = (
  db: Queryable,
  userId: number,
  changes: { [Name in keyof PreferencesRow]?: readonly string[] | null | undefined },
): Promise<PreferencesRow> =>
  db.one(
    preferencesRow,
    `insert into user_preferences as u (user_id, patient_columns, report_columns) values ($1, $2, $3)
     on conflict (user_id) do update
       set patient_columns = case when $4::boolean then excluded.patient_columns else u.patient_columns end,
           report_columns = case when $5::boolean then excluded.report_columns else u.report_columns end,
           updated_at = now()
     returning ${COLUMNS}`,
    [
      userId,
      changes.patientColumns ?? null,
      changes.reportColumns ?? null,
      changes.patientColumns !== undefined,
      changes.reportColumns !== undefined,
    ],
  )
