/** Days, and those allowed in filters and periods. This module has no schemas, so that screens load no validation library. */

export const EARLIEST_DAY = '1900-01-01'
export const LATEST_DAY = '2199-12-31'
/** The maximum period where days are listed or counted individually. */
export const PERIOD_MAX_YEARS = 10
export const PERIOD_MAX_DAYS = 3_660

/** A day of the calendar as YYYY-MM-DD. */
export const isPlainDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001-01-01') return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const DAY_MS = 86_400_000

export const isNameableDay = (day: string): boolean => day >= EARLIEST_DAY && day <= LATEST_DAY

export const nearestNameableDay = (day: string): string =>
  day < EARLIEST_DAY ? EARLIEST_DAY : day > LATEST_DAY ? LATEST_DAY : day

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const countDays = (from: string, to: string): number =>
  Math.abs(Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1

export const isPeriodTooLong = (from: string, to: string): boolean => countDays(from, to) > PERIOD_MAX_DAYS
