import type { SqlParameters } from '../platform/database/sql-parameters.ts'
import type { LabScope } from './caller.ts'

export const labCondition = (scope: LabScope, parameters: SqlParameters, ...columns: string[]): string => {
  if (scope.everyLab) return 'true'
  const lab = parameters.add(scope.labId)
  return `(${columns.map((column) => `${column} = ${lab}`).join(' or ')})`
}

/** Start of a plain date in a time zone, in SQL (AMB-49). */
export const startOfDay = (day: string, timeZone: string, parameters: SqlParameters): string =>
  `${parameters.add(day)}::date::timestamp at time zone ${parameters.add(timeZone)}::text`

export const endOfDay = (day: string, timeZone: string, parameters: SqlParameters): string =>
  `(${parameters.add(day)}::date + 1)::timestamp at time zone ${parameters.add(timeZone)}::text`
