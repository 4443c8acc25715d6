import type { GeneralSettings, SecuritySettings } from '@zelab/contract'
import type { Caller } from '../../http/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { lockSettings, readSettings, writeSettings, type Settings } from './settings.repository.ts'

const general = ({ supportEmail, supportPhone, supportHours, uploadLimitMb }: Settings): GeneralSettings => ({
  supportEmail,
  supportPhone,
  supportHours,
  uploadLimitMb,
})

const security = ({ idleMinutes, absoluteHours, secondFactorRoles }: Settings): SecuritySettings => ({
  idleMinutes,
  absoluteHours,
  secondFactorRoles,
})

export const createSettingsService = ({ database }: { database: Database }) => {
  const change = (caller: Caller, section: string, changes: Partial<Settings>) =>
    database.transaction(async (tx) => {
      const saved = await writeSettings(tx, { ...(await lockSettings(tx)), ...changes })
      await recordActivity(tx, caller, {
        action: 'settings.update',
        summary: `Changed the ${section} settings`,
      })
      return saved
    })

  return {
    async getGeneral(): Promise<GeneralSettings> {
      return general(await readSettings(database))
    },
    async getSecurity(): Promise<SecuritySettings> {
      return security(await readSettings(database))
    },
    async updateGeneral(caller: Caller, settings: GeneralSettings): Promise<GeneralSettings> {
      return general(await change(caller, 'general', settings))
    },
    async updateSecurity(caller: Caller, settings: SecuritySettings): Promise<SecuritySettings> {
      return security(await change(caller, 'security', settings))
    },
  }
}
export type SettingsService = ReturnType<typeof createSettingsService>
