const FIRST_SECONDS = [5, 60, 300, 900]
const LATER_SECONDS = 1800
/** Receivers that failed together are not tried together. */
const JITTER = 0.1
const DAY_SECONDS = 86_400

/**
 * After 5 seconds, 1, 5 and 15 minutes, then every 30.
 * @param tries failed so far, including this one
 * @param retryAfterSeconds as the receiver wishes; never sooner than the schedule, and within a day
 */
export const nextTryAt = (now: Date, tries: number, retryAfterSeconds = 0): Date => {
  const scheduled = FIRST_SECONDS[tries - 1] ?? LATER_SECONDS * (1 + Math.random() * JITTER)
  const seconds = Math.max(scheduled, Math.min(retryAfterSeconds, DAY_SECONDS))
  return new Date(now.getTime() + Math.round(seconds * 1000))
}

const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const TIME = String.raw`\d{2}:\d{2}:\d{2}`
/** The three forms of RFC 9110; the last one names no zone. */
const HTTP_DATES = [
  new RegExp(String.raw`^${DAYS}, \d{2} ${MONTHS} \d{4} ${TIME} GMT$`),
  new RegExp(String.raw`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-${MONTHS}-\d{2} ${TIME} GMT$`),
  new RegExp(String.raw`^${DAYS} ${MONTHS} [ \d]\d ${TIME} \d{4}$`),
]

/** `Retry-After` in seconds: a whole number or an HTTP date. Anything else says nothing. */
export const retryAfterOf = (header: string | undefined, now: Date): number | undefined => {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  if (!HTTP_DATES.some((form) => form.test(text))) return undefined
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now.getTime()) / 1000)
}
