import type { DuplicateReason, PossibleDuplicate } from '@zelab/contract'
import { z } from 'zod'
import { patients } from '../../../core/tables.gen.ts'
import { survivorOf } from '../../../core/patient-search-condition.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export interface Likeness {
  labId: number
  fullName: string | null
  dateOfBirth: string | null
  emrId: string | null
  nationalId: string | null
  email: string | null
  exceptId: number | null
}

const duplicateRow = z.object({
  ...pick(patients, 'id fullName dateOfBirth phone emrId email'),
  isSamePerson: from('same_person', z.boolean().nullable()),
  isSameEmrId: from('same_emr_id', z.boolean().nullable()),
  isSameNationalId: from('same_national_id', z.boolean().nullable()),
  isSameEmail: from('same_email', z.boolean().nullable()),
})

const toPossibleDuplicate = (row: RowOf<typeof duplicateRow>): PossibleDuplicate => {
  const { isSamePerson, isSameEmrId, isSameNationalId, isSameEmail, phone, ...patient } = row
  const reasons: [DuplicateReason, boolean | null][] = [
    ['nameAndBirth', isSamePerson],
    ['emrId', isSameEmrId],
    ['nationalId', isSameNationalId],
    ['email', isSameEmail],
  ]
  return {
    patient: { ...patient, phone: { number: phone } },
    reasons: reasons.filter(([, speaksForIt]) => speaksForIt).map(([reason]) => reason),
  }
}

const SIMILAR_NAME = 0.4

const lastWordOf = (name: string) => `regexp_replace(btrim(${name}), '^.*\\s', '')`

/**
 * Compares the last words of two names. Patients with the same birthday who share only a given name are different
 * people (AMB-52).
 */
const IS_SAME_FAMILY = `(name_keys_of(${lastWordOf('p.full_name')}) && a.keys or p.name_keys && a.family_keys
  or similarity(fold_text(${lastWordOf('p.full_name')}), fold_text(a.family)) > ${SIMILAR_NAME})`

/**
 * Strongest first, the same email alone last: several reasons, then a unique number, then name similarity. A merged
 * record counts for the surviving one. Each reason uses its own index.
 */
export const findPossibleDuplicates = async (
  db: Queryable,
  likeness: Likeness,
  limit: number,
): Promise<PossibleDuplicate[]> => {
  const rows = await db.query(
    duplicateRow,
    `with asked as (
       select fold_text($2::text) as name, typed_name_keys($2::text) as keys, $3::date as born,
              ${lastWordOf('$2::text')} as family, typed_name_keys(${lastWordOf('$2::text')}) as family_keys,
              lower($4::text) as emr_id, lower($5::text) as email, $8::text as national_id
     ), near as (
       select p.id from patients p where p.lab_id = $1 and p.date_of_birth = (select born from asked)
       union select p.id from patients p where p.lab_id = $1 and lower(p.emr_id) = (select emr_id from asked)
       union select p.id from patients p where p.lab_id = $1 and p.national_id = (select national_id from asked)
       union select p.id from patients p where p.lab_id = $1 and lower(p.email) = (select email from asked)
     ), records as (
       select ${survivorOf('p')} as survivor_id, similarity(fold_text(p.full_name), a.name) as likeness,
              cardinality(array(select unnest(p.name_keys) intersect select unnest(a.keys))) as shared_words,
              p.date_of_birth = a.born and (p.name_keys && a.keys
                or similarity(fold_text(p.full_name), a.name) > ${SIMILAR_NAME}) and ${IS_SAME_FAMILY} as same_person,
              lower(p.emr_id) = a.emr_id as same_emr_id, lower(p.email) = a.email as same_email,
              p.national_id = a.national_id as same_national_id
         from near join patients p on p.id = near.id cross join asked a
     ), judged as (
       select survivor_id, max(likeness) as likeness, max(shared_words) as shared_words,
              bool_or(same_person) as same_person, bool_or(same_emr_id) as same_emr_id,
              bool_or(same_email) as same_email, bool_or(same_national_id) as same_national_id
         from records where survivor_id is distinct from $6::bigint group by survivor_id
     )
     select ${columnsOf(duplicateRow, 'p')}
       from judged join patients p on p.id = survivor_id
      where same_person or same_emr_id or same_email or same_national_id
      order by coalesce(same_person, false) or coalesce(same_emr_id, false) or coalesce(same_national_id, false) desc,
               coalesce(same_person::int, 0) + coalesce(same_emr_id::int, 0) + coalesce(same_email::int, 0)
               + coalesce(same_national_id::int, 0) desc, coalesce(same_national_id, false) desc,
               coalesce(same_emr_id, false) desc, shared_words desc, likeness desc nulls last, p.id
      limit $7`,
    [
      likeness.labId,
      likeness.fullName,
      likeness.dateOfBirth,
      likeness.emrId,
      likeness.email,
      likeness.exceptId,
      limit,
      likeness.nationalId,
    ],
  )
  return rows.map(toPossibleDuplicate)
}
