import type { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import type { DateBound, Moment } from '../search/search-dates.ts'

const sqlOf = (moment: Moment, timeZone: string, parameters: SqlParameters) =>
  'day' in moment
    ? `(${parameters.add(moment.day)}::date::timestamp at time zone ${parameters.add(timeZone)}::text)`
    : `${parameters.add(moment.instant)}::timestamptz`

export const dateCondition = (
  column: string,
  { prefix, from, until }: DateBound,
  timeZone: string,
  parameters: SqlParameters,
): string => {
  const compare = (operator: string, moment: Moment) =>
    `${column} ${operator} ${sqlOf(moment, timeZone, parameters)}`
  if (prefix === 'eq') return `${compare('>=', from)} and ${compare('<', until)}`
  if (prefix === 'gt') return compare('>=', until)
  if (prefix === 'ge') return compare('>=', from)
  return prefix === 'lt' ? compare('<', from) : compare('<', until)
}

/** The earliest moment that matches; undefined if there is none. */
export const earliestOf = (
  { prefix, from, until }: DateBound,
  timeZone: string,
  parameters: SqlParameters,
): string | undefined => {
  if (prefix === 'lt' || prefix === 'le') return undefined
  return sqlOf(prefix === 'gt' ? until : from, timeZone, parameters)
}
