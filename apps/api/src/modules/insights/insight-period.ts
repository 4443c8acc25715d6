import { addDays, countDays, isPeriodTooLong, VALIDATION, type InsightQuery } from '@zelab/contract'
import { invalidField } from '../../core/app-error.ts'

/** Plain dates, both inclusive. */
export interface Period {
  from: string
  to: string
}

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)
const asDay = (date: Date) => date.toISOString().slice(0, 10)

const firstOfMonth = (day: string, monthsBack: number) => {
  const date = asDate(day)
  return asDay(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, 1)))
}

const STARTS: Record<InsightQuery['period'], (today: string) => string> = {
  '7d': (today) => addDays(today, -6),
  '30d': (today) => addDays(today, -29),
  '12m': (today) => firstOfMonth(today, 11),
  year: (today) => `${today.slice(0, 4)}-01-01`,
}

const inOrder = (one: string, other: string): Period =>
  one <= other ? { from: one, to: other } : { from: other, to: one }

/** Rejects a period longer than ten years. */
export const periodOf = (query: Omit<InsightQuery, 'labId'>, today: string): Period => {
  const { period, fromDate, toDate } = query
  const requested =
    fromDate || toDate
      ? inOrder(fromDate ?? toDate ?? today, toDate ?? today)
      : { from: STARTS[period](today), to: today }
  if (isPeriodTooLong(requested.from, requested.to))
    throw invalidField(fromDate ? 'fromDate' : 'toDate', VALIDATION.periodTooLong)
  return requested
}

/** Counts days instead of comparing text, because the year 10000 sorts before 9999. */
export const daysOf = ({ from, to }: Period): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index))

export const wholeMonthsOf = (period: Period): { months: Period | undefined; rest: Period[] } => {
  const { from, to } = period
  const start = from.endsWith('-01') ? from : firstOfMonth(from, -1)
  const afterEnd = firstOfMonth(addDays(to, 1), 0)
  if (start >= afterEnd) return { months: undefined, rest: [period] }
  const before = { from, to: addDays(start, -1) }
  const after = { from: afterEnd, to }
  return {
    months: { from: start, to: addDays(afterEnd, -1) },
    rest: [before, after].filter((days) => days.from <= days.to),
  }
}
