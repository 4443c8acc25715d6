import { API_BASE, STAFF_ROLES, type GeneralSettings, type SecuritySettings } from '@zelab/contract'
import { z } from 'zod'
import { settings as settingsTable } from '../../core/tables.gen.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

/** `timeZone` is null where the environment decides. */
export type Settings = Omit<GeneralSettings, 'timeZone'> & { timeZone: string | null } & SecuritySettings

const settingsRow = z.object({
  supportEmail: settingsTable.supportEmail,
  supportPhone: settingsTable.supportPhone,
  supportHours: settingsTable.supportHours,
  uploadLimitMb: settingsTable.uploadLimitMb,
  retentionYears: settingsTable.retentionYears,
  idleMinutes: settingsTable.idleMinutes,
  absoluteHours: settingsTable.absoluteHours,
  secondFactorRoles: z.array(z.enum(STAFF_ROLES)),
  productName: settingsTable.productName,
  logoVersion: settingsTable.logoVersion.nullable(),
  timeZone: settingsTable.timeZone,
  dateOrder: settingsTable.dateOrder,
  defaultPageSize: settingsTable.defaultPageSize,
  signInAttempts: settingsTable.signInAttempts,
  signInAttemptsPerAddress: settingsTable.signInAttemptsPerAddress,
  signInWindowMinutes: settingsTable.signInWindowMinutes,
})

const COLUMNS = `
  support_email as "supportEmail", support_phone as "supportPhone", support_hours as "supportHours",
  upload_limit_mb as "uploadLimitMb", retention_years as "retentionYears", idle_minutes as "idleMinutes",
  absolute_hours as "absoluteHours", second_factor_roles as "secondFactorRoles", product_name as "productName",
  case when logo is not null then logo_version end as "logoVersion", time_zone as "timeZone",
  date_order as "dateOrder", default_page_size as "defaultPageSize", sign_in_attempts as "signInAttempts",
  sign_in_attempts_per_address as "signInAttemptsPerAddress", sign_in_window_minutes as "signInWindowMinutes"`

/** Changes with the picture, so that browsers may cache it permanently. */
const logoAddress = (version: number | null) =>
  version === null ? null : `${API_BASE}/settings/logo?v=${version}`

const toSettings = ({ logoVersion, ...row }: RowOf<typeof settingsRow>): Settings => ({
  ...row,
  logoAddress: logoAddress(logoVersion),
})

export const readSettings = async (db: Queryable): Promise<Settings> =>
  toSettings(await db.one(settingsRow, `select ${COLUMNS} from settings`, [], { name: 'read-settings' }))

export const writeSettings = async (db: Queryable, settings: Settings): Promise<Settings> =>
  toSettings(
    await db.one(
      settingsRow,
      `update settings
          set support_email = $1, support_phone = $2, support_hours = $3, upload_limit_mb = $4,
              idle_minutes = $5, absolute_hours = $6, second_factor_roles = $7, product_name = $8,
              time_zone = $9, default_page_size = $10, sign_in_attempts = $11,
              sign_in_attempts_per_address = $12, sign_in_window_minutes = $13, retention_years = $14,
              date_order = $15,
              updated_at = now()
        returning ${COLUMNS}`,
      [
        settings.supportEmail,
        settings.supportPhone,
        settings.supportHours,
        settings.uploadLimitMb,
        settings.idleMinutes,
        settings.absoluteHours,
        settings.secondFactorRoles,
        settings.productName,
        settings.timeZone,
        settings.defaultPageSize,
        settings.signInAttempts,
        settings.signInAttemptsPerAddress,
        settings.signInWindowMinutes,
        settings.retentionYears,
        settings.dateOrder,
      ],
    ),
  )

/** Serializes concurrent updates. */
export const lockSettings = async (tx: Queryable): Promise<Settings> =>
  toSettings(await tx.one(settingsRow, `select ${COLUMNS} from settings for update`))

export const isKnownTimeZone = (db: Queryable, name: string): Promise<boolean> =>
  db.exists('select 1 from pg_timezone_names where lower(name) = lower($1) limit 1', [name])
