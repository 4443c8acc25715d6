import type { DeliveryFailure, DeliveryPurpose, RefusalCode, SendChannel } from '@zelab/contract'
import { hasLink, REFUSAL, SEND_CHANNELS } from '@zelab/contract'
import { recipientOf, type Recipient, type DeliveryContext } from './delivery-context.ts'

/** What the service can send with. */
export interface SendingServices {
  mailer: { hasServer: boolean }
  smsGateway: { hasGateway: boolean }
}

/** Why the report cannot reach a recipient on a channel; null when it can. */
export const contactRefusal = (
  { report }: DeliveryContext,
  recipient: Recipient,
  channel: 'email' | 'sms' | 'whatsapp',
): RefusalCode | null => {
  const { contact, hasConsent, isShared } = recipient[channel]
  if (contact === null) return channel === 'email' ? 'NO_CONTACT' : 'NO_PHONE'
  // First what a consent could not change.
  if (report.isSensitive && isShared) return 'SHARED_CONTACT'
  return hasConsent ? null : 'NO_CONSENT'
}

const isSetUp = ({ mailer, smsGateway }: SendingServices, channel: SendChannel) =>
  channel === 'email' ? mailer.hasServer : smsGateway.hasGateway

/** Why the service cannot send on a channel at all; null when it can. */
export const setUpRefusal = (services: SendingServices, channel: SendChannel): RefusalCode | null => {
  if (isSetUp(services, channel)) return null
  return channel === 'email' ? 'MAIL_NOT_SET_UP' : 'SMS_NOT_SET_UP'
}

/** Why a message cannot be sent to a recipient by the service; null when it can. */
export const sendRefusal = (
  context: DeliveryContext,
  recipient: Recipient,
  channel: SendChannel,
  services: SendingServices,
): RefusalCode | null => setUpRefusal(services, channel) ?? contactRefusal(context, recipient, channel)

export interface Address {
  channel: SendChannel
  contact: string
}

/** Where a message reaches a recipient: by email if possible, else by SMS. */
export const firstAddress = (
  context: DeliveryContext,
  recipient: Recipient,
  services: SendingServices,
): Address | undefined => {
  const channel = SEND_CHANNELS.find((one) => sendRefusal(context, recipient, one, services) === null)
  const contact = channel && recipient[channel].contact
  return channel && contact ? { channel, contact } : undefined
}

/**
 * Where codes and new links go: to the contact that the link was sent to by email or SMS, else to any with consent. A code
 * holds nothing of a report, so it may go to a shared contact.
 */
export const codeAddress = (
  recipient: Recipient,
  sentBy: string,
  services: SendingServices,
): Address | undefined => {
  const channels = sentBy === 'sms' ? (['sms', 'email'] as const) : SEND_CHANNELS
  for (const channel of channels) {
    const { contact, hasConsent } = recipient[channel]
    if (contact !== null && hasConsent && isSetUp(services, channel)) return { channel, contact }
  }
  return undefined
}

export const isSameContact = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** Why a waiting message must not be sent any more; undefined when it may. */
export const cancellationOf = (
  context: DeliveryContext,
  message: { purpose: DeliveryPurpose; channel: SendChannel; contact: string; delegateId: number | null },
): DeliveryFailure | undefined => {
  // A correction goes to the contact that received the error, which need not be the patient's.
  if (message.purpose === 'sent-in-error') return undefined
  const recipient = recipientOf(context, message.delegateId)
  if (!recipient) return 'access-ended'
  const { contact, hasConsent, isShared } = recipient[message.channel]
  if (contact === null) return 'no-contact'
  if (!isSameContact(contact, message.contact)) return 'contact-changed'
  if (!hasConsent) return 'no-consent'
  if (context.report.isSensitive && isShared) return 'shared-contact'
  return hasLink(message.purpose) && context.report.isWithdrawn ? 'report-withdrawn' : undefined
}

/** A refusal with its text, as the dialog shows it. */
export const described = (
  refusal: RefusalCode | null,
): { refusal: RefusalCode | null; refusalText: string | null } => ({
  refusal,
  refusalText: refusal && REFUSAL[refusal],
})
