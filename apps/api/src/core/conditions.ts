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

/** The waiting amendment that suspends a report. @param report alias of `reports` */
export const suspendedBy = (amendment: string, report: string): string =>
  `${amendment}.report_id = ${report}.id and ${amendment}.state in ('awaiting', 'returned')
     and ${amendment}.suspended_at is not null`

/** True if a report is hidden from its patient and from visitors until its correction is released. */
export const isSuspended = (report: string): string =>
  `exists (select 1 from unreleased_reports su where ${suspendedBy('su', report)})`
