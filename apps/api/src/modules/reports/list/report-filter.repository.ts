import {
  activeReportFilters,
  type ReportFilter,
  type ReportFilterName,
  withLatinDigits,
} from '@zelab/contract'
import type { LabScope, ListReader } from '../../../core/caller.ts'
import { endOfDay, hasMark, startOfDay, labCondition } from '../../../core/conditions.ts'
import { searchCondition } from '../../../core/patient-search-condition.ts'
import { likeFolded, type SqlParameters } from '../../../platform/database/sql-parameters.ts'

type SqlFilterName = Exclude<ReportFilterName, 'search'>

/** Days begin and end in the configured time zone (AMB-49). */
const CONDITIONS: {
  [Name in SqlFilterName]: (
    value: NonNullable<ReportFilter[Name]>,
    parameters: SqlParameters,
    timeZone: string,
  ) => string
} = {
  reportTypeId: (id, parameters) => `r.report_type_id = ${parameters.add(id)}`,
  fromDate: (day, parameters, timeZone) => `r.created_at >= ${startOfDay(day, timeZone, parameters)}`,
  toDate: (day, parameters, timeZone) => `r.created_at < ${endOfDay(day, timeZone, parameters)}`,
  mark: (mark) => hasMark('r', mark),
}

const conditionOf = <Name extends SqlFilterName>(
  name: Name,
  filter: ReportFilter,
  parameters: SqlParameters,
  timeZone: string,
): string => CONDITIONS[name](filter[name] as NonNullable<ReportFilter[Name]>, parameters, timeZone)

/** Selects reports published by the lab, without withdrawn ones (AMB-33). Excludes the search. */
export const reportCondition = (
  { scope, timeZone }: ListReader,
  filter: ReportFilter,
  parameters: SqlParameters,
): string =>
  [
    'r.withdrawn_at is null',
    labCondition(scope, parameters, 'r.lab_id'),
    ...activeReportFilters(filter)
      .filter((name) => name !== 'search')
      .map((name) => conditionOf(name, filter, parameters, timeZone)),
  ].join(' and ')

/** One condition per index, because `or` would scan every report. */
export const searchConditions = (scope: LabScope, typed: string, parameters: SqlParameters): string[] => {
  if (typed === '') return ['true']
  const id = reportIdIn(typed)
  return [
    `r.folded_title like '%' || ${likeFolded(typed, parameters)} || '%'`,
    `r.patient_id in (select p.id from patients p
                       where ${labCondition(scope, parameters, 'p.lab_id')}
                         and ${searchCondition(typed, parameters)})`,
    ...(id === undefined ? [] : [`r.id = ${parameters.add(id)}`]),
  ]
}

/** Accepts "#12" and "12". */
export const reportIdIn = (typed: string): number | undefined => {
  const id = /^(?:#\s*)?(\d{1,15})$/.exec(withLatinDigits(typed))?.[1]
  return id === undefined ? undefined : Number(id)
}
