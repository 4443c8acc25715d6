import type { Database } from '../../../platform/database/database.ts'
import type { Mailer } from '../../../platform/mailer.ts'
import { recordVisit } from '../../activity/activity.service.ts'
import { insertDelivery, insertDeliveryEvent } from '../deliveries.repository.ts'
import { enqueueSending } from '../sending/send-job.ts'
import { lockVisit, type LinkVisitor } from './link-access.service.ts'
import { hasRecentRenewal, lockReportForRenewal } from './link-renewals.repository.ts'

/** New links for visitors whose link has ended or is locked. */
export const createLinkRenewalService = ({ database, mailer }: { database: Database; mailer: Mailer }) => ({
  /**
   * Sends a new link to the email in the patient's record, with consent and within the limits. The visitor learns nothing:
   * not whether there is an email, nor whether something was sent.
   */
  async request(visitor: LinkVisitor): Promise<void> {
    await database.transaction(async (tx) => {
      const visit = await lockVisit(tx, visitor)
      if (visit?.state !== 'ended' && visit?.state !== 'locked') return
      const { link } = visit
      if (!mailer.hasServer || link.email === null || !link.hasEmailConsent || link.isWithdrawn) return
      await lockReportForRenewal(tx, link.reportId)
      if (await hasRecentRenewal(tx, link.reportId)) return
      await insertDelivery(tx, {
        reportId: link.reportId,
        labId: link.labId,
        reportVersion: link.version,
        channel: 'email',
        purpose: 'renewal',
        contact: link.email,
        language: link.language,
        requestedBy: null,
        state: 'queued',
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
