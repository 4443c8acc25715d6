import type { SqlParameters } from '../platform/database/sql-parameters.ts'

/** The first moment of a plain date in a time zone, in SQL (AMB-49). */
export const startOfDay = (day: string, timeZone: string, parameters: SqlParameters): string =>
  `${parameters.add(day)}::date::timestamp at time zone ${parameters.add(timeZone)}::text`

/** The first moment of the following day. */
export const endOfDay = (day: string, timeZone: string, parameters: SqlParameters): string =>
  `(${parameters.add(day)}::date + 1)::timestamp at time zone ${parameters.add(timeZone)}::text`
