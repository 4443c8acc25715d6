import type { DeliveryPurpose } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import {
  findQuietEnd,
  findRecipients,
  lockNextAnnouncement,
  markAnnounced,
  type Announcement,
  type EarlierRecipient,
} from './announcements.repository.ts'
import { queueDelivery } from './holds.ts'
import { recipientOf, type DeliveryContext, type DeliveryContextReader } from './delivery-context.ts'
import {
  firstAddress,
  isSameContact,
  sendRefusal,
  type Address,
  type SendingServices,
} from './sending-rules.ts'

const EVERY_LAB = { everyLab: true } as const

type Announced = Address & Pick<EarlierRecipient, 'language' | 'delegateId'>

/** Announces each change of a report once. */
export const createAnnouncer = ({
  database,
  clock,
  timeZone,
  deliveryContext,
  ...services
}: SendingServices &
  Pick<Context, 'database' | 'clock' | 'timeZone'> & { deliveryContext: DeliveryContextReader }) => {
  const queue = (
    tx: Queryable,
    { report }: DeliveryContext,
    message: Announced & { labId: number; purpose: DeliveryPurpose; dueAt?: string | undefined },
  ) =>
    queueDelivery(tx, {
      ...message,
      reportId: report.id,
      reportVersion: report.version,
      requestedBy: null,
    })

  /** The same contact, or any contact if the link was handed over. */
  const currentAddress = (context: DeliveryContext, earlier: EarlierRecipient): Address | undefined => {
    const recipient = recipientOf(context, earlier.delegateId)
    if (!recipient) return undefined
    const { channel, contact } = earlier
    if ((channel !== 'email' && channel !== 'sms') || contact === null)
      return firstAddress(context, recipient, services)
    const isCurrent = isSameContact(recipient[channel].contact ?? '', contact)
    return isCurrent && sendRefusal(context, recipient, channel, services) === null
      ? { channel, contact }
      : undefined
  }

  const currentRecipients = (context: DeliveryContext, recipients: EarlierRecipient[]): Announced[] => {
    const found = new Map<string, Announced>()
    for (const earlier of recipients) {
      const address = earlier.isWaiting ? undefined : currentAddress(context, earlier)
      if (!address) continue
      const key = `${address.channel} ${address.contact.toLowerCase()} ${earlier.delegateId}`
      if (!found.has(key)) found.set(key, { ...earlier, ...address })
    }
    return [...found.values()]
  }

  const announcePublished = async (
    tx: Queryable,
    context: DeliveryContext,
    recipients: EarlierRecipient[],
  ) => {
    const { report, lab, self, delegates } = context
    if (report.isWithdrawn) return
    // A guardian acts for the patient. Sensitive reports go to the patient alone.
    const guardians = report.isSensitive
      ? []
      : delegates.filter(({ delegate }) => delegate?.kind === 'guardian')
    const dueAt = await findQuietEnd(tx, { labId: lab.id, now: clock.now(), timeZone: await timeZone() })
    // The staff sent it to some recipients meanwhile.
    const reached = recipients.flatMap(({ contact }) => contact ?? [])
    for (const recipient of [self, ...guardians]) {
      const address = firstAddress(context, recipient, services)
      if (!address || reached.some((contact) => isSameContact(contact, address.contact))) continue
      reached.push(address.contact)
      const { language, delegate } = recipient
      const message = { ...address, language, delegateId: delegate?.id ?? null }
      await queue(tx, context, { ...message, labId: lab.id, purpose: 'report', dueAt })
    }
  }

  const recipientsOf = (
    kind: Announcement['kind'],
    context: DeliveryContext,
    recipients: EarlierRecipient[],
  ): Announced[] => {
    if (kind === 'sent-in-error')
      return recipients.flatMap((earlier) => {
        const { channel, contact, isWaiting } = earlier
        const wasSent = (channel === 'email' || channel === 'sms') && contact !== null && !isWaiting
        return wasSent ? [{ ...earlier, channel, contact }] : []
      })
    if (kind === 'withdrawn')
      return currentRecipients(
        context,
        recipients.filter(({ hasRead }) => hasRead),
      )
    return context.report.isWithdrawn ? [] : currentRecipients(context, recipients)
  }

  const announce = async (tx: Queryable, { reportId, kind }: Announcement) => {
    const context = await deliveryContext.find(EVERY_LAB, tx, reportId)
    if (!context) return
    const recipients = await findRecipients(tx, reportId)
    if (kind === 'published') return announcePublished(tx, context, recipients)
    for (const recipient of recipientsOf(kind, context, recipients))
      await queue(tx, context, { ...recipient, labId: context.lab.id, purpose: kind })
  }

  return {
    /**
     * Queues the messages of the oldest open announcement, except failed ones.
     * @returns its id and any error, or undefined if there is none
     */
    async announceNext(except: number[]): Promise<{ id: number; error?: unknown } | undefined> {
      let current: Announcement | undefined
      try {
        await database.transaction(async (tx) => {
          current = await lockNextAnnouncement(tx, except)
          if (!current) return
          await announce(tx, current)
          await markAnnounced(tx, current.id)
        })
        return current && { id: current.id }
      } catch (error) {
        if (!current) throw error
        return { id: current.id, error }
      }
    },
  }
}
