import { hasLink, type DeliveryFailure, type SendChannel } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { refusedForGood, UnconfirmedMailError } from '../../../platform/mailer.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { NotSetUpError, SmsRefusedError, UnconfirmedSmsError } from '../../../platform/sms-gateway.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { insertDeliveryEvent, insertLink } from '../deliveries.repository.ts'
import { newLinkToken } from '../link/link-token.ts'
import { linkAddress, linkEndOf, senderOf, templateOf, textOf } from '../message-templates/message.ts'
import { deliveryMail } from './delivery-mail.ts'
import {
  endRenewedLinks,
  lockDueDelivery,
  lockSendingDelivery,
  markCanceled,
  markNotSent,
  markRetried,
  markSending,
  markSent,
} from './delivery-queue.repository.ts'
import type { DeliveryContextReader } from './delivery-context.ts'
import { holdQueued } from './holds.ts'
import { cancellationOf } from './sending-rules.ts'

const MINUTE_MS = 60_000
const RETRY_MINUTES = [1, 5, 30, 2 * 60, 8 * 60]
const LAST_RETRY_MS = 24 * 60 * MINUTE_MS

/** The last attempt is a day after creation. Undefined after that. */
export const nextAttemptAt = (
  { attempts, createdAt }: { attempts: number; createdAt: string },
  now: Date,
): string | undefined => {
  const last = new Date(createdAt).getTime() + LAST_RETRY_MS
  if (now.getTime() >= last) return undefined
  const minutes = RETRY_MINUTES[attempts - 1]
  const next = minutes === undefined ? last : Math.min(last, now.getTime() + minutes * MINUTE_MS)
  return new Date(next).toISOString()
}

const EVERY_LAB = { everyLab: true } as const

const REASONS: Partial<Record<DeliveryFailure, string>> = {
  'address-refused': 'the mail server refused the address',
  'message-refused': 'the mail server refused the message',
  'mail-server': 'the mail server did not take it',
  'number-refused': 'the SMS gateway refused the number',
  gateway: 'the SMS gateway did not take it',
  'not-delivered': 'the SMS gateway could not deliver it',
  'stopped-while-sending': 'it is unknown whether it arrived',
}

const CHANNEL_WORDS: Record<SendChannel, string> = { email: 'email', sms: 'SMS' }

interface EndedDelivery {
  id: number
  reportId: number
  labId: number
}

export const recordNotSent = async (
  tx: Queryable,
  { id, reportId, labId }: EndedDelivery,
  { state, failure }: { state: 'failed' | 'unconfirmed'; failure: DeliveryFailure },
): Promise<void> => {
  await insertDeliveryEvent(tx, id, { kind: state, detail: failure })
  await recordActivity(tx, 'system', {
    action: 'delivery.fail',
    object: { type: 'report', id: reportId },
    labId,
    summary: `Message ${id} about report #${reportId} was not delivered: ${REASONS[failure] ?? failure}`,
  })
}

const outcomeOf = (
  error: unknown,
): { state: 'failed' | 'unconfirmed'; failure: DeliveryFailure } | undefined => {
  if (error instanceof UnconfirmedMailError || error instanceof UnconfirmedSmsError)
    return { state: 'unconfirmed', failure: 'stopped-while-sending' }
  if (error instanceof SmsRefusedError) return { state: 'failed', failure: 'number-refused' }
  const refused = refusedForGood(error)
  return (
    refused && { state: 'failed', failure: refused === 'address' ? 'address-refused' : 'message-refused' }
  )
}

const NOT_SENT = 'a message to a patient could not be sent'

