import {
  agingOutPatientSchema,
  DELEGATES_MAX,
  DELIVERY_COUNT_LIMIT,
  type AgingOutPatient,
} from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { patients } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type SqlParameters, pageClause, type PageOfRows } from '../../../platform/database/sql-parameters.ts'
import { consentTo } from '../record/delivery-choice.ts'
import { ADULT_BIRTHDAY, DELEGATE_ENDS_ON, hasAccess, PATIENT_OF_DELEGATE } from './delegate-condition.ts'

/** Patients are listed this long before a guardian's access ends. */
export const AGING_OUT_DAYS = 30

/** A contact shared with a guardian does not count as the patient's. */
const CAN_BE_REACHED = `
  (p.email is not null and ${consentTo('email')} and bool_and(lower(g.email) is distinct from lower(p.email)))
  or ((${consentTo('sms')} or ${consentTo('whatsapp')}) and bool_and(g.phone is distinct from p.phone))`

const GUARDIANS = `to_jsonb((array_agg(
  jsonb_build_object('id', g.id, 'fullName', g.full_name, 'relation', g.relation) order by g.id))[1:${DELEGATES_MAX}])`

const agingOutRow = z.object({
  ...pick(patients, 'id fullName dateOfBirth'),
  endsOn: from(ADULT_BIRTHDAY, z.iso.date()),
  guardians: agingOutPatientSchema.shape.guardians,
  canBeReached: from(CAN_BE_REACHED, z.boolean()),
})

/** Patients `p` with guardians `g` whose current access ends soon because of the patient's age. */
const agingOutIn = (scope: LabScope, today: string, parameters: SqlParameters): string => {
  const day = parameters.add(today)
  return `
    from patient_delegates g ${PATIENT_OF_DELEGATE}
   where g.kind = 'guardian' and ${hasAccess(day)} and ${DELEGATE_ENDS_ON} = ${ADULT_BIRTHDAY}
     and ${ADULT_BIRTHDAY} <= ${day}::date + ${AGING_OUT_DAYS} and ${labCondition(scope, parameters, 'p.lab_id')}
   group by p.id, s.lab_id`
}

export const countAgingOut = (scope: LabScope, db: Queryable, today: string): Promise<number> =>
  db.countRows(
    (parameters) => `select count(*) as count from (
       select 1 ${agingOutIn(scope, today, parameters)} limit ${DELIVERY_COUNT_LIMIT + 1}
     ) counted`,
  )

export const findAgingOut = async (
  scope: LabScope,
  db: Queryable,
  today: string,
  page: PageOfRows,
): Promise<AgingOutPatient[]> => {
  const rows = await db.query(
    agingOutRow,
    (parameters) => `select ${columnsOf(agingOutRow, 'p', { guardians: GUARDIANS })}
     ${agingOutIn(scope, today, parameters)}
      order by "endsOn", p.id ${pageClause(page, parameters)}`,
  )
  return rows.map(({ id, fullName, dateOfBirth, ...row }) => ({
    patient: { id, fullName, dateOfBirth },
    ...row,
  }))
}
