import { INSIGHT_MAX_DAYS, type InsightQuery } from '@zelab/contract'

/** Plain dates, both inclusive. */
export interface Period {
  from: string
  to: string
}

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)
const asDay = (date: Date) => date.toISOString().slice(0, 10)

const addDays = (day: string, days: number): string => {
  const date = asDate(day)
  date.setUTCDate(date.getUTCDate() + days)
  return asDay(date)
}

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

/** The days that are asked for; of a period that is too long its latest ones. */
export const periodOf = (query: Omit<InsightQuery, 'labId'>, today: string): Period => {
  const { period, fromDate, toDate } = query
  const chosen =
    fromDate || toDate
      ? inOrder(fromDate ?? toDate ?? today, toDate ?? today)
      : { from: STARTS[period](today), to: today }
  const earliest = addDays(chosen.to, 1 - INSIGHT_MAX_DAYS)
  return { from: chosen.from < earliest ? earliest : chosen.from, to: chosen.to }
}

/** Every day of a period, from the first one on. */
export function* daysOf({ from, to }: Period): Generator<string> {
  for (let day = from; day <= to; day = addDays(day, 1)) yield day
}

/** The whole months of a period, from their first day to their last one, and the days before and after them. */
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
