import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { deliveries, reportAnnouncements } from '../../../core/tables.gen.ts'
import { columnsOf, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow, type RowOf } from '../../../platform/database/row-schema.ts'
import { endSlipsOfLinks } from '../link/visit-slips.repository.ts'

const reportOfDeliveryRow = z.object({ reportId: deliveries.reportId })

export const findReportOfDelivery = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    reportOfDeliveryRow,
    (parameters) => `select ${columnsOf(reportOfDeliveryRow, 'd')} from deliveries d
       join reports r on r.id = d.report_id join patients p on p.id = r.patient_id
      where d.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}`,
  )
  return row?.reportId
}

const lockedRow = z.object({
  ...pick(deliveries, 'delegateId channel purpose contact language state'),
  isSentAgain: z.boolean(),
})
export type LockedDelivery = RowOf<typeof lockedRow>

/** `isSentAgain`: the same message is queued or has arrived since. */
export const lockDelivery = async (tx: Queryable, id: number): Promise<LockedDelivery> => {
  await tx.execute('select 1 from deliveries where id = $1 for no key update', [id])
  // A separate statement: its snapshot includes the commits of earlier lock holders.
  return tx.one(
    lockedRow,
    `select ${columnsOf(lockedRow, 'd', {
      isSentAgain: `exists (select 1 from deliveries n
                     where n.report_id = d.report_id and n.id > d.id and n.purpose = d.purpose
                       and (lower(n.contact) = lower(d.contact)
                            or (d.purpose <> 'sent-in-error' and n.channel = d.channel
                                and n.delegate_id is not distinct from d.delegate_id))
                       and n.state in ('queued', 'held', 'sending', 'sent'))`,
    })}
       from deliveries d where d.id = $1`,
    [id],
  )
}

/** The link to a visit ends as a whole. */
export const endLinksOfDelivery = async (tx: Queryable, id: number): Promise<number> => {
  const ended = await tx.query(
    idRow,
    `update report_links set revoked_at = now(), revocation = 'staff'
      where delivery_id = $1 and revoked_at is null and coalesce(slip_ends_at(slip_id), expires_at) > now()
      returning id`,
    [id],
  )
  const ids = ended.map(({ id: linkId }) => linkId)
  await tx.execute('delete from link_sessions where link_id = any($1)', [ids])
  await endSlipsOfLinks(tx, ids)
  return ended.length
}

const announcementRow = z.object(pick(reportAnnouncements, 'id needsConfirmation'))

export const lockErrorAnnouncement = (
  tx: Queryable,
  reportId: number,
): Promise<{ id: number; needsConfirmation: boolean } | undefined> =>
  tx.maybeOne(
    announcementRow,
    `select ${columnsOf(announcementRow)} from report_announcements
      where report_id = $1 and kind = 'sent-in-error' order by id desc limit 1 for no key update`,
    [reportId],
  )

export const confirmAnnouncement = async (tx: Queryable, id: number, by: number): Promise<void> => {
  await tx.execute(
    'update report_announcements set needs_confirmation = false, confirmed_by = $2 where id = $1',
    [id, by],
  )
}
