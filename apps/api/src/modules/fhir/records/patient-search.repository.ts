import { z } from 'zod'
import type { Reach } from '../../../core/caller.ts'
import { hiddenFromPlanner, inReach, REACH_JOINS } from '../../../core/conditions.ts'
import { patients } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { dateCondition } from './date-conditions.repository.ts'
import { preparedSearch } from './prepared-search.ts'
import type { DateBound } from '../search/search-dates.ts'
import type { Order } from '../search/result-parameters.ts'
import type { Position } from '../search/search-cursor.ts'
import type { IdentifierToken } from '../search/search-parameters.ts'

/** Patients that a statement reads for a page at most. */
const WINDOW = 1_000

const patientRow = z.object({
  ...pick(patients, 'id labId fullName emrId nationalId email phone dateOfBirth gender'),
  line1: from('q.address_line1', patients.addressLine1),
  city: patients.city,
  mergedInto: from('s.id', patients.id.nullable()),
  changedAt: from('q.updated_at', patients.updatedAt),
  versionAt: from('greatest(q.updated_at, s.updated_at)', z.iso.datetime()),
})
export type PatientFhirRow = RowOf<typeof patientRow>

export interface PatientCriteria {
  ids: number[][]
  identifiers: IdentifierToken[][]
  lastUpdated: DateBound[]
  timeZone: string
}

export interface PatientPage {
  limit: number
  after: Position | undefined
  order: Order
}

/**
 * True for patients of a report in reach; a merged record is in reach with its survivor. A scalar subquery, because `exists`
 * may hash all reports of the lab.
 */
const isInReach = (reach: Reach, parameters: SqlParameters): string =>
  `coalesce((select true from reports r ${REACH_JOINS}
     where r.patient_id = case when q.merged_into is null then q.id else surviving_patient(q.id) end
       and ${inReach(reach, parameters)} limit 1), false)`

const ID = /^ZL-(\d{1,15})$/i

const idsOfTokens = (tokens: IdentifierToken[], name: IdentifierToken['system']) =>
  tokens.filter(({ system }) => system === undefined || system === name).map(({ value }) => value)

/** One branch for each index. */
const identified = (tokens: IdentifierToken[], labId: string, parameters: SqlParameters): string => {
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

const areNamed = ({ ids, identifiers }: PatientCriteria) => ids.length + identifiers.length > 0

const namedIds = (reach: Reach, { ids, identifiers }: PatientCriteria, parameters: SqlParameters): string =>
  [
    ...ids.map((some) => `(select unnest(${parameters.add(some)}::bigint[]))`),
    ...identifiers.map((tokens) => `(${identified(tokens, parameters.add(reach.labId), parameters)})`),
  ].join(' intersect ')

const changeConditions = (
  alias: string,
  { lastUpdated, timeZone }: PatientCriteria,
  { after, order }: Pick<PatientPage, 'after' | 'order'>,
  parameters: SqlParameters,
): string[] => [
  ...lastUpdated.map((bound) => dateCondition(`${alias}.updated_at`, bound, timeZone, parameters)),
  ...(after
    ? [
        `(${alias}.updated_at, ${alias}.id) ${order.isDescending ? '<' : '>'} (${parameters.add(after.sortedAt)}::timestamptz, ${parameters.add(after.id)}::bigint)`,
      ]
    : []),
]

/** Patients of the lab in the order of changes; for a referrer those whose visits name it, in the order of their ids. */
const windowOf = (
  { labId, referrerId }: Reach,
  criteria: PatientCriteria,
  page: Pick<PatientPage, 'after' | 'order'>,
  parameters: SqlParameters,
): string => {
  if (referrerId !== null)
    return `select distinct v.patient_id as id, null::timestamptz as sorted from visits v
      where v.referrer_id = ${parameters.add(referrerId)} and v.is_referrer_certain
        and v.patient_id > ${parameters.add(page.after?.id ?? 0)}::bigint
      order by v.patient_id limit ${WINDOW}`
  const direction = page.order.isDescending ? 'desc' : 'asc'
  const conditions = [
    `w.lab_id = ${hiddenFromPlanner(labId, parameters)}`,
    ...changeConditions('w', criteria, page, parameters),
  ]
  return `select w.id, w.updated_at as sorted from patients w where ${conditions.join(' and ')}
    order by w.updated_at ${direction}, w.id ${direction} limit ${WINDOW}`
}

/** In the order of changes; those of a referrer in the order of their ids, unless they are named. */
export const findFhirPatients = (
  reach: Reach,
  db: Queryable,
  criteria: PatientCriteria,
  page: PatientPage,
): Promise<PatientFhirRow[]> => {
  const parameters = new SqlParameters()
  const { ids, identifiers, lastUpdated } = criteria
  const isNamed = areNamed(criteria)
  const isByChange = isNamed || reach.referrerId === null
  const direction = page.order.isDescending ? 'desc' : 'asc'
  const source = isNamed
    ? 'patients q'
    : `(${windowOf(reach, criteria, page, parameters)}) k join patients q on q.id = k.id`
  const conditions = [
    isInReach(reach, parameters),
    ...(isNamed ? [`q.id = any (array(${namedIds(reach, criteria, parameters)}))`] : []),
    ...(isNamed ? changeConditions('q', criteria, page, parameters) : []),
    ...(isByChange ? [] : changeConditions('q', criteria, { ...page, after: undefined }, parameters)),
  ]
  return db.query(
    patientRow,
    `select ${columnsOf(patientRow, 'q')}
       from ${source}
       left join patients s on q.merged_into is not null and s.id = surviving_patient(q.id)
      where ${conditions.join(' and ')}
      order by ${isByChange ? `q.updated_at ${direction}, q.id ${direction}` : 'q.id'} limit ${Math.trunc(page.limit)}`,
    parameters.values,
    preparedSearch('find-fhir-patients', reach, { named: [ids, identifiers], filters: [lastUpdated] }, page),
  )
}

const lastRow = z.object({ id: patients.id, sortedAt: patients.updatedAt.nullable() })

/** The last patient of a full window: the next page begins after it. */
export const findEndOfPatients = async (
  reach: Reach,
  db: Queryable,
  criteria: PatientCriteria,
  page: Pick<PatientPage, 'after' | 'order'>,
): Promise<Position | undefined> => {
  if (areNamed(criteria)) return undefined
  const parameters = new SqlParameters()
  const direction = page.order.isDescending ? 'desc' : 'asc'
  const found = await db.maybeOne(
    lastRow,
    `select k.id, k.sorted as "sortedAt" from (${windowOf(reach, criteria, page, parameters)}) k
      order by k.sorted ${direction}, k.id ${direction} offset ${WINDOW - 1} limit 1`,
    parameters.values,
    preparedSearch(
      'find-end-of-fhir-patients',
      reach,
      { named: [], filters: [criteria.lastUpdated] },
      { limit: 1, ...page },
    ),
  )
  return found && { sortedAt: found.sortedAt ?? '', id: found.id, version: 0 }
}
