import type { FoundPatient, PatientRow } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { patients } from '../../../core/tables.gen.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { likeFolded, SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { withTimeLimit } from '../../../platform/database/time-limit.ts'
import { searchCondition, survivorOf } from '../../../core/patient-search-condition.ts'
import { PATIENT_COLUMNS, PATIENT_JOINS, patientRow, toPatientRow } from './patient-row.ts'
import { wholePhoneOf } from '../../../core/patient-search-text.ts'

/** Number of the newest matches considered for ranking. */
const RANK_LIMIT = 100
/** Number of the newest patients scanned for a text that the index cannot find. */
const SCAN_LIMIT = 5000

/** Time budget for type-ahead search; slower results are omitted. */
const TIME_LIMIT_MS = 1000

const foundRow = z.object({
  id: patients.id,
  fullName: patients.fullName,
  emrId: patients.emrId,
  phone: patients.phone,
  dateOfBirth: patients.dateOfBirth,
})
const foundByIdRow = foundRow.extend({ asked: z.int() })

const FOUND_COLUMNS =
  'p.id, p.full_name as "fullName", p.emr_id as "emrId", p.phone, p.date_of_birth as "dateOfBirth"'

const toFound = (row: RowOf<typeof foundRow>): FoundPatient => ({
  id: row.id,
  fullName: row.fullName,
  emrId: row.emrId,
  phone: { number: row.phone },
  dateOfBirth: row.dateOfBirth,
})

const visible = (scope: LabScope, parameters: SqlParameters) =>
  `p.merged_into is null and ${labCondition(scope, parameters, 'p.lab_id')}`

/** List rows of ids known to be in scope, in the given order. */
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

/** Patients by id, in the given order; the id of a merged record returns the surviving one. */
export const findPatientsByIds = async (
  scope: LabScope,
  db: Queryable,
  ids: readonly number[],
): Promise<FoundPatient[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    foundByIdRow,
    `with recursive steps as (
       select k.id as asked, k.place, p.id, p.merged_into
         from unnest(${parameters.add(ids)}::bigint[]) with ordinality as k(id, place) join patients p on p.id = k.id
       union
       select s.asked, s.place, p.id, p.merged_into from steps s join patients p on p.id = s.merged_into
     )
     select ${FOUND_COLUMNS}, s.asked from steps s join patients p on p.id = s.id
      where ${visible(scope, parameters)}
      order by s.place`,
    parameters.values,
    { name: scope.everyLab ? 'patients-by-ids-anywhere' : 'patients-by-ids' },
  )
  return rows.map((row) => ({ ...toFound(row), ...(row.asked !== row.id && { formerId: row.asked }) }))
}

const findQuickly = async (
  database: Database,
  text: string,
  parameters: SqlParameters,
): Promise<FoundPatient[]> => {
  const rows = await withTimeLimit(database, TIME_LIMIT_MS, (tx) =>
    tx.query(foundRow, text, parameters.values),
  )
  return (rows ?? []).map(toFound)
}

/**
 * Patients of whom a record, also one that was merged into theirs, has the text as its EMR ID, email or phone number in any
 * spelling.
 */
export const findPatientsByField = (
  scope: LabScope,
  database: Database,
  typed: string,
  limit: number,
): Promise<FoundPatient[]> => {
  const parameters = new SqlParameters()
  // The indexes begin with the lab.
  const labs = scope.everyLab
    ? 'array(select l.id from labs l)'
    : `array[${parameters.add(scope.labId)}::bigint]`
  const text = parameters.add(typed)
  const ofRecord = (condition: string) =>
    `select ${survivorOf('p')} from patients p where p.lab_id = any (${labs}) and ${condition}`
  const lookUps = [
    ofRecord(`fold_text(p.emr_id) = fold_text(${text})`),
    ofRecord(`lower(p.email) = lower(${text})`),
  ]
  const phone = wholePhoneOf(typed)
  // Without the country code: found in the index of texts, where few have this many digits in common.
  if (phone !== undefined)
    lookUps.push(
      `select p.id from patients p
        where ${visible(scope, parameters)} and p.search like '%' || ${parameters.add(phone)}::text || E'\\n%'`,
    )
  return findQuickly(
    database,
    `select ${FOUND_COLUMNS} from patients p
      where ${visible(scope, parameters)} and p.id = any (array(${lookUps.join(' union ')}))
      order by p.created_at desc, p.id desc limit ${parameters.add(limit)}`,
    parameters,
  )
}

/** Names that begin with the text first, then names with such a word, then the newest. */
const bestFirst = (typed: string, parameters: SqlParameters) => {
  const text = likeFolded(typed, parameters)
  return `case when p.search like ${text} || '%' then 0
               when p.search like '% ' || ${text} || '%' then 1
               else 2 end, p.created_at desc, p.id desc`
}

const NEWEST = 'order by p.created_at desc, p.id desc'

/** Patients who contain a text of three letters or more: the best of the newest matches. */
export const findPatientsByText = (
  scope: LabScope,
  database: Database,
  typed: string,
  limit: number,
): Promise<FoundPatient[]> => {
  const parameters = new SqlParameters()
  return findQuickly(
    database,
    `select ${FOUND_COLUMNS} from (
       select p.id, p.full_name, p.emr_id, p.phone, p.date_of_birth, p.search, p.created_at from patients p
        where ${visible(scope, parameters)} and ${searchCondition(typed, parameters)}
        ${NEWEST} limit ${RANK_LIMIT}) p
      order by ${bestFirst(typed, parameters)} limit ${parameters.add(limit)}`,
    parameters,
  )
}

/** Patients for one or two letters, which no index finds: short names, and matches among the newest. */
export const findPatientsByLetters = (
  scope: LabScope,
  database: Database,
  typed: string,
  limit: number,
): Promise<FoundPatient[]> => {
  const parameters = new SqlParameters()
  const inScope = visible(scope, parameters)
  const matches = searchCondition(typed, parameters)
  const keys = `name_keys_of(${parameters.add(typed)})`
  return findQuickly(
    database,
    `select ${FOUND_COLUMNS} from (
       (select p.id from patients p
         where ${inScope} and ${matches} and p.name_keys @> ${keys} and cardinality(${keys}) > 0
         ${NEWEST} limit ${RANK_LIMIT})
       union
       (select p.id from (select p.id, p.search, p.created_at from patients p
                           where ${inScope} ${NEWEST} limit ${SCAN_LIMIT}) p
         where ${matches} ${NEWEST} limit ${RANK_LIMIT})) k
       join patients p on p.id = k.id
      order by ${bestFirst(typed, parameters)} limit ${parameters.add(limit)}`,
    parameters,
  )
}