export const createDeliverySender = ({
  database,
  clock,
  timeZone,
  mailer,
  smsGateway,
  brand,
  publicUrl,
  deliveryContext,
  reportFailure,
}: Pick<
  Context,
  'database' | 'clock' | 'timeZone' | 'mailer' | 'smsGateway' | 'brand' | 'publicUrl' | 'reportFailure'
> & {
  deliveryContext: DeliveryContextReader
}) => {
  /**
   * Checks all conditions again and creates the link. Undefined if the message is canceled or another process has it.
   */
  const prepare = ({ id, reportId }: { id: number; reportId: number }) =>
    database.transaction(async (tx) => {
      const context = await deliveryContext.lock(EVERY_LAB, tx, reportId)
      const message = context && (await lockDueDelivery(tx, id))
      if (!message) return undefined
      const failure = cancellationOf(context, message)
      if (failure !== undefined || message.isEnded) {
        await markCanceled(tx, id, failure ?? null)
        await insertDeliveryEvent(tx, id, { kind: 'canceled', ...(failure && { detail: failure }) })
        return undefined
      }
      const { lab, report } = context
      if (hasLink(message.purpose) && report.hold !== null) {
        const { isEnded: _, ...queued } = message
        const reportVersion = report.version
        await holdQueued(
          tx,
          { ...queued, id, reportId, labId: lab.id, reportVersion, requestedBy: null },
          report.hold,
        )
        return undefined
      }
      await markSending(tx, id, templateOf(lab, message)?.id ?? null)
      const endsAt = linkEndOf(clock.now(), context.linkDays)
      const prepared = { ...message, id, reportId, labId: lab.id, lab, endsAt }
      if (!hasLink(message.purpose)) return { ...prepared, link: undefined }
      // Each attempt needs a new token: only its hash is stored, and an earlier attempt may have arrived.
      const token = newLinkToken()
      await insertLink(tx, { deliveryId: id, tokenHash: hashSecretToken(token), endsAt })
      return { ...prepared, link: linkAddress(publicUrl, token) }
    })
  type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>

  const send = async ({ id, channel, lab, contact, language, purpose, link, endsAt }: Prepared) => {
    const text = textOf(lab, { language, purpose, link: link ?? '', endsAt, timeZone: await timeZone() })
    if (channel === 'sms')
      return smsGateway.send({ id: `delivery-${id}`, to: contact, text, sender: senderOf(lab) })
    if (!mailer.hasServer) throw new NotSetUpError('No mail server is set up')
    const mail = deliveryMail(await brand(), {
      to: contact,
      lab: lab.name,
      sender: lab.senderName ?? lab.name,
      language,
      purpose,
      link,
      text,
    })
    return mailer.send({ id: `delivery-${id}`, ...mail })
  }

  const recordSent = (sent: Prepared) =>
    database.transaction(async (tx) => {
      const { id, reportId, labId, channel, purpose, contact, delegateId } = sent
      if (!(await markSent(tx, id))) return
      await insertDeliveryEvent(tx, id, { kind: 'sent' })
      if (purpose === 'renewal') await endRenewedLinks(tx, { deliveryId: id, reportId, contact, delegateId })
      await recordActivity(tx, 'system', {
        action: 'delivery.send',
        object: { type: 'report', id: reportId },
        labId,
        summary: `Sent message ${id} about report #${reportId} by ${CHANNEL_WORDS[channel]}`,
      })
    })

  const endWithFailure = async (
    tx: Queryable,
    delivery: EndedDelivery,
    outcome: { state: 'failed' | 'unconfirmed'; failure: DeliveryFailure },
  ) => {
    await markNotSent(tx, delivery.id, outcome)
    await recordNotSent(tx, delivery, outcome)
  }

  const recordFailure = (delivery: Prepared, error: unknown) =>
    database.transaction(async (tx) => {
      const attempted = await lockSendingDelivery(tx, delivery.id)
      if (!attempted) return
      const outcome = outcomeOf(error)
      if (outcome) return endWithFailure(tx, delivery, outcome)
      const failure = delivery.channel === 'sms' ? 'gateway' : 'mail-server'
      const next = nextAttemptAt(attempted, clock.now())
      if (next === undefined) return endWithFailure(tx, delivery, { state: 'failed', failure })
      await markRetried(tx, delivery.id, next)
      await insertDeliveryEvent(tx, delivery.id, { kind: 'retried', detail: failure })
    })

  let quietUntil = 0
  /** Hundreds of messages that wait for a server are one line of the log an hour. */
  const report = (error: unknown) => {
    if (!(error instanceof NotSetUpError)) return reportFailure(error, NOT_SENT)
    const now = clock.now().getTime()
    if (now < quietUntil) return
    quietUntil = now + 60 * MINUTE_MS
    reportFailure(error, NOT_SENT)
  }

  return async (due: { id: number; reportId: number }): Promise<void> => {
    const prepared = await prepare(due)
    if (!prepared) return
    try {
      await send(prepared)
    } catch (error) {
      report(error)
      await recordFailure(prepared, error)
      return
    }
    await recordSent(prepared)
  }
}
