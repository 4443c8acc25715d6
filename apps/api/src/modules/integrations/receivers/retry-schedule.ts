const FIRST_SECONDS = [5, 60, 300, 900]
const LATER_SECONDS = 1800
/** Receivers that failed together are not tried together. */
const JITTER = 0.1
const DAY_SECONDS = 86_400

/**
 * After 5 seconds, 1, 5 and 15 minutes, then every 30.
 * @param tries failed so far, including this one
 * @param retryAfterSeconds as the receiver wishes
 */
export const nextTryAt = (now: Date, tries: number, retryAfterSeconds?: number): Date => {
  const seconds =
    retryAfterSeconds === undefined
      ? (FIRST_SECONDS[tries - 1] ?? LATER_SECONDS * (1 + Math.random() * JITTER))
      : Math.min(Math.max(retryAfterSeconds, 1), DAY_SECONDS)
  return new Date(now.getTime() + Math.round(seconds * 1000))
}

/** `Retry-After` in seconds or as a date. */
export const retryAfterOf = (header: string | undefined, now: Date): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now.getTime()) / 1000)
}
