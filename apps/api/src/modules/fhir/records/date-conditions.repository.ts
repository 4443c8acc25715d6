import type { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import type { DateBound, Moment } from '../search/search-dates.ts'

const sqlOf = (moment: Moment, timeZone: string, parameters: SqlParameters) =>
  'local' in moment
    ? `(${parameters.add(moment.local)}::timestamp at time zone ${parameters.add(timeZone)}::text)`
    : `${parameters.add(moment.instant)}::timestamptz`

const conditionOf = (
  { prefix, from, until }: DateBound,
  compare: (operator: string, moment: Moment) => string,
): string => {
  if (prefix === 'eq') return `${compare('>=', from)} and ${compare('<', until)}`
  if (prefix === 'gt') return compare('>=', until)
  if (prefix === 'ge') return compare('>=', from)
  return prefix === 'lt' ? compare('<', from) : compare('<', until)
}

export const dateCondition = (
  column: string,
  bound: DateBound,
  timeZone: string,
  parameters: SqlParameters,
): string =>
  conditionOf(bound, (operator, moment) => `${column} ${operator} ${sqlOf(moment, timeZone, parameters)}`)

/** @param column a date without a time */
export const dayCondition = (column: string, bound: DateBound, parameters: SqlParameters): string =>
  conditionOf(
    bound,
    (operator, moment) =>
      `${column} ${operator} ${parameters.add('local' in moment ? moment.local : moment.instant)}::date`,
  )

/** The earliest moment that matches; undefined if there is none. */
export const earliestOf = (
  { prefix, from, until }: DateBound,
  timeZone: string,
  parameters: SqlParameters,
): string | undefined => {
  if (prefix === 'lt' || prefix === 'le') return undefined
  return sqlOf(prefix === 'gt' ? until : from, timeZone, parameters)
}
