import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { recordVisit } from '../../activity/activity.service.ts'
import { insertDelivery, insertDeliveryEvent } from '../deliveries.repository.ts'
import { LINK_TOKEN } from './link-token.ts'
import type { DeliveryContextReader } from '../sending/delivery-context.ts'
import { lockReportVersion } from '../sending/delivery-context.repository.ts'
import type { SendingServices } from '../sending/sending-rules.ts'
import { hashOf, LINK_TRY_LIMIT_NAME, recordOpening, type LinkVisitor } from './link-access.service.ts'
import { findLinkAddress } from './link-address.ts'
import { LINK_TRIES, LINK_TRY_LIMIT } from './link-limits.ts'
import { slipVisitOf, stateOf, type SlipVisit, type Visit } from './link-state.ts'
import { findLink, lockLink, type Link } from './links.repository.ts'
import {
  countWrongSlipTry,
  endSlip,
  findReportsOfSlip,
  findSlip,
  insertDocumentLink,
  insertSlipSession,
  lockSlip,
  setFirstDevice,
  type Slip,
} from './visit-slips.repository.ts'

const EVERY_LAB = { everyLab: true } as const

export type SlipIdentification =
  | { outcome: 'identified'; slip: Slip; session: string; device: string | undefined }
  | { outcome: 'wrong' | 'refused'; visit: SlipVisit }

