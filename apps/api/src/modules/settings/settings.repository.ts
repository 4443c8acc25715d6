import { API_BASE, STAFF_ROLES, type SetupChecklist } from '@zelab/contract'
import { z } from 'zod'
import { settings, users } from '../../core/tables.gen.ts'
import { assignments, columnsOf, from, pick, type Changes } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const settingsTables: Tables = {
  settings: {
    changes: `support_email support_phone support_hours upload_limit_mb idle_minutes absolute_hours
      updated_at second_factor_roles product_name logo logo_media_type logo_version time_zone
      default_page_size sign_in_attempts sign_in_attempts_per_address sign_in_window_minutes
      retention_years date_order country passkey_roles passkeys_from`,
  },
  settings_updates: { changes: 'updated_at' },
}

const settingsFields = z.object({
  ...pick(settings, 'idleMinutes absoluteHours'),
  secondFactorRoles: z.array(z.enum(STAFF_ROLES)),
  passkeyRoles: z.array(z.enum(STAFF_ROLES)),
  ...pick(settings, 'passkeysFrom signInAttempts signInAttemptsPerAddress signInWindowMinutes supportEmail'),
  ...pick(settings, 'supportPhone supportHours uploadLimitMb retentionYears productName timeZone country'),
  ...pick(settings, 'dateOrder defaultPageSize'),
})
export type SettingsChanges = Changes<typeof settingsFields>

const settingsRow = settingsFields.extend({
  logoVersion: from('case when logo is not null then logo_version end', settings.logoVersion.nullable()),
})
const COLUMNS = columnsOf(settingsRow)

const adminRow = z.object({ fullName: users.fullName, email: users.email })

/** Invited and deactivated ones cannot help. */
export const findAdmins = (db: Queryable) =>
  db.query(
    adminRow,
    `select ${columnsOf(adminRow)} from users
      where user_type_id = 1 and deactivated_at is null and not is_invited order by full_name, id limit 5`,
  )

/** Changes with the logo, so that browsers may cache it permanently. */
const logoAddress = (version: number | null) =>
  version === null ? null : `${API_BASE}/settings/logo?v=${version}`

const toSettings = ({ logoVersion, ...row }: RowOf<typeof settingsRow>) => ({
  ...row,
  logoAddress: logoAddress(logoVersion),
})

export type Settings = ReturnType<typeof toSettings>

export const readSettings = async (db: Queryable): Promise<Settings> =>
  toSettings(await db.one(settingsRow, `select ${COLUMNS} from settings`, [], { name: 'read-settings' }))

export const updateSettings = async (db: Queryable, changes: SettingsChanges): Promise<Settings> =>
  toSettings(
    await db.one(
      settingsRow,
      (parameters) =>
        `update settings set ${assignments(settingsFields, changes, parameters, 'updated_at = now()')}
       returning ${COLUMNS}`,
    ),
  )

export const isKnownTimeZone = (db: Queryable, name: string): Promise<boolean> =>
  db.exists('select 1 from pg_timezone_names where lower(name) = lower($1) limit 1', [name])

const exists = (rows: string) => from(`exists (select from ${rows})`, z.boolean())

/** Each step looks for one row, with an index for large tables. */
const checklistRow = z.object({
  hasLab: exists('labs'),
  hasStaff: exists('users where user_type_id between 2 and 4 and not is_invited and deactivated_at is null'),
  hasReportType: exists('report_types'),
  hasTestMail: exists("activity_log where action = 'mail.test'"),
  hasBackup: exists("backup_runs where kind = 'backup' and state = 'done'"),
  hasContact: exists('settings where support_email is not null or support_phone is not null'),
  hasLetterhead: exists('lab_letterheads where is_used'),
  hasReport: exists('reports'),
  isDismissed: exists("activity_log where action = 'settings.first-steps'"),
})

export const readSetupChecklist = (db: Queryable): Promise<SetupChecklist> =>
  db.one(checklistRow, `select ${columnsOf(checklistRow)}`)
