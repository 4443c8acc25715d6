import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { survivorOf } from '../../../core/patient-search-condition.ts'
import type { Queryable } from '../../../platform/database/database.ts'

const MAX_SIMILAR = 5

// The limit per lookup keeps the planner on its index for any number of patients. The same email alone is shown only.
const LOOKUPS = [
  `p.phone = r.fields ->> 'phone'`,
  `lower(p.emr_id) = lower(r.fields ->> 'emrId')`,
  `p.national_id = r.fields ->> 'nationalId'`,
  `p.date_of_birth = (r.fields ->> 'dateOfBirth')::date and p.name_keys && r.name_keys`,
]

/**
 * Disables joins that scan whole tables for the rest of the transaction, because planner statistics predate this
 * import.
 */
export const disableScanningJoins = async (tx: Queryable): Promise<void> => {
  await tx.execute(
    `select set_config('enable_nestloop', 'off', true), set_config('enable_seqscan', 'off', true)`,
  )
}

export const flagKnownPatients = (
  scope: Extract<LabScope, { everyLab: false }>,
  tx: Queryable,
  step: { importId: number; after: number; upTo: number },
): Promise<number> =>
  tx.execute(
    `update patient_import_rows flagged set duplicate_patients = found.ids
       from (select r.row_number, coalesce(array_agg(distinct k.id) filter (where k.id is not null), '{}') as ids
               from patient_import_rows r
               left join lateral (
                 ${LOOKUPS.map(
                   (condition) => `(select p.id from patients p
                      where p.lab_id = $4 and p.merged_into is null and ${condition} limit ${MAX_SIMILAR})`,
                 ).join(' union all ')}
               ) k on true
              where r.import_id = $1 and r.row_number > $2 and r.row_number <= $3 and r.errors = '[]'
              group by r.row_number) found
      where flagged.import_id = $1 and flagged.row_number = found.row_number
        and flagged.duplicate_patients <> found.ids`,
    [step.importId, step.after, step.upTo, scope.labId],
  )

/**
 * Flags the surviving patients of similar merged records. A separate statement reads the few merged records once per
 * lookup.
 */
export const flagMergedPatients = async (
  scope: Extract<LabScope, { everyLab: false }>,
  tx: Queryable,
  step: { importId: number; after: number; upTo: number },
): Promise<void> => {
  await tx.execute(
    `with gone as materialized (
       select p.*, ${survivorOf('p')} as survivor_id from patients p
        where p.lab_id = $4 and p.merged_into is not null
     ), part as materialized (
       select r.row_number, r.fields, r.name_keys from patient_import_rows r
        where r.import_id = $1 and r.row_number > $2 and r.row_number <= $3 and r.errors = '[]'
     ), found as (
       select row_number, array_agg(distinct survivor_id) as ids from (
         ${LOOKUPS.map((condition) => `(select r.row_number, p.survivor_id from gone p join part r on ${condition})`).join(' union all ')}
       ) k group by row_number
     )
     update patient_import_rows flagged
        set duplicate_patients = array(
              select id from unnest(flagged.duplicate_patients || found.ids) id group by id order by id limit ${LOOKUPS.length * MAX_SIMILAR})
       from found where flagged.import_id = $1 and flagged.row_number = found.row_number`,
    [step.importId, step.after, step.upTo, scope.labId],
  )
}

const lastRow = z.object({ last: z.int() })

export const findLastPatientId = async (db: Queryable): Promise<number> =>
  (await db.one(lastRow, 'select coalesce(max(id), 0) as last from patients')).last

const foundRow = z.object({ found: z.boolean() })

/**
 * True if an unflagged row resembles a patient above the given id, outside of this import. One join per lookup: a
 * combined join takes 5.5 s instead of 0.4 s (100,000 rows, 40 patients) while registrations wait.
 */
export const resemblesLaterPatient = async (
  scope: Extract<LabScope, { everyLab: false }>,
  tx: Queryable,
  later: { importId: number; than: number; ownIds: number[] },
): Promise<boolean> => {
  const { found } = await tx.one(
    foundRow,
    `with later as materialized (
       select p.* from patients p
        where p.lab_id = $2 and p.id > $3 and p.id <> all($4::bigint[]) and p.merged_into is null
     ), unmatched as materialized (
       select r.fields, r.name_keys from patient_import_rows r
        where r.import_id = $1 and r.errors = '[]' and r.duplicate_patients = '{}' and r.duplicate_rows = '{}'
     )
     select ${LOOKUPS.map((condition) => `exists (select 1 from later p join unmatched r on ${condition})`).join(' or ')} as found`,
    [later.importId, scope.labId, later.than, later.ownIds],
  )
  return found
}

/**
 * Flags the first earlier row of each kind of match. Window functions avoid a join that is slow for many rows with
 * the same phone number.
 */
export const flagEarlierRows = (tx: Queryable, importId: number): Promise<number> =>
  tx.execute(
    `with good as (
       select row_number, fields ->> 'phone' as phone, lower(fields ->> 'emrId') as emr_id,
              fields ->> 'nationalId' as national_id,
              fields ->> 'dateOfBirth' as born, name_keys
         from patient_import_rows where import_id = $1 and errors = '[]'
     ), earlier as (
       select row_number, min(row_number) over (partition by phone) as first from good
       union all
       select row_number, min(row_number) over (partition by emr_id) from good where emr_id is not null
       union all
       select row_number, min(row_number) over (partition by national_id) from good where national_id is not null
       union all
       select row_number, min(row_number) over (partition by born, key) from good, unnest(name_keys) as key
     ), found as (
       select row_number, array_agg(distinct first order by first) as rows
         from earlier where first < row_number group by row_number
     )
     update patient_import_rows flagged set duplicate_rows = found.rows
       from found where flagged.import_id = $1 and flagged.row_number = found.row_number`,
    [importId],
  )

export const countDuplicates = (tx: Queryable, importId: number): Promise<number> =>
  tx.countRows(
    `select count(*) from patient_import_rows
      where import_id = $1 and (duplicate_patients <> '{}' or duplicate_rows <> '{}')`,
    [importId],
  )
