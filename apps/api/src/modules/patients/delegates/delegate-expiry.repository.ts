import { z } from 'zod'
import { patientDelegates, patients } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { neverNull, type RowOf } from '../../../platform/database/row-schema.ts'
import { DELEGATE_ENDS_ON, DELEGATE_END_REASON, PATIENT_OF_DELEGATE } from './delegate-condition.ts'

const dueRow = z.object({ id: patientDelegates.id, patientId: from('p.id', patients.id) })

export const findDueDelegates = (
  db: Queryable,
  today: string,
  limit: number,
): Promise<RowOf<typeof dueRow>[]> =>
  db.query(
    dueRow,
    `select ${columnsOf(dueRow, 'g')} from patient_delegates g ${PATIENT_OF_DELEGATE}
      where g.ended_at is null and ${DELEGATE_ENDS_ON} <= $1::date order by g.id limit $2`,
    [today, limit],
  )

/** Ordered by id to avoid deadlocks. */
export const lockPatientsOfDelegates = async (tx: Queryable, ids: readonly number[]): Promise<void> => {
  await tx.execute('select 1 from patients where id = any($1) order by id for no key update', [ids])
}

const endedRow = z.object({
  ...pick(patientDelegates, 'id kind'),
  reason: from('e.end_reason', neverNull(patientDelegates.endReason)),
  patientId: from('due.patient_id', patients.id),
  labId: from('due.lab_id', patients.labId),
})

export const markDueDelegatesEnded = (
  tx: Queryable,
  ids: readonly number[],
  today: string,
): Promise<RowOf<typeof endedRow>[]> =>
  tx.query(
    endedRow,
    `with due as (
       select g.id, ${DELEGATE_END_REASON} as reason, p.id as patient_id, p.lab_id
         from patient_delegates g ${PATIENT_OF_DELEGATE}
        where g.id = any($1) and g.ended_at is null and ${DELEGATE_ENDS_ON} <= $2::date
     )
     update patient_delegates e set ended_at = now(), end_reason = due.reason
       from due where e.id = due.id
     returning ${columnsOf(endedRow, 'e')}`,
    [ids, today],
  )
