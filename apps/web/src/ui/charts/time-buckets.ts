import type { DayVolume } from '@zelab/contract'
import { LOCALE } from '../../lib/format.ts'
import * as texts from '../texts.ts'

export interface TimeBucket {
  label: string
  title: string
  reports: number
  patients: number
}

export type BucketSize = 'day' | 'week' | 'month'

const DAY_MS = 86_400_000
const MOST_DAYS = 45
const MOST_WEEKS_DAYS = 200

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)
const asDay = (date: Date) => date.toISOString().slice(0, 10)

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
const shortDay = format({ month: 'short', day: 'numeric' })
const longDay = format({ year: 'numeric', month: 'long', day: 'numeric' })
const shortMonth = format({ year: '2-digit', month: 'short' })
const longMonth = format({ year: 'numeric', month: 'long' })

export const bucketSizeOf = (from: string, to: string): BucketSize => {
  const days = (asDate(to).getTime() - asDate(from).getTime()) / DAY_MS + 1
  return days <= MOST_DAYS ? 'day' : days <= MOST_WEEKS_DAYS ? 'week' : 'month'
}

/** The first day of a day's bucket; weeks start on Monday, as on the dashboard. */
const startOf: Record<BucketSize, (day: string) => string> = {
  day: (day) => day,
  week: (day) => {
    const date = asDate(day)
    return asDay(new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS))
  },
  month: (day) => `${day.slice(0, 7)}-01`,
}

const nextOf: Record<BucketSize, (start: string) => string> = {
  day: (start) => asDay(new Date(asDate(start).getTime() + DAY_MS)),
  week: (start) => asDay(new Date(asDate(start).getTime() + 7 * DAY_MS)),
  month: (start) => {
    const date = asDate(start)
    return asDay(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)))
  },
}

const namesOf = (size: BucketSize, start: string): Pick<TimeBucket, 'label' | 'title'> => {
  const date = asDate(start)
  if (size === 'month') return { label: shortMonth.format(date), title: longMonth.format(date) }
  const title = longDay.format(date)
  return { label: shortDay.format(date), title: size === 'week' ? texts.weekOf(title) : title }
}

/** Buckets of the period by day, week or month, depending on its length, including empty ones. */
export const toBuckets = (period: { from: string; to: string; days: readonly DayVolume[] }): TimeBucket[] => {
  const size = bucketSizeOf(period.from, period.to)
  const buckets = new Map<string, TimeBucket>()
  for (let start = startOf[size](period.from); start <= period.to; start = nextOf[size](start))
    buckets.set(start, { ...namesOf(size, start), reports: 0, patients: 0 })
  for (const { day, reports, patients } of period.days) {
    const bucket = buckets.get(startOf[size](day))
    if (!bucket) continue
    bucket.reports += reports
    bucket.patients += patients
  }
  return [...buckets.values()]
}
