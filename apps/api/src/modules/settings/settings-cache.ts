import type { Settings } from './settings.repository.ts'

const KEPT_MS = 5_000

/**
 * Settings cached for five seconds: nearly every request reads one, and they rarely change. Notifications
 * invalidate the cache after changes in other processes; without them it expires anyway.
 */
export const createSettingsCache = (read: () => Promise<Settings>) => {
  let cached: { settings: Promise<Settings>; until: number } | undefined

  return {
    get(): Promise<Settings> {
      if (cached && performance.now() < cached.until) return cached.settings
      const fresh = { settings: read(), until: performance.now() + KEPT_MS }
      cached = fresh
      // A failure is not cached: the next caller tries again.
      fresh.settings.catch(() => {
        if (cached === fresh) cached = undefined
      })
      return fresh.settings
    },
    /** Called after a change, so that later reads load the new settings. */
    forget(): void {
      cached = undefined
    },
  }
}
