const WINDOW_MS = 60_000
const MAX_ENTRIES = 10_000

/** Distinguishes the first refusal of a minute from its repetitions. */
export const createRecentRefusals = () => {
  const recordedAt = new Map<string, number>()
  return {
    isFirst(userId: number, what: string): boolean {
      const key = `${userId} ${what}`
      const now = performance.now()
      if (now - (recordedAt.get(key) ?? -Infinity) < WINDOW_MS) return false
      if (recordedAt.size >= MAX_ENTRIES) recordedAt.clear()
      recordedAt.set(key, now)
      return true
    },
  }
}
