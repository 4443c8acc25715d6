import {
  VALIDATION,
  type Brand,
  type Contact,
  type GeneralSettings,
  type Saved,
  type SecuritySettings,
  type SupportContact,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { invalidField } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { PageSettings } from '../../core/page-settings.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { changeSettings, readSavedSettings, type Seen } from './settings-updates.service.ts'
import {
  findAdmins,
  isKnownTimeZone,
  readSettings,
  updateSettings,
  type Settings,
  type SettingsChanges,
} from './settings.repository.ts'

const KEPT_MS = 5_000

/**
 * Cached for five seconds, because nearly every request reads a setting. Notifications invalidate the cache after
 * changes in other processes.
 */
const createSettingsCache = (read: () => Promise<Settings>) => {
  let cached: { settings: Promise<Settings>; until: number } | undefined

  return {
    get(): Promise<Settings> {
      if (cached && performance.now() < cached.until) return cached.settings
      const fresh = { settings: read(), until: performance.now() + KEPT_MS }
      cached = fresh
      fresh.settings.catch(() => {
        if (cached === fresh) cached = undefined
      })
      return fresh.settings
    },
    forget(): void {
      cached = undefined
    },
  }
}

/** Implemented by later modules. */
export interface SettingsPorts {
  onTimeZoneChange: (tx: Queryable, requestId: string | undefined) => Promise<void>
}

const security = (settings: Settings): SecuritySettings => ({
  idleMinutes: settings.idleMinutes,
  absoluteHours: settings.absoluteHours,
  secondFactorRoles: settings.secondFactorRoles,
  passkeyRoles: settings.passkeyRoles,
  passkeysFrom: settings.passkeysFrom,
  signInAttempts: settings.signInAttempts,
  signInAttemptsPerAddress: settings.signInAttemptsPerAddress,
  signInWindowMinutes: settings.signInWindowMinutes,
})

export const createSettingsService = ({
  database,
  notifications,
  defaultTimeZone,
  onTimeZoneChange,
}: Pick<Context, 'database' | 'notifications'> & SettingsPorts & { defaultTimeZone: string }) => {
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
    timeZone: settings.timeZone ?? defaultTimeZone,
    country: settings.country,
    dateOrder: settings.dateOrder,
    defaultPageSize: settings.defaultPageSize,
  })

  const change = async (
    caller: Caller,
    section: 'general' | 'security',
    { updatedAt, ...changes }: SettingsChanges & Seen,
  ) => {
    const changed = await database.transaction((tx) =>
      changeSettings(tx, { labId: null, section }, updatedAt, async () => {
        // PostgreSQL computes the days, so it must know the zone as well.
        if (changes.timeZone && !(await isKnownTimeZone(tx, changes.timeZone)))
          throw invalidField('timeZone', VALIDATION.timeZone)
        const saved = await updateSettings(tx, changes)
        if (changes.timeZone) await onTimeZoneChange(tx, caller.requestId)
        await recordActivity(tx, caller, {
          action: 'settings.update',
          summary: `Changed the ${section} settings`,
        })
        return saved
      }),
    )
    cache.forget()
    return changed
  }

  return {
    timeZone: async (): Promise<string> => (await cache.get()).timeZone ?? defaultTimeZone,

    /** Not cached, and on the connection of a transaction. */
    storedTimeZone: async (tx: Queryable): Promise<string> =>
      (await readSettings(tx)).timeZone ?? defaultTimeZone,

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

    supportContact: async (): Promise<Omit<SupportContact, 'supportEmail'>> => {
      const { supportPhone, supportHours } = await cache.get()
      return { supportPhone, supportHours }
    },

    pageSettings: async (): Promise<PageSettings> => {
      const { productName, logoAddress, dateOrder, defaultPageSize, timeZone: zone } = await cache.get()
      return { productName, logoAddress, dateOrder, defaultPageSize, timeZone: zone ?? defaultTimeZone }
    },

    /** Called after other changes of data stored with the settings. */
    forget: (): void => cache.forget(),

    getGeneral: (): Promise<Saved<GeneralSettings>> =>
      readSavedSettings(database, { labId: null, section: 'general' }, async () =>
        general(await readSettings(database)),
      ),
    async getContact(): Promise<Contact> {
      const [settings, admins] = await Promise.all([readSettings(database), findAdmins(database)])
      return { ...general(settings), admins }
    },
    getSecurity: (): Promise<Saved<SecuritySettings>> =>
      readSavedSettings(database, { labId: null, section: 'security' }, async () =>
        security(await readSettings(database)),
      ),
    async updateGeneral(caller: Caller, changes: SettingsChanges & Seen): Promise<Saved<GeneralSettings>> {
      const changed = await change(caller, 'general', changes)
      return { ...general(changed), updatedAt: changed.updatedAt }
    },
    async updateSecurity(caller: Caller, changes: SettingsChanges & Seen): Promise<Saved<SecuritySettings>> {
      const changed = await change(caller, 'security', changes)
      return { ...security(changed), updatedAt: changed.updatedAt }
    },
  }
}
export type SettingsService = ReturnType<typeof createSettingsService>