/** The pages of a slip: what is there of its visit, each time it is asked. */
export const createVisitSlipService = ({
  database,
  deliveryContext,
  rateLimiter,
  ...services
}: SendingServices &
  Pick<Context, 'database' | 'rateLimiter'> & { deliveryContext: DeliveryContextReader }) => {
  const tryLimiter = rateLimiter(LINK_TRY_LIMIT_NAME, LINK_TRY_LIMIT)

  const findIn = async (db: Queryable, visitor: LinkVisitor): Promise<SlipVisit | undefined> => {
    if (!LINK_TOKEN.test(visitor.linkToken)) return undefined
    const slip = await findSlip(db, {
      tokenHash: hashSecretToken(visitor.linkToken),
      sessionHash: hashOf(visitor.session) ?? null,
    })
    if (!slip) return undefined
    const found = await findReportsOfSlip(db, slip)
    const sensitive = found.find(({ isSensitive, hold }) => isSensitive && hold === null)
    const link = sensitive && ({ reportId: sensitive.id, delegateId: null, channel: 'slip' } as const)
    const address = link && (await findLinkAddress(db, { link, deliveryContext, services }))
    return slipVisitOf(slip, found, { deviceHash: hashOf(visitor.device), canSendCode: Boolean(address) })
  }

  const refuse = (tx: Queryable, visitor: LinkVisitor, slip: Slip, what: string) =>
    recordVisit(tx, visitor, {
      action: 'delivery.refuse',
      object: { type: 'patient', id: slip.patientId },
      labId: slip.labId,
      summary: `Refused a date of birth on the link to visit #${slip.visitId}: ${what}`,
    })

  const countWrong = async (tx: Queryable, visitor: LinkVisitor, slip: Slip) => {
    const tries = await countWrongSlipTry(tx, slip.id)
    if (tries >= LINK_TRIES.untilEnd) await endSlip(tx, slip.id, 'wrong-tries')
    await refuse(tx, visitor, slip, `wrong date ${tries}`)
  }

  /** A correct date of birth makes the first device. */
  const open = async (tx: Queryable, visitor: LinkVisitor, slip: Slip): Promise<SlipIdentification> => {
    const session = newSecretToken()
    await insertSlipSession(tx, { tokenHash: hashSecretToken(session), slipId: slip.id })
    const device = slip.deviceHash === null ? newSecretToken() : undefined
    if (device) await setFirstDevice(tx, slip.id, hashSecretToken(device))
    await recordVisit(tx, visitor, {
      action: 'delivery.open',
      object: { type: 'patient', id: slip.patientId },
      labId: slip.labId,
      summary: `The patient opened the link to visit #${slip.visitId}`,
    })
    return { outcome: 'identified', slip, session, device }
  }

  const findDocument = async (
    db: Queryable,
    visitor: LinkVisitor,
    document: { slipId: number; reportId: number },
  ): Promise<Visit | undefined> => {
    const sessionHash = hashOf(visitor.session) ?? null
    const link = await findLink(db, { ...document, sessionHash, today: await deliveryContext.today() })
    return link && { state: stateOf(link, hashOf(visitor.device)), link }
  }

  /** The patient got the report with the slip: a delivery of its own, once. */
  const addDocument = (visitor: LinkVisitor, { slip }: SlipVisit, reportId: number) =>
    database.transaction(async (tx) => {
      const document = { slipId: slip.id, reportId }
      const context = await deliveryContext.lock(EVERY_LAB, tx, reportId)
      if (!context) return
      await lockReportVersion(tx, reportId)
      await lockSlip(tx, hashSecretToken(visitor.linkToken))
      const visit = await findIn(tx, visitor)
      const isShown = visit?.slip.hasSession && visit.reports.some(({ id }) => id === reportId)
      if (!isShown || (await findDocument(tx, visitor, document))) return
      const deliveryId = await insertDelivery(tx, {
        reportId,
        labId: context.lab.id,
        reportVersion: context.report.version,
        channel: 'slip',
        purpose: 'report',
        contact: null,
        delegateId: null,
        language: slip.language,
        requestedBy: slip.createdBy,
        state: 'handed-over',
      })
      await insertDocumentLink(tx, {
        slipId: slip.id,
        deliveryId,
        tokenHash: hashSecretToken(newSecretToken()),
      })
      await insertDeliveryEvent(tx, deliveryId, { kind: 'handed-over', by: slip.createdBy })
      await recordVisit(tx, visitor, {
        action: 'delivery.hand-over',
        object: { type: 'report', id: reportId },
        labId: context.lab.id,
        summary: `The patient found report #${reportId} with the link to visit #${slip.visitId}`,
      })
    })

  return {
    /** Undefined for a link that is not one to a visit. */
    find: (visitor: LinkVisitor): Promise<SlipVisit | undefined> => findIn(database, visitor),

    /** As `identify` of a link to a report. @returns undefined for another link */
    async identify(visitor: LinkVisitor, date: string): Promise<SlipIdentification | undefined> {
      await tryLimiter.attempt({ address: visitor.address })
      const result = await database.transaction(async (tx): Promise<SlipIdentification | undefined> => {
        await lockSlip(tx, hashSecretToken(visitor.linkToken))
        const find = () => findIn(tx, { ...visitor, session: undefined })
        const visit = await find()
        if (!visit) return undefined
        if (visit.state !== 'unidentified') {
          await refuse(tx, visitor, visit.slip, visit.state)
          return { outcome: 'refused', visit }
        }
        if (visit.slip.dateOfBirth === date) return open(tx, visitor, visit.slip)
        await countWrong(tx, visitor, visit.slip)
        const after = await find()
        return after && { outcome: 'wrong', visit: after }
      })
      if (result?.outcome === 'identified') await tryLimiter.succeed({ address: visitor.address })
      return result
    },

    /** A report that the visit shows, for an identified visitor. Undefined if it left meanwhile. */
    async findDocument(visitor: LinkVisitor, visit: SlipVisit, reportId: number): Promise<Visit | undefined> {
      const document = { slipId: visit.slip.id, reportId }
      const known = await findDocument(database, visitor, document)
      if (known) return known
      await addDocument(visitor, visit, reportId)
      return findDocument(database, visitor, document)
    },

    /** Once for each session and version. */
    async recordOpening(visitor: LinkVisitor, link: Link): Promise<void> {
      if (link.slipId === null || link.isOpeningRecorded) return
      const document = { slipId: link.slipId, reportId: link.reportId }
      await database.transaction(async (tx) => {
        await lockLink(tx, document)
        const visit = await findDocument(tx, visitor, document)
        if (visit?.state !== 'open' || visit.link.isOpeningRecorded) return
        await recordOpening(tx, visitor, visit.link, null)
      })
    },
  }
}
export type VisitSlipService = ReturnType<typeof createVisitSlipService>
