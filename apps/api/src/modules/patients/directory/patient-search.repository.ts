import type { FoundPatient, PatientRow } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { patients } from '../../../core/tables.gen.ts'
import { columnsOf, pick } from '../../../platform/database/columns.ts'
import { type Database, type Queryable, withTimeLimit } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { likeFolded, SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { searchCondition, survivorOf } from '../../../core/patient-search-condition.ts'
import { PATIENT_COLUMNS, PATIENT_JOINS, patientRow, toPatientRow } from './patient-row.ts'
import { nationalIdsFrom, wholePhoneOf } from '../../../core/patient-search-text.ts'

const RANK_LIMIT = 100
const SCAN_LIMIT = 5000

/** Time budget for type-ahead search. Slower results are omitted. */
const TIME_LIMIT_MS = 1000

const foundRow = z.object(pick(patients, 'id fullName emrId phone dateOfBirth'))
const foundByIdRow = foundRow.extend({ asked: z.int() })

const FOUND_COLUMNS = columnsOf(foundRow, 'p')
const NEWEST = 'order by p.created_at desc, p.id desc'

const toFound = (row: RowOf<typeof foundRow>): FoundPatient => ({
  id: row.id,
  fullName: row.fullName,
  emrId: row.emrId,
  phone: { number: row.phone },
  dateOfBirth: row.dateOfBirth,
})

const visible = (scope: LabScope, parameters: SqlParameters) =>
  `p.merged_into is null and ${labCondition(scope, parameters, 'p.lab_id')}`

export const findPatientRows = async (
  scope: LabScope,
  db: Queryable,
  ids: readonly number[],
): Promise<PatientRow[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    patientRow,
    `select ${PATIENT_COLUMNS} from unnest(${parameters.add(ids)}::bigint[]) with ordinality as k(id, place)
       join patients p on p.id = k.id ${PATIENT_JOINS}
      where ${labCondition(scope, parameters, 'p.lab_id')}
      order by k.place`,
    parameters.values,
    { name: scope.everyLab ? 'patient-rows-anywhere' : 'patient-rows' },
  )
  return rows.map(toPatientRow)
}

/** In the given order. A merged id returns the surviving patient. */
export const findPatientsByIds = async (
  scope: LabScope,
  db: Queryable,
  ids: readonly number[],
): Promise<FoundPatient[]> => {
  const rows = await db.query(
    foundByIdRow,
    (parameters) => `with recursive steps as (
       select k.id as asked, k.place, p.id, p.merged_into
         from unnest(${parameters.add(ids)}::bigint[]) with ordinality as k(id, place) join patients p on p.id = k.id
       union
       select s.asked, s.place, p.id, p.merged_into from steps s join patients p on p.id = s.merged_into
     )
     select ${FOUND_COLUMNS}, s.asked from steps s join patients p on p.id = s.id
      where ${visible(scope, parameters)}
      order by s.place`,
    { name: scope.everyLab ? 'patients-by-ids-anywhere' : 'patients-by-ids' },
  )
  return rows.map((row) => ({ ...toFound(row), ...(row.asked !== row.id && { formerId: row.asked }) }))
}

/** For indexes that begin with the lab. */
const labsOf = (scope: LabScope, parameters: SqlParameters) =>
  scope.everyLab ? 'array(select l.id from labs l)' : `array[${parameters.add(scope.labId)}::bigint]`

type FindPatients = (
  scope: LabScope,
  database: Database,
  typed: string,
  limit: number,
) => Promise<FoundPatient[]>

const findQuickly = async (
  database: Database,
  write: (parameters: SqlParameters) => string,
): Promise<FoundPatient[]> => {
  const rows = await withTimeLimit(database, TIME_LIMIT_MS, (tx) => tx.query(foundRow, write))
  return (rows ?? []).map(toFound)
}

/** Finds an EMR ID, email, phone number or national ID in any spelling, also of merged records. */
export const findPatientsByField: FindPatients = (scope, database, typed, limit) =>
  findQuickly(database, (parameters) => {
    const labs = labsOf(scope, parameters)
    const text = parameters.add(typed)
    const ofRecord = (condition: string) =>
      `select ${survivorOf('p')} from patients p where p.lab_id = any (${labs}) and ${condition}`
    const lookUps = [
      ofRecord(`fold_text(p.emr_id) = fold_text(${text})`),
      ofRecord(`lower(p.email) = lower(${text})`),
    ]
    const nationalIds = nationalIdsFrom(typed)
    if (nationalIds)
      lookUps.push(
        ofRecord(
          `p.national_id between ${parameters.add(nationalIds.first)} and ${parameters.add(nationalIds.last)}`,
        ),
      )
    const phone = wholePhoneOf(typed)
    // Without the country code, the text index finds the number. Few patients share this many digits.
    if (phone !== undefined)
      lookUps.push(
        `select p.id from patients p
        where ${visible(scope, parameters)} and p.search like '%' || ${parameters.add(phone)}::text || E'\\n%'`,
      )
    return `select ${FOUND_COLUMNS} from patients p
      where ${visible(scope, parameters)} and p.id = any (array(${lookUps.join(' union ')}))
      ${NEWEST} limit ${parameters.add(limit)}`
  })

export const findPatientsByBirthDate: FindPatients = (scope, database, dateOfBirth, limit) =>
  findQuickly(
    database,
    (parameters) => `select ${FOUND_COLUMNS} from patients p
      where p.merged_into is null and p.lab_id = any (${labsOf(scope, parameters)})
        and p.date_of_birth = ${parameters.add(dateOfBirth)}
      ${NEWEST} limit ${parameters.add(limit)}`,
  )

const bestFirst = (typed: string, parameters: SqlParameters) => {
  const text = likeFolded(typed, parameters)
  return `case when p.search like ${text} || '%' then 0
               when p.search like '% ' || ${text} || '%' then 1
               else 2 end, p.created_at desc, p.id desc`
}

/** Texts of three letters or more: the best of the newest matches. */
export const findPatientsByText: FindPatients = (scope, database, typed, limit) =>
  findQuickly(
    database,
    (parameters) => `select ${FOUND_COLUMNS} from (
       select p.id, p.full_name, p.emr_id, p.phone, p.date_of_birth, p.search, p.created_at from patients p
        where ${visible(scope, parameters)} and ${searchCondition(typed, parameters)}
        ${NEWEST} limit ${RANK_LIMIT}) p
      order by ${bestFirst(typed, parameters)} limit ${parameters.add(limit)}`,
  )

/** One or two letters, which no index finds: short names, and matches among the newest. */
export const findPatientsByLetters: FindPatients = (scope, database, typed, limit) =>
  findQuickly(database, (parameters) => {
    const inScope = visible(scope, parameters)
    const matches = searchCondition(typed, parameters)
    const keys = `typed_name_keys(${parameters.add(typed)})`
    return `select ${FOUND_COLUMNS} from (
       (select p.id from patients p
         where ${inScope} and ${matches} and p.name_keys @> ${keys} and cardinality(${keys}) > 0
         ${NEWEST} limit ${RANK_LIMIT})
       union
       (select p.id from (select p.id, p.search, p.created_at from patients p
                           where ${inScope} ${NEWEST} limit ${SCAN_LIMIT}) p
         where ${matches} ${NEWEST} limit ${RANK_LIMIT})) k
       join patients p on p.id = k.id
      order by ${bestFirst(typed, parameters)} limit ${parameters.add(limit)}`
  })
