import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { patients } from '../../../core/tables.gen.ts'
import { survivorOf } from '../../../core/patient-search-condition.ts'
import { columnsOf, pick } from '../../../platform/database/columns.ts'
import { type Database, withTimeLimit } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

const FOUND_LIMIT = 100
/** Time budget per query. Slower queries propose no patients. */
const TIME_LIMIT_MS = 2000

const foundRow = z.object({
  ...pick(patients, 'id fullName dateOfBirth gender emrId phone'),
  former: z.array(
    z.object({ id: z.int(), emrId: z.string().nullable(), phone: z.string(), fullName: z.string() }),
  ),
})
export type FoundPatient = RowOf<typeof foundRow>

export interface NamedIdentity {
  ids: number[]
  emrIds: string[]
  phones: string[]
  names: string[]
  datesOfBirth: string[]
}

/** The indexes start with the lab, so the Admin's query lists all labs. */
const inScope = (scope: LabScope, parameters: SqlParameters) => {
  const labs = scope.everyLab
    ? 'array(select id from labs)'
    : `array[${parameters.add(scope.labId)}]::bigint[]`
  return `p.lab_id = any(${labs})`
}

const FORMER = `coalesce((
  with recursive merged as (
    select m.id, m.emr_id, m.phone, m.full_name from patients m where m.merged_into = p.id
    union all
    select m.id, m.emr_id, m.phone, m.full_name from merged e join patients m on m.merged_into = e.id
  )
  select jsonb_agg(jsonb_build_object('id', id, 'emrId', emr_id, 'phone', phone, 'fullName', full_name))
    from (select * from merged order by id limit 50) f), '[]')`

const readBest = async (
  database: Database,
  branches: string[],
  parameters: SqlParameters,
): Promise<FoundPatient[]> => {
  if (branches.length === 0) return []
  const rows = await withTimeLimit(database, TIME_LIMIT_MS, (tx) =>
    tx.query(
      foundRow,
      `select ${columnsOf(foundRow, 'p', { former: FORMER })}
         from (select k.id, min(k.rank) as rank from (${branches.map((one) => `(${one})`).join(' union all ')}) k
                group by k.id order by min(k.rank), k.id desc limit ${FOUND_LIMIT}) k
         join patients p on p.id = k.id
        order by k.rank, k.id desc`,
      parameters.values,
    ),
  )
  return rows ?? []
}

const findByNumbers = (scope: LabScope, database: Database, named: NamedIdentity) => {
  const parameters = new SqlParameters()
  const current = inScope(scope, parameters)
  const branches = [
    `select ${survivorOf('p')} as id, 0 as rank from patients p where p.id = any(${parameters.add(named.ids)}::bigint[]) and ${current}`,
    `select ${survivorOf('p')}, 0 from patients p
      where lower(p.emr_id) = any(${parameters.add(named.emrIds)}::text[]) and ${current} limit ${FOUND_LIMIT}`,
    `select ${survivorOf('p')}, 1 from patients p
      where p.phone = any(${parameters.add(named.phones)}::text[]) and ${current} limit ${FOUND_LIMIT}`,
  ]
  return readBest(database, branches, parameters)
}

/** Requires at least two words. Matches of a birth date in the file come first. */
const findByNames = (scope: LabScope, database: Database, named: NamedIdentity) => {
  const parameters = new SqlParameters()
  const branches = named.names.map((name) => {
    const keys = `typed_name_keys(${parameters.add(name)})`
    const isBornThen = `p.date_of_birth = any(${parameters.add(named.datesOfBirth)}::date[])`
    const sounds = `p.name_keys @> ${keys} and cardinality(${keys}) > 1 and ${inScope(scope, parameters)}`
    return `select ${survivorOf('p')} as id, case when ${isBornThen} then 1 else 2 end as rank from patients p
             where ${sounds} order by rank, p.id desc limit ${FOUND_LIMIT}`
  })
  return readBest(database, branches, parameters)
}

export const findIdentified = async (
  scope: LabScope,
  database: Database,
  named: NamedIdentity,
): Promise<FoundPatient[]> => {
  const byNumber = await findByNumbers(scope, database, named)
  const byName = await findByNames(scope, database, named)
  const known = new Set(byNumber.map(({ id }) => id))
  return [...byNumber, ...byName.filter(({ id }) => !known.has(id))]
}
