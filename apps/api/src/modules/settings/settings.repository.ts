import type { GeneralSettings, SecuritySettings, StaffRole } from '@zelab/contract'
import type { Queryable } from '../../platform/database/database.ts'

export type Settings = GeneralSettings & SecuritySettings

interface SettingsRow {
  support_email: string | null
  support_phone: string | null
  support_hours: string | null
  upload_limit_mb: number
  idle_minutes: number
  absolute_hours: number
  second_factor_roles: StaffRole[]
}

const COLUMNS =
  'support_email, support_phone, support_hours, upload_limit_mb, idle_minutes, absolute_hours, second_factor_roles'

const toSettings = (row: SettingsRow): Settings => ({
  supportEmail: row.support_email,
  supportPhone: row.support_phone,
  supportHours: row.support_hours,
  uploadLimitMb: row.upload_limit_mb,
  idleMinutes: row.idle_minutes,
  absoluteHours: row.absolute_hours,
  secondFactorRoles: row.second_factor_roles,
})

export const readSettings = async (db: Queryable): Promise<Settings> =>
  toSettings(await db.one<SettingsRow>(`select ${COLUMNS} from settings`, [], { name: 'read-settings' }))

export const writeSettings = async (db: Queryable, settings: Settings): Promise<Settings> =>
  toSettings(
    await db.one<SettingsRow>(
      `update settings
          set support_email = $1, support_phone = $2, support_hours = $3, upload_limit_mb = $4,
              idle_minutes = $5, absolute_hours = $6, second_factor_roles = $7, updated_at = now()
        returning ${COLUMNS}`,
      [
        settings.supportEmail,
        settings.supportPhone,
        settings.supportHours,
        settings.uploadLimitMb,
        settings.idleMinutes,
        settings.absoluteHours,
        settings.secondFactorRoles,
      ],
    ),
  )

/** Keeps two people who save at once from mixing their changes. */
export const lockSettings = async (tx: Queryable): Promise<Settings> =>
  toSettings(await tx.one<SettingsRow>(`select ${COLUMNS} from settings for update`))
