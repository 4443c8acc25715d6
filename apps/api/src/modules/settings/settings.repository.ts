import {
  API_BASE,
  type DateOrder,
  type GeneralSettings,
  type SecuritySettings,
  type StaffRole,
} from '@zelab/contract'
import type { Queryable } from '../../platform/database/database.ts'

/** `timeZone` is null where the environment decides. */
export type Settings = Omit<GeneralSettings, 'timeZone'> & { timeZone: string | null } & SecuritySettings

interface SettingsRow {
  support_email: string | null
  support_phone: string | null
  support_hours: string | null
  upload_limit_mb: number
  retention_years: number
  idle_minutes: number
  absolute_hours: number
  second_factor_roles: StaffRole[]
  product_name: string
  logo_version: number | null
  time_zone: string | null
  date_order: DateOrder
  default_page_size: number
  sign_in_attempts: number
  sign_in_attempts_per_address: number
  sign_in_window_minutes: number
}

const COLUMNS = `
  support_email, support_phone, support_hours, upload_limit_mb, retention_years, idle_minutes, absolute_hours, second_factor_roles,
  product_name, case when logo is not null then logo_version end as logo_version, time_zone, date_order,
  default_page_size,
  sign_in_attempts, sign_in_attempts_per_address, sign_in_window_minutes`

/** Changes with the picture, so that a browser may keep it for good. */
const logoAddress = (version: number | null) =>
  version === null ? null : `${API_BASE}/settings/logo?v=${version}`

const toSettings = (row: SettingsRow): Settings => ({
  supportEmail: row.support_email,
  supportPhone: row.support_phone,
  supportHours: row.support_hours,
  uploadLimitMb: row.upload_limit_mb,
  retentionYears: row.retention_years,
  idleMinutes: row.idle_minutes,
  absoluteHours: row.absolute_hours,
  secondFactorRoles: row.second_factor_roles,
  productName: row.product_name,
  logoAddress: logoAddress(row.logo_version),
  timeZone: row.time_zone,
  dateOrder: row.date_order,
  defaultPageSize: row.default_page_size,
  signInAttempts: row.sign_in_attempts,
  signInAttemptsPerAddress: row.sign_in_attempts_per_address,
  signInWindowMinutes: row.sign_in_window_minutes,
})

export const readSettings = async (db: Queryable): Promise<Settings> =>
  toSettings(await db.one<SettingsRow>(`select ${COLUMNS} from settings`, [], { name: 'read-settings' }))

export const writeSettings = async (db: Queryable, settings: Settings): Promise<Settings> =>
  toSettings(
    await db.one<SettingsRow>(
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

/** Keeps two people who save at once from mixing their changes. */
export const lockSettings = async (tx: Queryable): Promise<Settings> =>
  toSettings(await tx.one<SettingsRow>(`select ${COLUMNS} from settings for update`))

export const isKnownTimeZone = async (db: Queryable, name: string): Promise<boolean> =>
  (await db.query('select 1 from pg_timezone_names where lower(name) = lower($1) limit 1', [name])).length > 0
