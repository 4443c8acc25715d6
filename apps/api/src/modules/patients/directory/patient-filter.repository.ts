import { activePatientFilters, type PatientFilter, type PatientFilterName } from '@zelab/contract'
import type { ListReader } from '../../../core/caller.ts'
import { labCondition, endOfDay, startOfDay } from '../../../core/conditions.ts'
import { searchCondition } from '../../../core/patient-search-condition.ts'
import type { SqlParameters } from '../../../platform/database/sql-parameters.ts'

/** Days begin and end in the configured time zone (AMB-49). */
const CONDITIONS: {
  [Name in PatientFilterName]: (
    value: NonNullable<PatientFilter[Name]>,
    parameters: SqlParameters,
    timeZone: string,
  ) => string
} = {
  search: searchCondition,
  status: (status) => (status === 'completed' ? 'p.profile_completed' : 'not p.profile_completed'),
  gender: (gender, parameters) => `p.gender = ${parameters.add(gender.toUpperCase())}`,
  registrationType: (type, parameters) => `p.registration_type = ${parameters.add(type)}`,
  fromDate: (day, parameters, timeZone) => `p.created_at >= ${startOfDay(day, timeZone, parameters)}`,
  toDate: (day, parameters, timeZone) => `p.created_at < ${endOfDay(day, timeZone, parameters)}`,
}

const conditionOf = <Name extends PatientFilterName>(
  name: Name,
  filter: PatientFilter,
  parameters: SqlParameters,
  timeZone: string,
): string => CONDITIONS[name](filter[name] as NonNullable<PatientFilter[Name]>, parameters, timeZone)

/** Excludes merged records. */
export const patientCondition = (
  { scope, timeZone }: ListReader,
  filter: PatientFilter,
  parameters: SqlParameters,
  labColumn = 'p.lab_id',
): string =>
  [
    labCondition(scope, parameters, labColumn),
    'p.merged_into is null',
    ...activePatientFilters(filter).map((name) => conditionOf(name, filter, parameters, timeZone)),
  ].join(' and ')
