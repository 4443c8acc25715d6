import { VALIDATION, type Brand, type GeneralSettings, type SecuritySettings } from '@zelab/contract'
import { invalidField } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { PageSettings } from '../../core/page-settings.ts'
import type { NotificationListener } from '../../platform/notifications.ts'
import type { Database } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { createSettingsCache } from './settings-cache.ts'
import {
  isKnownTimeZone,
  lockSettings,
  readSettings,
  writeSettings,
  type Settings,
} from './settings.repository.ts'

const security = (settings: Settings): SecuritySettings => ({
  idleMinutes: settings.idleMinutes,
  absoluteHours: settings.absoluteHours,
  secondFactorRoles: settings.secondFactorRoles,
  signInAttempts: settings.signInAttempts,
  signInAttemptsPerAddress: settings.signInAttemptsPerAddress,
  signInWindowMinutes: settings.signInWindowMinutes,
})

type Changes<Section> = { [Name in keyof Section]?: Section[Name] | undefined }

const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }

export const createSettingsService = ({
  database,
  notifications,
  timeZone,
}: {
  database: Database
  notifications?: Pick<NotificationListener, 'listen'> | undefined
  /** The environment's value, until a setting overrides it. */
  timeZone: string
}) => {
  const cache = createSettingsCache(() => readSettings(database))
  // Uses the accounts' channel, because settings can shorten sessions (migration 0005).
  const forget = () => cache.forget()
  notifications?.listen('accounts', { onChange: forget, onListening: forget, onLost: forget })

  const general = (settings: Settings): GeneralSettings => ({
    supportEmail: settings.supportEmail,
    supportPhone: settings.supportPhone,
    supportHours: settings.supportHours,
    uploadLimitMb: settings.uploadLimitMb,
    retentionYears: settings.retentionYears,
    productName: settings.productName,
    logoAddress: settings.logoAddress,
    timeZone: settings.timeZone ?? timeZone,
    dateOrder: settings.dateOrder,
    defaultPageSize: settings.defaultPageSize,
  })

  const change = async (caller: Caller, section: string, changes: Changes<Settings>) => {
    const settings = await database.transaction(async (tx) => {
      // PostgreSQL computes the days, so it must know the zone as well.
      if (changes.timeZone && !(await isKnownTimeZone(tx, changes.timeZone)))
        throw invalidField('timeZone', VALIDATION.timeZone)
      const saved = await writeSettings(tx, { ...(await lockSettings(tx)), ...withoutUndefined(changes) })
      await recordActivity(tx, caller, {
        action: 'settings.update',
        summary: `Changed the ${section} settings`,
      })
      return saved
    })
    cache.forget()
    return settings
  }

  return {
    /** The zone in which days begin and end. */
    timeZone: async (): Promise<string> => (await cache.get()).timeZone ?? timeZone,

    signInLimit: async () => {
      const settings = await cache.get()
      return {
        perAccount: settings.signInAttempts,
        perAddress: settings.signInAttemptsPerAddress,
        windowMinutes: settings.signInWindowMinutes,
      }
    },

    brand: async (): Promise<Brand> => {
      const { productName, logoAddress } = await cache.get()
      return { productName, logoAddress }
    },

    /** Public settings that the web app needs before sign-in. */
    pageSettings: async (): Promise<PageSettings> => {
      const { productName, logoAddress, dateOrder, defaultPageSize } = await cache.get()
      return { productName, logoAddress, dateOrder, defaultPageSize }
    },

    /** Called when data stored with the settings was changed elsewhere. */
    forget: (): void => cache.forget(),

    async getGeneral(): Promise<GeneralSettings> {
      return general(await readSettings(database))
    },
    async getSecurity(): Promise<SecuritySettings> {
      return security(await readSettings(database))
    },
    async updateGeneral(
      caller: Caller,
      settings: Changes<Omit<GeneralSettings, 'logoAddress'>>,
    ): Promise<GeneralSettings> {
      return general(await change(caller, 'general', settings))
    },
    async updateSecurity(caller: Caller, settings: Changes<SecuritySettings>): Promise<SecuritySettings> {
      return security(await change(caller, 'security', settings))
    },
  }
}
export type SettingsService = ReturnType<typeof createSettingsService>
