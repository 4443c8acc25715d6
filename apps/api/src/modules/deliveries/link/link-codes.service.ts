import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Language } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { claimMessage } from '../../../platform/sent-messages.repository.ts'
import { sendClaimed } from '../../../platform/sent-messages.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { recordActivity, recordVisit } from '../../activity/activity.service.ts'
import { insertDeliveryEvent } from '../deliveries.repository.ts'
import { senderOf } from '../message-templates/message.ts'
import { LINK_TRY_LIMIT_NAME, lockVisit, recordOpening, type LinkVisitor } from './link-access.service.ts'
import { recipientOf, type DeliveryContextReader, type SendingLab } from '../sending/delivery-context.ts'
import { codeAddress, type Address, type CodeProblem } from '../sending/sending-rules.ts'
import { findLinkAddress, findLinkContact } from './link-address.ts'
import { codeMail, codeText } from './link-code-mail.ts'
import {
  countWrongCode,
  findCodeTarget,
  findUsableCode,
  insertCode,
  storeCode,
  useCode,
} from './link-codes.repository.ts'
import { confirmSession } from './link-sessions.repository.ts'
import type { Link } from './links.repository.ts'
import { LINK_CODE, LINK_TRY_LIMIT } from './link-limits.ts'

const EVERY_LAB = { everyLab: true } as const

export const SEND_LINK_CODE = 'send-link-code'
export const SEND_LINK_CODE_SMS = 'send-link-code-sms'

export type CodeRequest = 'sent' | 'too-many' | 'unavailable'
export type CodeEntry =
  | { outcome: 'right'; session: string; wasOpen: boolean }
  | { outcome: 'wrong'; canRetry: boolean }
  | { outcome: 'refused' }

/** Codes confirm a second device, a sensitive type and access to the patient's other reports. */
export const createLinkCodeService = ({
  database,
  encryption,
  mailer,
  smsGateway,
  deliveryContext,
  brand,
  rateLimiter,
}: Pick<Context, 'database' | 'encryption' | 'mailer' | 'smsGateway' | 'brand' | 'rateLimiter'> & {
  deliveryContext: DeliveryContextReader
}) => {
  const tryLimiter = rateLimiter(LINK_TRY_LIMIT_NAME, LINK_TRY_LIMIT)
  const hashOf = (id: number, code: string) => encryption.sign(Buffer.from(`link code\n${id}\n${code}`))
  const services = { mailer, smsGateway }
  const { today } = deliveryContext

  const send = async (
    jobId: string,
    { channel, contact }: Address,
    { language, lab, code }: { language: Language; lab: SendingLab; code: string },
  ) => {
    const message = { language, lab: lab.name, code }
    if (channel === 'email')
      return mailer.send({
        id: jobId,
        ...codeMail(await brand(), { to: contact, sender: lab.senderName ?? lab.name, ...message }),
      })
    return smsGateway.send({
      id: `code-${jobId}`,
      to: contact,
      text: codeText(message),
      sender: senderOf(lab),
    })
  }

  const findContact = (link: Link): Promise<Address | CodeProblem> =>
    findLinkContact(database, { link, deliveryContext, services })

  return {
    findContact,

    canSend: async (link: Link): Promise<boolean> => typeof (await findContact(link)) !== 'string',

    hasUsable: async (link: Link): Promise<boolean> =>
      (await findUsableCode(database, link.id)) !== undefined,

    /** The job generates the code, so that the queue contains none. */
    async request(visitor: LinkVisitor): Promise<CodeRequest> {
      const day = await today()
      return database.transaction(async (tx) => {
        const visit = await lockVisit(tx, visitor, day)
        const isIdentified = visit?.state === 'code-needed' || visit?.state === 'open'
        if (!isIdentified) return 'unavailable'
        const address = await findLinkAddress(tx, { link: visit.link, deliveryContext, services })
        if (!address) return 'unavailable'
        const codeId = await insertCode(tx, visit.link.id)
        if (codeId === undefined) return 'too-many'
        const task = address.channel === 'sms' ? SEND_LINK_CODE_SMS : SEND_LINK_CODE
        await enqueueJob(tx, task, { codeId }, visitor.requestId)
        return 'sent'
      })
    },

    /** A correct code upgrades the session under a new token. */
    async enter(visitor: LinkVisitor, code: string): Promise<CodeEntry> {
      await tryLimiter.attempt({ address: visitor.address })
      const day = await today()
      const result = await database.transaction(async (tx): Promise<CodeEntry> => {
        const visit = await lockVisit(tx, visitor, day)
        const isIdentified = visit?.state === 'code-needed' || visit?.state === 'open'
        if (!isIdentified || visitor.session === undefined) return { outcome: 'refused' }
        const { link } = visit
        const usable = await findUsableCode(tx, link.id)
        if (!usable) return { outcome: 'wrong', canRetry: false }
        if (!usable.hash || !timingSafeEqual(usable.hash, hashOf(usable.id, code))) {
          await countWrongCode(tx, usable.id)
          await recordVisit(tx, visitor, {
            action: 'delivery.refuse',
            object: { type: 'report', id: link.reportId },
            labId: link.labId,
            summary: `Refused a code on the link of delivery #${link.deliveryId}`,
          })
          return { outcome: 'wrong', canRetry: (await findUsableCode(tx, link.id)) !== undefined }
        }
        await useCode(tx, usable.id)
        const session = newSecretToken()
        await confirmSession(tx, {
          tokenHash: hashSecretToken(visitor.session),
          newTokenHash: hashSecretToken(session),
        })
        const wasOpen = visit.state === 'open'
        // The page of a report that a visit shows records its opening.
        if (!wasOpen && link.slipId === null) await recordOpening(tx, visitor, link, null)
        return { outcome: 'right', session, wasOpen }
      })
      if (result.outcome === 'right') await tryLimiter.succeed({ address: visitor.address })
      return result
    },

    /** Job. A retry sends a new code; it repeats none that may have arrived. */
    async send({ codeId }: { codeId: number }, jobId: string): Promise<void> {
      const code = String(randomInt(10 ** LINK_CODE.digits)).padStart(LINK_CODE.digits, '0')
      const target = await database.transaction(async (tx) => {
        const found = await findCodeTarget(tx, codeId)
        const context = found && (await deliveryContext.find(EVERY_LAB, tx, found.reportId))
        const recipient = context && recipientOf(context, found.delegateId)
        const address = recipient && codeAddress(recipient, found.channel, services)
        if (!address || !(await claimMessage(tx, jobId))) return undefined
        const { isFirst } = await storeCode(tx, { id: codeId, hash: hashOf(codeId, code) })
        if (isFirst) {
          await insertDeliveryEvent(tx, found.deliveryId, { kind: 'code-sent' })
          await recordActivity(tx, 'system', {
            action: 'delivery.code',
            object: { type: 'report', id: found.reportId },
            labId: context.lab.id,
            summary: `Sent a code for the link of delivery #${found.deliveryId}`,
          })
        }
        return { address, language: found.language, lab: context.lab }
      })
      if (target) await sendClaimed(database, jobId, () => send(jobId, target.address, { ...target, code }))
    },
  }
}
