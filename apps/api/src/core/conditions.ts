import { REPORT_MARKS, type ReportMark } from '@zelab/contract'
import type { SqlParameters } from '../platform/database/sql-parameters.ts'
import type { LabScope, Reach } from './caller.ts'

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

/** Rows that give a report its mark. Only the lab that published the report and has its patient sees the payment. */
const ROWS_OF_MARK: Record<ReportMark, (report: string) => string> = {
  suspended: (report) => `unreleased_reports su where ${suspendedBy('su', report)}`,
  critical: (report) => `critical_results cr where cr.report_id = ${report}.id and cr.closed_at is null`,
  handedOver: (report) => `deliveries pd
    where pd.report_id = ${report}.id and pd.channel = 'paper' and pd.report_version >= ${report}.version`,
  unpaid: (report) => `visits uv
    join lab_visit_settings us on us.lab_id = uv.lab_id and us.is_on
    join patients up on up.id = uv.patient_id and up.lab_id = uv.lab_id
   where uv.id = ${report}.visit_id and uv.lab_id = ${report}.lab_id and uv.payment = 'due' and uv.canceled_at is null`,
}

/** `REPORT_MARKS` of a report, for lists. Scalar subqueries, because `exists` may hash a whole table for a page. */
export const reportMarks = (report: string): string =>
  `array_remove(array[${REPORT_MARKS.map(
    (mark) => `(select '${mark}' from ${ROWS_OF_MARK[mark](report)} limit 1)`,
  ).join(', ')}], null)`

export const hasMark = (report: string, mark: ReportMark): string =>
  `exists (select 1 from ${ROWS_OF_MARK[mark](report)})`

/**
 * True if a report is hidden from its patient and from visitors until its correction is released. A scalar subquery, as
 * in `reportMarks`.
 */
export const isSuspended = (report: string): string =>
  `coalesce((select true from unreleased_reports su where ${suspendedBy('su', report)}), false)`

/** current, suspended or withdrawn, for connected systems. @param report alias of `reports` */
export const stateOfReport = (report: string): string =>
  `case when ${report}.withdrawn_at is not null then 'withdrawn'
        when ${isSuspended(report)} then 'suspended' else 'current' end`

/** True while a critical result is open or was read back. A scalar subquery. @param report alias of `reports` */
export const isReportCritical = (report: string): string =>
  `coalesce((select true from critical_results c where c.report_id = ${report}.id
     and (c.closing is null or c.closing = 'read-back') limit 1), false)`

/** Joins of `inReach` for report `r`: its patient `p`, type `t` and visit `v`. */
export const REACH_JOINS = `
  join patients p on p.id = r.patient_id
  join report_types t on t.id = r.report_type_id
  left join visits v on v.id = r.visit_id and v.canceled_at is null`

/**
 * Hides a value from the planner, so that one prepared plan serves large and small labs. With the value, PostgreSQL plans each
 * execution, which takes ten times as long as reading a page.
 */
export const hiddenFromPlanner = (id: number, parameters: SqlParameters): string =>
  `(select ${parameters.add(id)}::bigint)`

/** True if a connected system may get the report. Reports of Admins belong to the lab of the patient. */
export const inReach = (
  { labId, referrerId, includesSensitive }: Reach,
  parameters: SqlParameters,
): string => {
  const lab = hiddenFromPlanner(labId, parameters)
  return `(r.lab_id = ${lab} or (r.lab_id is null and p.lab_id = ${lab}))
    ${includesSensitive ? '' : 'and not t.is_sensitive'}
    ${referrerId === null ? '' : `and v.referrer_id = ${hiddenFromPlanner(referrerId, parameters)} and v.is_referrer_certain`}`
}
