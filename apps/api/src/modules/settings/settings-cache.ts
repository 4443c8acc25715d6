import type { Settings } from './settings.repository.ts'

const KEPT_MS = 5_000

/**
 * The settings as they were five seconds ago at most: nearly every request asks for one, and they hardly ever change.
 * What another process changed is told by the feed of changes; while that is silent, they are read anew all the same.
 */
export const createSettingsCache = (read: () => Promise<Settings>) => {
  let kept: { settings: Promise<Settings>; until: number } | undefined

  return {
    get(): Promise<Settings> {
      if (kept && performance.now() < kept.until) return kept.settings
      const fresh = { settings: read(), until: performance.now() + KEPT_MS }
      kept = fresh
      // A failure is not kept: the next one to ask may be luckier.
      fresh.settings.catch(() => {
        if (kept === fresh) kept = undefined
      })
      return fresh.settings
    },
    /** They have just changed: whoever asks from now on gets the new ones. */
    forget(): void {
      kept = undefined
    },
  }
}
