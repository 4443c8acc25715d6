const MINUTE_MS = 60_000
const RETRY_MINUTES = [1, 5, 30, 2 * 60, 8 * 60]
const LAST_RETRY_MS = 24 * 60 * MINUTE_MS

/** When a failed email is tried again, the last time a day after it was created; undefined when it is given up. */
export const nextAttemptAt = (
  { attempts, createdAt }: { attempts: number; createdAt: string },
  now: Date,
): string | undefined => {
  const last = new Date(createdAt).getTime() + LAST_RETRY_MS
  if (now.getTime() >= last) return undefined
  const minutes = RETRY_MINUTES[attempts - 1]
  const next = minutes === undefined ? last : Math.min(last, now.getTime() + minutes * MINUTE_MS)
  return new Date(next).toISOString()
}
