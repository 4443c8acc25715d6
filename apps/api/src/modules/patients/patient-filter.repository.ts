import type { PatientListQuery } from '@zelab/contract'
import type { LabScope } from '../../http/caller.ts'
import { labCondition } from '../../http/lab-condition.ts'
import { escapeLike, type SqlParameters } from '../../platform/database/sql-parameters.ts'

export type PatientFilter = Pick<
  PatientListQuery,
  'search' | 'status' | 'registrationType' | 'gender' | 'fromDate' | 'toDate'
>

const LOOKS_LIKE_PHONE = /^[+\d\s\-()]+$/

/** The texts that one typed search stands for: itself, and a phone number without its decoration (AMB-48). */
const searchTexts = (typed: string): string[] => {
  if (!LOOKS_LIKE_PHONE.test(typed)) return [typed]
  const digits = typed.replace(/\D/g, '')
  return digits === '' || digits === typed ? [typed] : [typed, digits]
}

const searchCondition = (typed: string, parameters: SqlParameters) => {
  const matches = searchTexts(typed).map(
    (text) => `p.search like lower(${parameters.add(`%${escapeLike(text)}%`)})`,
  )
  return `(${matches.join(' or ')})`
}

/**
 * The `where` of the patients list. Days begin and end in the configured time zone, both inclusive (AMB-49).
 */
export const patientCondition = (
  scope: LabScope,
  filter: PatientFilter,
  parameters: SqlParameters,
  timeZone: string,
): string => {
  const conditions = [labCondition(scope, parameters, 'p.lab_id')]
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
