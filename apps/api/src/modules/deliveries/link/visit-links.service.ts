import {
  shownDay,
  shownMoment,
  visitLinkText,
  type Answer,
  type contract,
  type Language,
} from '@zelab/contract'
import QRCode from 'qrcode'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { recordActivity, recordVisit } from '../../activity/activity.service.ts'
import { lockPatientRecord } from '../../patients/record/lock-patient.ts'
import { insertDelivery, insertDeliveryEvent, insertLink } from '../deliveries.repository.ts'
import { LINK_TOKEN, newLinkToken } from '../link-token.ts'
import { linkAddress, linkEndOf } from '../message.ts'
import type { DeliveryContextReader } from '../sending/delivery-context.ts'
import { lockReportVersion } from '../sending/delivery-context.repository.ts'
import { SEND_LIMIT } from '../sending/sending-rules.ts'
import type { LinkVisitor } from './link-access.service.ts'
import {
  endLinkOfVisit,
  findVisitLink,
  findVisitToLink,
  saveVisitLink,
  takeVisitLink,
  type VisitLink,
} from './visit-links.repository.ts'

const EVERY_LAB = { everyLab: true } as const

type HandedOver = Answer<typeof contract.deliveries.handOverVisitLink>['data']

/** Links that patients get with their visit, before a report exists. */
export const createVisitLinkService = ({
  database,
  clock,
  timeZone,
  publicUrl,
  rateLimiter,
  deliveryContext,
}: Pick<Context, 'database' | 'clock' | 'timeZone' | 'publicUrl' | 'rateLimiter'> & {
  deliveryContext: DeliveryContextReader
}) => {
  const limiter = rateLimiter('visit-links', SEND_LIMIT)

  return {
    /** Handed over in person, so it needs no consent. */
    async handOver(caller: Caller, visitId: number, language: Language): Promise<HandedOver> {
      await limiter.attempt({ account: String(caller.user.id), address: caller.address })
      const zone = await timeZone()
      const now = clock.now()
      const token = newLinkToken()
      const link = linkAddress(publicUrl, token)
      const { visit, expiresAt } = await database.transaction(async (tx) => {
        const found = await findVisitToLink(labScopeOf(caller), tx, visitId)
        if (!found) throw notFound('VISIT_NOT_FOUND')
        await lockPatientRecord(tx, caller, found.patientId)
        const locked = await findVisitToLink(labScopeOf(caller), tx, visitId)
        // Moved by a merge meanwhile.
        if (locked?.patientId !== found.patientId) throw conflict('RECORD_CHANGED')
        if (locked.isCanceled) throw conflict('VISIT_CANCELED')
        if (!locked.isOn) throw conflict('VISIT_LINKS_OFF')
        const begins = new Date(Math.max(now.getTime(), Date.parse(locked.expectedAt ?? '') || 0))
        const endsAt = linkEndOf(begins, locked.linkDays)
        await saveVisitLink(tx, {
          visitId,
          tokenHash: hashSecretToken(token),
          language,
          expiresAt: endsAt,
          createdBy: caller.user.id,
        })
        await recordActivity(tx, caller, {
          action: 'delivery.hand-over',
          object: { type: 'patient', id: locked.patientId },
          labId: locked.labId,
          summary: `Made a link to visit #${visitId} for patient ZL-${locked.patientId}`,
        })
        return { visit: locked, expiresAt: endsAt }
      })
      const until = shownDay(language, expiresAt, zone)
      const { expectedAt } = visit
      const expected =
        expectedAt === null || new Date(expectedAt) <= now ? null : shownMoment(language, expectedAt, zone)
      const lab = { name: visit.labName, phone: visit.labPhone }
      return {
        language,
        lab,
        link,
        until,
        expected,
        text: visitLinkText(language, { lab: lab.name, phone: lab.phone, link, until, expected }),
        qrCode: await QRCode.toString(link, { type: 'svg', margin: 2 }),
      }
    },

    /** The visit was moved to another patient, other than by a merge. */
    async endOfMoved(
      tx: Queryable,
      caller: Caller,
      { visitId, labId, patientId }: { visitId: number; labId: number; patientId: number },
    ): Promise<void> {
      if (!(await endLinkOfVisit(tx, visitId))) return
      await recordActivity(tx, caller, {
        action: 'delivery.revoke',
        object: { type: 'patient', id: patientId },
        labId,
        summary: `Ended the link to visit #${visitId}, which was moved to patient ZL-${patientId}`,
      })
    },

    find: async (token: string): Promise<VisitLink | undefined> =>
      LINK_TOKEN.test(token) ? findVisitLink(database, hashSecretToken(token)) : undefined,

    /** Makes the link of a visit one to its first report, if there is one. Later visits find that link. */
    async becomeReportLink(visitor: LinkVisitor): Promise<void> {
      if (!LINK_TOKEN.test(visitor.linkToken)) return
      const tokenHash = hashSecretToken(visitor.linkToken)
      const found = await findVisitLink(database, tokenHash)
      if (!found?.report || found.isEnded) return
      const reportId = found.report.id
      await database.transaction(async (tx) => {
        const context = await deliveryContext.lock(EVERY_LAB, tx, reportId)
        if (!context) return
        await lockReportVersion(tx, reportId)
        const link = await findVisitLink(tx, tokenHash)
        // Another report, or none: the next visit decides again.
        if (link?.report?.id !== reportId || link.isEnded || !(await takeVisitLink(tx, tokenHash))) return
        const deliveryId = await insertDelivery(tx, {
          reportId,
          labId: context.lab.id,
          reportVersion: context.report.version,
          channel: 'slip',
          purpose: 'report',
          contact: null,
          delegateId: null,
          language: link.language,
          requestedBy: link.createdBy,
          state: 'handed-over',
        })
        await insertLink(tx, { deliveryId, tokenHash, endsAt: linkEndOf(clock.now(), context.linkDays) })
        await insertDeliveryEvent(tx, deliveryId, { kind: 'handed-over', by: link.createdBy })
        await recordVisit(tx, visitor, {
          action: 'delivery.hand-over',
          object: { type: 'report', id: reportId },
          labId: context.lab.id,
          summary: `The link to visit #${link.visitId} became one to report #${reportId} when the patient opened it`,
        })
      })
    },
  }
}
