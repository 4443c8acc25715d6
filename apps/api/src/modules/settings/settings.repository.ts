import { API_BASE, STAFF_ROLES, type SetupChecklist } from '@zelab/contract'
import { z } from 'zod'
import { settings } from '../../core/tables.gen.ts'
import { assignments, columnsOf, from, type Changes } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'

const settingsFields = z.object({
  idleMinutes: settings.idleMinutes,
  absoluteHours: settings.absoluteHours,
  secondFactorRoles: z.array(z.enum(STAFF_ROLES)),
  signInAttempts: settings.signInAttempts,
  signInAttemptsPerAddress: settings.signInAttemptsPerAddress,
  signInWindowMinutes: settings.signInWindowMinutes,
  supportEmail: settings.supportEmail,
  supportPhone: settings.supportPhone,
  supportHours: settings.supportHours,
  uploadLimitMb: settings.uploadLimitMb,
  retentionYears: settings.retentionYears,
  productName: settings.productName,
  timeZone: settings.timeZone,
  dateOrder: settings.dateOrder,
  defaultPageSize: settings.defaultPageSize,
})
export type SettingsChanges = Changes<typeof settingsFields>

const settingsRow = settingsFields.extend({
  logoVersion: from('case when logo is not null then logo_version end', settings.logoVersion.nullable()),
})
const COLUMNS = columnsOf(settingsRow)

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

export const updateSettings = async (db: Queryable, changes: SettingsChanges): Promise<Settings> => {
  const parameters = new SqlParameters()
  return toSettings(
    await db.one(
      settingsRow,
      `update settings set ${assignments(settingsFields, changes, parameters, 'updated_at = now()')}
       returning ${COLUMNS}`,
      parameters.values,
    ),
  )
}

export const isKnownTimeZone = (db: Queryable, name: string): Promise<boolean> =>
  db.exists('select 1 from pg_timezone_names where lower(name) = lower($1) limit 1', [name])

const checklistRow = z.object({
  hasLab: z.boolean(),
  hasStaff: z.boolean(),
  hasReportType: z.boolean(),
  hasTestMail: z.boolean(),
  hasBackup: z.boolean(),
  hasContact: z.boolean(),
  hasLetterhead: z.boolean(),
  hasReport: z.boolean(),
  isDismissed: z.boolean(),
})

/** Each step looks for one row, with an index for large tables. */
export const readSetupChecklist = (db: Queryable): Promise<SetupChecklist> =>
  db.one(
    checklistRow,
    `select exists (select from labs) as "hasLab",
            exists (select from users where user_type_id between 2 and 4) as "hasStaff",
            exists (select from report_types) as "hasReportType",
            exists (select from activity_log where action = 'mail.test') as "hasTestMail",
            exists (select from backup_runs where kind = 'backup' and state = 'done') as "hasBackup",
            exists (select from settings where support_email is not null or support_phone is not null) as "hasContact",
            exists (select from lab_letterheads where is_used) as "hasLetterhead",
            exists (select from reports) as "hasReport",
            exists (select from activity_log where action = 'settings.first-steps') as "isDismissed"`,
  )
