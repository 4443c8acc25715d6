import { hasLink, type DeliveryFailure } from '@zelab/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import type { MailBrand } from '../../../platform/mail-layout.ts'
import { isAddressRefused, UnconfirmedMailError, type Mailer } from '../../../platform/mailer.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { insertDeliveryEvent, insertLink } from '../deliveries.repository.ts'
import { newLinkToken } from '../link-token.ts'
import { linkAddress, linkEndOf, textOf } from '../message.ts'
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
import { nextAttemptAt } from './retry-schedule.ts'
import { lockSendFacts } from './send-facts.repository.ts'
import { cancellationOf } from './sending-rules.ts'

const EVERY_LAB = { everyLab: true } as const

const REASONS: Partial<Record<DeliveryFailure, string>> = {
  'address-refused': 'the mail server refused the address',
  'mail-server': 'the mail server did not take it',
  'stopped-while-sending': 'it is unknown whether it arrived',
}

interface EndedDelivery {
  id: number
  reportId: number
  labId: number
}

/** Records that a message was given up, or that its outcome is unknown. */
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

/** Sends one due email, at most once. */
export const createDeliverySender = ({
  database,
  clock,
  timeZone,
  mailer,
  brand,
  publicUrl,
  onMailFailure,
}: {
  database: Database
  clock: Clock
  timeZone: () => Promise<string>
  mailer: Mailer
  brand: () => Promise<MailBrand>
  publicUrl: string
  onMailFailure: (error: unknown) => void
}) => {
  /** Checks everything again and makes the link; undefined when the email is canceled or another process has it. */
  const prepare = ({ id, reportId }: { id: number; reportId: number }) =>
    database.transaction(async (tx) => {
      const facts = await lockSendFacts(EVERY_LAB, tx, reportId)
      const message = facts && (await lockDueDelivery(tx, id))
      if (!message) return undefined
      const failure = cancellationOf(facts, message)
      if (failure !== undefined || message.isEnded) {
        await markCanceled(tx, id, failure ?? null)
        await insertDeliveryEvent(tx, id, { kind: 'canceled', ...(failure && { detail: failure }) })
        return undefined
      }
      await markSending(tx, id)
      const endsAt = linkEndOf(clock.now(), facts.linkDays)
      const { purpose, contact, language } = message
      const prepared = {
        id,
        reportId,
        labId: facts.lab.id,
        lab: facts.lab,
        purpose,
        contact,
        language,
        endsAt,
      }
      if (!hasLink(purpose)) return { ...prepared, link: undefined }
      // A new token for each attempt: only its hash is stored, and an earlier attempt may have arrived.
      const token = newLinkToken()
      await insertLink(tx, { deliveryId: id, tokenHash: hashSecretToken(token), endsAt })
      return { ...prepared, link: linkAddress(publicUrl, token) }
    })
  type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>

  const mailOf = async ({ lab, contact, language, purpose, link, endsAt }: Prepared) =>
    deliveryMail(await brand(), {
      to: contact,
      lab: lab.name,
      language,
      purpose,
      link,
      text: textOf(lab, { language, purpose, link: link ?? '', endsAt, timeZone: await timeZone() }),
    })

  const recordSent = (sent: Prepared) =>
    database.transaction(async (tx) => {
      const { id, reportId, labId, purpose, contact } = sent
      await markSent(tx, id)
      await insertDeliveryEvent(tx, id, { kind: 'sent' })
      if (purpose === 'renewal') await endRenewedLinks(tx, { deliveryId: id, reportId, contact })
      await recordActivity(tx, 'system', {
        action: 'delivery.send',
        object: { type: 'report', id: reportId },
        labId,
        summary: `Sent message ${id} about report #${reportId} by email`,
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
      if (error instanceof UnconfirmedMailError)
        return endWithFailure(tx, delivery, { state: 'unconfirmed', failure: 'stopped-while-sending' })
      if (isAddressRefused(error))
        return endWithFailure(tx, delivery, { state: 'failed', failure: 'address-refused' })
      const next = nextAttemptAt(attempted, clock.now())
      if (next === undefined) return endWithFailure(tx, delivery, { state: 'failed', failure: 'mail-server' })
      await markRetried(tx, delivery.id, next)
      await insertDeliveryEvent(tx, delivery.id, { kind: 'retried', detail: 'mail-server' })
    })

  return async (due: { id: number; reportId: number }): Promise<void> => {
    const prepared = await prepare(due)
    if (!prepared) return
    try {
      if (!mailer.hasServer) throw new Error('No mail server is set up')
      await mailer.send({ id: `delivery-${due.id}`, ...(await mailOf(prepared)) })
    } catch (error) {
      onMailFailure(error)
      await recordFailure(prepared, error)
      return
    }
    await recordSent(prepared)
  }
}
