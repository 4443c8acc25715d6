import { z } from 'zod'
import { deliveries } from '../../../core/tables.gen.ts'
import { columnsOf } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const sentRow = z.object({ id: deliveries.id, reportId: deliveries.reportId, labId: deliveries.labId })

/**
 * Locks an SMS whose delivery is unknown.
 *
 * A receipt may arrive before the gateway's answer. Both lock the row, and the sender records its outcome only in the
 * states `sending` and `unconfirmed`, so it never overwrites a receipt.
 */
export const lockOpenSms = (tx: Queryable, id: number): Promise<RowOf<typeof sentRow> | undefined> =>
  tx.maybeOne(
    sentRow,
    `select ${columnsOf(sentRow)} from deliveries
      where id = $1 and channel = 'sms' and state in ('sending', 'sent', 'unconfirmed') and delivered_at is null
        for no key update`,
    [id],
  )

export const markDelivered = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute(
    `update deliveries set state = 'sent', failure = null, due_at = null, delivered_at = now(),
                           sent_at = coalesce(sent_at, now())
      where id = $1`,
    [id],
  )
}

export const markNotDelivered = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute(
    `update deliveries set state = 'failed', failure = 'not-delivered', due_at = null where id = $1`,
    [id],
  )
}
