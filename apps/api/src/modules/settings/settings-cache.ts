import type { Settings } from './settings.repository.ts'

const KEPT_MS = 5_000

/**
 * Settings cached for five seconds: nearly every request reads one, and they rarely change. Notifications
 * invalidate the cache after changes in other processes; without them it expires anyway.
 */
export const createSettingsCache = (read: () => Promise<Settings>) => {
  let kept: { settings: Promise<Settings>; until: number } | undefined

  return {
    get(): Promise<Settings> {
      if (kept && performance.now() < kept.until) return kept.settings
      const fresh = { settings: read(), until: performance.now() + KEPT_MS }
      kept = fresh
      // A failure is not cached: the next caller tries again.
      fresh.settings.catch(() => {
        if (kept === fresh) kept = undefined
      })
      return fresh.settings
    },
    /** Called after a change, so that later reads load the new settings. */
    forget(): void {
      kept = undefined
    },
  }
}
