import type { Context } from '../../../core/context.ts'
import { recordVisit } from '../../activity/activity.service.ts'
import { insertDeliveryEvent } from '../deliveries.repository.ts'
import { queueDelivery } from '../sending/holds.ts'
import { enqueueSending } from '../sending/send-job.ts'
import type { DeliveryContextReader } from '../sending/delivery-context.ts'
import type { SendingServices } from '../sending/sending-rules.ts'
import { lockVisit, type LinkVisitor } from './link-access.service.ts'
import { findLinkAddress } from './link-address.ts'
import { hasRecentRenewal, lockReportForRenewal } from './links.repository.ts'

export const createLinkRenewalService = ({
  database,
  deliveryContext,
  ...services
}: SendingServices & Pick<Context, 'database'> & { deliveryContext: DeliveryContextReader }) => ({
  /**
   * Sends a new link to the recorded contact, with consent and within the limits. The answer does not reveal whether
   * a message was sent.
   */
  async request(visitor: LinkVisitor): Promise<void> {
    const today = await deliveryContext.today()
    await database.transaction(async (tx) => {
      const visit = await lockVisit(tx, visitor, today)
      if (visit?.state !== 'ended' && visit?.state !== 'locked') return
      const { link } = visit
      const address = await findLinkAddress(tx, { link, deliveryContext, services })
      if (!address || link.isWithdrawn) return
      await lockReportForRenewal(tx, link.reportId)
      if (await hasRecentRenewal(tx, link)) return
      await queueDelivery(tx, {
        ...address,
        reportId: link.reportId,
        labId: link.labId,
        reportVersion: link.version,
        purpose: 'renewal',
        delegateId: link.delegateId,
        language: link.language,
        requestedBy: null,
      })
      await enqueueSending(tx)
      await insertDeliveryEvent(tx, link.deliveryId, { kind: 'renewed' })
      await recordVisit(tx, visitor, {
        action: 'delivery.send',
        object: { type: 'report', id: link.reportId },
        labId: link.labId,
        summary: `A visitor of the link of delivery #${link.deliveryId} requested a new one`,
      })
    })
  },
})
