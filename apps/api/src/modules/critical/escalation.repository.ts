import { z } from 'zod'
import {
  criticalResults,
  labDeliverySettings,
  labs,
  unreleasedReports,
  users,
} from '../../core/tables.gen.ts'
import { columnsOf, from } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow, type RowOf } from '../../platform/database/row-schema.ts'

const unreleasedPatient = unreleasedReports.patientId.nullable()

const dueRow = z.object({
  id: criticalResults.id,
  reportId: criticalResults.reportId,
  unreleasedId: criticalResults.unreleasedId,
  patientId: from(
    '(select u.patient_id from unreleased_reports u where u.id = c.unreleased_id)',
    unreleasedPatient,
  ),
  labId: criticalResults.labId,
  flaggedAt: criticalResults.flaggedAt,
  targetMinutes: criticalResults.targetMinutes,
  escalations: criticalResults.escalations,
})

/** Skips results that another process escalates or a user closes. */
export const lockNextEscalation = (tx: Queryable, now: Date): Promise<RowOf<typeof dueRow> | undefined> =>
  tx.maybeOne(
    dueRow,
    `select ${columnsOf(dueRow, 'c')} from critical_results c
      where c.closed_at is null and c.next_escalation_at <= $1
      order by c.next_escalation_at limit 1 for update skip locked`,
    [now.toISOString()],
  )

export const updateEscalation = async (
  tx: Queryable,
  id: number,
  { step, nextAt }: { step: number; nextAt: Date | undefined },
): Promise<void> => {
  await tx.execute('update critical_results set escalations = $2, next_escalation_at = $3 where id = $1', [
    id,
    step,
    nextAt?.toISOString() ?? null,
  ])
}

/**
 * Active users who are named for the step or an earlier one. When nobody is named for the half, those named for the
 * target are told then too; when nobody is named at all, every Doctor of the lab.
 */
export const findEscalationContacts = async (
  tx: Queryable,
  labId: number,
  isOverdue: boolean,
): Promise<number[]> => {
  const rows = await tx.query(
    idRow,
    `with named as (
       select u.id, c.step from lab_critical_contacts c join users u on u.id = c.user_id
        where c.lab_id = $1 and u.lab_id = $1 and u.deactivated_at is null
     )
     select distinct id from named
      where step = 'half' or $2 or not exists (select 1 from named where step = 'half')
     union all
     select u.id from users u
      where u.lab_id = $1 and u.user_type_id = 2 and u.deactivated_at is null and not exists (select 1 from named)
     order by 1`,
    [labId, isOverdue],
  )
  return rows.map(({ id }) => id)
}

const noticeRow = z.object({
  reportId: criticalResults.reportId,
  unreleasedId: criticalResults.unreleasedId,
  flaggedAt: criticalResults.flaggedAt,
  labName: from('l.name', labs.name),
  senderName: from('s.sender_name', labDeliverySettings.senderName),
  fullName: from('u.full_name', users.fullName),
  email: from('u.email', users.email),
  phone: from('u.phone', users.phone),
})
export type EscalationNotice = RowOf<typeof noticeRow>

/** Undefined when the result was closed, or the user left the lab. */
export const findEscalationNotice = (
  db: Queryable,
  criticalId: number,
  userId: number,
): Promise<EscalationNotice | undefined> =>
  db.maybeOne(
    noticeRow,
    `select ${columnsOf(noticeRow, 'c')}
       from critical_results c
       join labs l on l.id = c.lab_id
       join users u on u.id = $2 and u.lab_id = c.lab_id and u.deactivated_at is null
       left join lab_delivery_settings s on s.lab_id = c.lab_id
      where c.id = $1 and c.closed_at is null`,
    [criticalId, userId],
  )
