import { DELEGATES_MAX, type Delegate, type DelegateEndReason } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { patientDelegates, patients, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, insertion, pick, type NewRecord } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow, type RowOf } from '../../../platform/database/row-schema.ts'
import {
  ADULT_BIRTHDAY,
  DELEGATE_ENDS_ON,
  DELEGATE_OF_PATIENT,
  DELEGATE_END_REASON,
  hasAccess,
  hasNotEnded,
  PATIENT_OF_DELEGATE,
} from './delegate-condition.ts'

export const ENDED_DELEGATES_SHOWN = 20

export interface LabDay {
  today: string
  timeZone: string
}

const OPEN_SHOWN = 10 * DELEGATES_MAX

const delegateFields = z.object(
  pick(patientDelegates, 'kind fullName relation language email phone documentSeen validFrom validUntil'),
)

const delegateRow = delegateFields.extend({
  id: patientDelegates.id,
  endsOn: from(DELEGATE_ENDS_ON, z.iso.date().nullable()),
  isActive: z.boolean(),
  recordedAt: patientDelegates.recordedAt,
  recorderName: from('u.full_name', users.fullName),
  endedAt: z.iso.datetime().nullable(),
  endReason: patientDelegates.endReason,
  enderName: from('e.full_name', users.fullName.nullable()),
})

const selectionOf = (today: string, timeZone: string) =>
  columnsOf(delegateRow, 'g', {
    isActive: hasAccess(today),
    endedAt: `case when g.ended_at is not null then g.ended_at
       when not (${hasNotEnded(today)}) then ${DELEGATE_ENDS_ON}::timestamp at time zone ${timeZone} end`,
    endReason: `case when g.ended_at is not null then g.end_reason
       when not (${hasNotEnded(today)}) then ${DELEGATE_END_REASON} end`,
  })

const USERS = 'join users u on u.id = g.recorded_by left join users e on e.id = g.ended_by'

const toDelegate = ({
  recordedAt,
  recorderName,
  endedAt,
  endReason: reason,
  enderName,
  ...row
}: RowOf<typeof delegateRow>): Delegate => ({
  ...row,
  recorded: { at: recordedAt, by: { fullName: recorderName } },
  ended:
    endedAt === null || reason === null
      ? null
      : { at: endedAt, reason, by: enderName === null ? null : { fullName: enderName } },
})

export const findDelegates = async (
  db: Queryable,
  patientId: number,
  { today, timeZone }: LabDay,
): Promise<Delegate[]> => {
  const select = (condition: string, order: string, limit: number) =>
    db.query(
      delegateRow,
      `select ${selectionOf('$2', '$3')}
         from patients p
         join patient_delegates g on ${DELEGATE_OF_PATIENT}
         left join lab_delivery_settings s on s.lab_id = p.lab_id ${USERS}
        where p.id = $1 and ${condition} order by ${order} limit ${limit}`,
      [patientId, today, timeZone],
    )
  const open = await select(hasNotEnded('$2'), '"isActive" desc, g.id', OPEN_SHOWN)
  const ended = await select(`not (${hasNotEnded('$2')})`, '"endedAt" desc, g.id desc', ENDED_DELEGATES_SHOWN)
  return [...open, ...ended].map(toDelegate)
}

export const findDelegate = async (
  scope: LabScope,
  db: Queryable,
  id: number,
  { today, timeZone }: LabDay,
): Promise<Delegate | undefined> => {
  const row = await db.maybeOne(delegateRow, (parameters) => {
    const columns = selectionOf(parameters.add(today), parameters.add(timeZone))
    return `select ${columns} from patient_delegates g ${PATIENT_OF_DELEGATE} ${USERS}
      where g.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'p.lab_id')}`
  })
  return row && toDelegate(row)
}

export const findPatientOfDelegate = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    idRow,
    (parameters) => `select p.id from patient_delegates g ${PATIENT_OF_DELEGATE}
      where g.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
  )
  return row?.id
}

const patientFactsRow = z.object({ isAdult: z.boolean(), openDelegates: z.int() })

export const findPatientFacts = (
  tx: Queryable,
  patientId: number,
  today: string,
): Promise<RowOf<typeof patientFactsRow>> =>
  tx.one(
    patientFactsRow,
    `select ${ADULT_BIRTHDAY} <= $2::date as "isAdult",
            (select count(*) from patient_delegates g
              where ${DELEGATE_OF_PATIENT} and ${hasNotEnded('$2')}) as "openDelegates"
       from patients p left join lab_delivery_settings s on s.lab_id = p.lab_id
      where p.id = $1`,
    [patientId, today],
  )

const openDelegateRow = z.object({ kind: patientDelegates.kind, recordId: from('o.id', patients.id) })

export const lockOpenDelegate = (
  tx: Queryable,
  { id, patientId, today }: { id: number; patientId: number; today: string },
): Promise<RowOf<typeof openDelegateRow> | undefined> =>
  tx.maybeOne(
    openDelegateRow,
    `select ${columnsOf(openDelegateRow, 'g')} from patient_delegates g ${PATIENT_OF_DELEGATE}
      where g.id = $1 and p.id = $2 and ${hasNotEnded('$3')} for no key update of g`,
    [id, patientId, today],
  )

export type NewDelegate = NewRecord<typeof delegateFields>

const newDelegateRow = delegateFields.extend(pick(patientDelegates, 'patientId wordingVersion recordedBy'))

export const insertDelegate = (tx: Queryable, delegate: NewRecord<typeof newDelegateRow>): Promise<number> =>
  tx.insertedId(
    (parameters) =>
      `insert into patient_delegates ${insertion(newDelegateRow, delegate, parameters)} returning id`,
  )

export const markDelegateEnded = async (
  tx: Queryable,
  { id, reason, by }: { id: number; reason: DelegateEndReason; by: number },
): Promise<void> => {
  await tx.execute(
    'update patient_delegates set ended_at = now(), end_reason = $2, ended_by = $3 where id = $1',
    [id, reason, by],
  )
}
