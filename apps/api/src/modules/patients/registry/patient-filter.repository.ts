import type { PatientListQuery } from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/lab-condition.ts'
import { likeFolded, type SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { searchTextsOf } from '../search/patient-search-text.ts'

export type PatientFilter = Pick<
  PatientListQuery,
  'search' | 'status' | 'registrationType' | 'gender' | 'fromDate' | 'toDate'
>

/** Whether the list shows everybody of the scope. */
export const isUnfiltered = (filter: PatientFilter): boolean =>
  filter.search === '' &&
  filter.status === 'all' &&
  filter.gender === 'all' &&
  (filter.registrationType === '' || filter.registrationType === 'all') &&
  filter.fromDate === undefined &&
  filter.toDate === undefined

const NUMBERED = /^zl(-\d+)$/i

/** A patient `p` whose fields contain the typed text, however its letters are written. */
export const searchCondition = (typed: string, parameters: SqlParameters): string => {
  const contains = (text: string) => `like '%' || ${likeFolded(text, parameters)} || '%'`
  const matches = searchTextsOf(typed).map((text) => {
    // "zl" is in every record and would have the index walk all of them: it is asked for the number alone.
    const number = NUMBERED.exec(text)?.[1]
    return number === undefined
      ? `p.search ${contains(text)}`
      : `(p.search ${contains(number)} and (p.search || '') ${contains(text)})`
  })
  return `(${matches.join(' or ')})`
}

/**
 * The `where` of the patients list, which leaves out merged records. Days begin and end in the configured time zone, both inclusive (AMB-49).
 */
export const patientCondition = (
  scope: LabScope,
  filter: PatientFilter,
  parameters: SqlParameters,
  timeZone: string,
): string => {
  const conditions = [labCondition(scope, parameters, 'p.lab_id'), 'p.merged_into is null']
  if (filter.search) conditions.push(searchCondition(filter.search, parameters))
  if (filter.status !== 'all')
    conditions.push(filter.status === 'completed' ? 'p.profile_completed' : 'not p.profile_completed')
  if (filter.gender !== 'all') conditions.push(`p.gender = ${parameters.add(filter.gender.toUpperCase())}`)
  if (filter.registrationType && filter.registrationType !== 'all')
    conditions.push(`p.registration_type = ${parameters.add(filter.registrationType)}`)
  if (filter.fromDate)
    conditions.push(
      `p.created_at >= ${parameters.add(filter.fromDate)}::date::timestamp at time zone ${parameters.add(timeZone)}::text`,
    )
  if (filter.toDate)
    conditions.push(
      `p.created_at < (${parameters.add(filter.toDate)}::date + 1)::timestamp at time zone ${parameters.add(timeZone)}::text`,
    )
  return conditions.join(' and ')
}
