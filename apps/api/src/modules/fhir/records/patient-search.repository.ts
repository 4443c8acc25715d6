import { z } from 'zod'
import type { Reach } from '../../../core/caller.ts'
import { inReach, REACH_JOINS } from '../../../core/conditions.ts'
import { patients } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { dateCondition } from './date-conditions.repository.ts'
import { preparedSearch } from './prepared-search.ts'
import type { DateBound } from '../search/search-dates.ts'
import type { Position } from '../search/search-cursor.ts'
import type { Token } from '../search/search-parameters.ts'

/** Patients that a statement reads for a page at most. */
const WINDOW = 1_000

const patientRow = z.object({
  id: patients.id,
  labId: patients.labId,
  fullName: patients.fullName,
  emrId: patients.emrId,
  nationalId: patients.nationalId,
  email: patients.email,
  phone: patients.phone,
  dateOfBirth: patients.dateOfBirth,
  gender: patients.gender,
  line1: from('q.address_line1', patients.addressLine1),
  city: patients.city,
  mergedInto: from('s.id', patients.id.nullable()),
  changedAt: from('q.updated_at', patients.updatedAt),
  versionAt: from('greatest(q.updated_at, s.updated_at)', z.iso.datetime()),
})
export type PatientFhirRow = RowOf<typeof patientRow>

export interface PatientCriteria {
  ids: number[][]
  identifiers: Token[][]
  lastUpdated: DateBound[]
  timeZone: string
}

/** A merged record is in reach with its survivor. */
const isInReach = (reach: Reach, parameters: SqlParameters): string => {
  const ofLab = `q.lab_id = ${parameters.add(reach.labId)}`
  if (reach.referrerId === null) return ofLab
  return `${ofLab} and exists (select 1 from reports r ${REACH_JOINS}
     where r.patient_id = case when q.merged_into is null then q.id else surviving_patient(q.id) end
       and ${inReach(reach, parameters)})`
}

const ID = /^ZL-(\d{1,15})$/i

const idsOfTokens = (tokens: Token[], name: Token['system']) =>
  tokens.filter(({ system }) => system === undefined || system === name).map(({ value }) => value)

/** One branch for each index. */
const identified = (tokens: Token[], labId: string, parameters: SqlParameters): string => {
  const numbers = idsOfTokens(tokens, 'patient').flatMap((value) => {
    const id = ID.exec(value)?.[1]
    return id === undefined ? [] : [Number(id)]
  })
  const emr = parameters.add(idsOfTokens(tokens, 'emr'))
  const national = parameters.add(idsOfTokens(tokens, 'national'))
  return `select unnest(${parameters.add(numbers)}::bigint[])
    union all select e.id from patients e
     where e.lab_id = ${labId} and lower(e.emr_id) in (select lower(w) from unnest(${emr}::text[]) w)
    union all select e.id from patients e
     where e.lab_id = ${labId} and e.national_id = any (${national}::text[])`
}

const namedIds = (
  reach: Reach,
  { ids, identifiers }: PatientCriteria,
  parameters: SqlParameters,
): string | undefined => {
  if (ids.length + identifiers.length === 0) return undefined
  return [
    ...ids.map((some) => `(select unnest(${parameters.add(some)}::bigint[]))`),
    ...identifiers.map((tokens) => `(${identified(tokens, parameters.add(reach.labId), parameters)})`),
  ].join(' intersect ')
}

/** Patients whose visits name the referrer, in the order of their ids. */
const referredPatients = (referrerId: number, after: Position | undefined, parameters: SqlParameters) =>
  `select distinct v.patient_id as id from visits v
    where v.referrer_id = ${parameters.add(referrerId)} and v.is_referrer_certain
      and v.patient_id > ${parameters.add(after?.id ?? 0)}::bigint
    order by v.patient_id limit ${WINDOW}`

/** In the order of changes; those of a referrer in the order of their ids. */
export const findFhirPatients = (
  reach: Reach,
  db: Queryable,
  criteria: PatientCriteria,
  page: { limit: number; after: Position | undefined },
): Promise<PatientFhirRow[]> => {
  const parameters = new SqlParameters()
  const { limit, after } = page
  const { ids, identifiers, lastUpdated } = criteria
  const named = namedIds(reach, criteria, parameters)
  const { referrerId } = reach
  const isByChange = referrerId === null
  const source =
    named !== undefined || isByChange
      ? 'patients q'
      : `(${referredPatients(referrerId, after, parameters)}) k join patients q on q.id = k.id`
  const conditions = [
    isInReach(reach, parameters),
    ...(named === undefined ? [] : [`q.id = any (array(${named}))`]),
    ...lastUpdated.map((bound) => dateCondition('q.updated_at', bound, criteria.timeZone, parameters)),
    ...(after && isByChange
      ? [
          `(q.updated_at, q.id) > (${parameters.add(after.changedAt)}::timestamptz, ${parameters.add(after.id)}::bigint)`,
        ]
      : []),
    ...(after && !isByChange ? [`q.id > ${parameters.add(after.id)}::bigint`] : []),
  ]
  return db.query(
    patientRow,
    `select ${columnsOf(patientRow, 'q')}
       from ${source}
       left join patients s on q.merged_into is not null and s.id = surviving_patient(q.id)
      where ${conditions.join(' and ')}
      order by ${isByChange ? 'q.updated_at, q.id' : 'q.id'} limit ${Math.trunc(limit)}`,
    parameters.values,
    preparedSearch('find-fhir-patients', reach, { named: [ids, identifiers], filters: [lastUpdated] }, page),
  )
}

const lastRow = z.object({ id: patients.id })

/** The last patient of a full window of a referrer: the next page begins after it. */
export const findEndOfReferred = async (
  { referrerId }: Reach,
  db: Queryable,
  after: Position | undefined,
): Promise<Position | undefined> => {
  if (referrerId === null) return undefined
  const parameters = new SqlParameters()
  const found = await db.maybeOne(
    lastRow,
    `select k.id from (${referredPatients(referrerId, after, parameters)}) k
      order by k.id offset ${WINDOW - 1} limit 1`,
    parameters.values,
  )
  return found && { changedAt: '', id: found.id, version: 0 }
}
