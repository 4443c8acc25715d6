import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordVisit } from '../../activity/activity.service.ts'
import { insertDeliveryEvent } from '../deliveries.repository.ts'
import { queueDelivery } from '../sending/holds.ts'
import { enqueueSending } from '../sending/send-job.ts'
import type { DeliveryContextReader } from '../sending/delivery-context.ts'
import type { SendingServices } from '../sending/sending-rules.ts'
import { lockVisit, type LinkVisitor } from './link-access.service.ts'
import { isRenewable } from './link-state.ts'
import type { VisitSlipService } from './visit-slips.service.ts'
import { findLinkAddress } from './link-address.ts'
import { hasRecentRenewal, lockReportForRenewal, type Link } from './links.repository.ts'

type Renewed = Pick<Link, 'reportId' | 'version' | 'labId' | 'delegateId' | 'language' | 'channel'>

export const createLinkRenewalService = ({
  database,
  deliveryContext,
  slips,
  ...services
}: SendingServices &
  Pick<Context, 'database'> & {
    deliveryContext: DeliveryContextReader
    slips: Pick<VisitSlipService, 'find'>
  }) => {
  /** Sends to the recorded contact, with consent and within the limits. @returns whether a message is queued */
  const renew = async (
    tx: Queryable,
    visitor: LinkVisitor,
    link: Renewed,
    what: string,
  ): Promise<boolean> => {
    const address = await findLinkAddress(tx, { link, deliveryContext, services })
    if (!address) return false
    await lockReportForRenewal(tx, link.reportId)
    if (await hasRecentRenewal(tx, link)) return false
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
    await recordVisit(tx, visitor, {
      action: 'delivery.send',
      object: { type: 'report', id: link.reportId },
      labId: link.labId,
      summary: `A visitor of the link ${what} requested a new one`,
    })
    return true
  }

  return {
    /** The answer does not reveal whether a message was sent. */
    async request(visitor: LinkVisitor): Promise<void> {
      const today = await deliveryContext.today()
      await database.transaction(async (tx) => {
        const visit = await lockVisit(tx, visitor, today)
        if (visit?.state !== 'ended' && visit?.state !== 'locked') return
        const { link } = visit
        if (link.isWithdrawn) return
        if (await renew(tx, visitor, link, `of delivery #${link.deliveryId}`))
          await insertDeliveryEvent(tx, link.deliveryId, { kind: 'renewed' })
      })
    },

    /** A link to each report that the visit shows. */
    async requestOfSlip(visitor: LinkVisitor): Promise<void> {
      const visit = await slips.find(visitor)
      if (!visit || !isRenewable(visit)) return
      const { slip } = visit
      const of = { labId: slip.labId, delegateId: null, language: slip.language, channel: 'slip' } as const
      await database.transaction(async (tx) => {
        for (const { id: reportId, version } of visit.reports.toSorted((one, other) => one.id - other.id))
          await renew(tx, visitor, { ...of, reportId, version }, `to visit #${slip.visitId}`)
      })
    },
  }
}
