import type { DeliveryFailure, DeliveryPurpose, RefusalCode, SendChannel } from '@zelab/contract'
import { hasLink, REFUSAL, SEND_CHANNELS } from '@zelab/contract'
import { recipientOf, type Recipient, type DeliveryContext } from './delivery-context.ts'
import { callerCan, type Caller } from '../../../core/caller.ts'

export const SEND_LIMIT = { perAccount: 60, perAddress: 600, windowMinutes: 10 } as const

export interface SendingServices {
  mailer: { hasServer: boolean }
  smsGateway: { hasGateway: boolean }
}

export const contactRefusal = (
  { report }: DeliveryContext,
  recipient: Recipient,
  channel: 'email' | 'sms' | 'whatsapp',
): RefusalCode | null => {
  const { contact, hasConsent, isShared } = recipient[channel]
  if (contact === null) return channel === 'email' ? 'NO_CONTACT' : 'NO_PHONE'
  // Refusals that consent cannot lift come first.
  if (report.isSensitive && isShared) return 'SHARED_CONTACT'
  return hasConsent ? null : 'NO_CONSENT'
}

const isSetUp = ({ mailer, smsGateway }: SendingServices, channel: SendChannel) =>
  channel === 'email' ? mailer.hasServer : smsGateway.hasGateway

export const setUpRefusal = (services: SendingServices, channel: SendChannel): RefusalCode | null => {
  if (isSetUp(services, channel)) return null
  return channel === 'email' ? 'MAIL_NOT_SET_UP' : 'SMS_NOT_SET_UP'
}

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
 * Prefers the contact that received the link, then any with consent. A code contains no part of a report, so it may
 * go to a shared contact.
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

export type CodeProblem = 'no-contact' | 'no-consent' | 'not-set-up'

/** Why `codeAddress` returns no address. */
export const codeProblem = (recipient: Recipient): CodeProblem => {
  const states = SEND_CHANNELS.map((channel) => recipient[channel])
  const agreed = states.filter(({ hasConsent }) => hasConsent)
  if (agreed.some(({ contact }) => contact !== null)) return 'not-set-up'
  const isRefused = agreed.length === 0 && states.some(({ contact }) => contact !== null)
  return isRefused ? 'no-consent' : 'no-contact'
}

export const isSameContact = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

export const cancellationOf = (
  context: DeliveryContext,
  message: { purpose: DeliveryPurpose; channel: SendChannel; contact: string; delegateId: number | null },
): DeliveryFailure | undefined => {
  // A correction goes to the contact that received the error, which may be someone else's.
  if (message.purpose === 'sent-in-error') return undefined
  const recipient = recipientOf(context, message.delegateId)
  if (!recipient) return 'access-ended'
  const { contact, hasConsent, isShared } = recipient[message.channel]
  if (contact === null) return 'no-contact'
  if (!isSameContact(contact, message.contact)) return 'contact-changed'
  if (!hasConsent) return 'no-consent'
  if (context.report.isSensitive && isShared) return 'shared-contact'
  const { hold, isWithdrawn } = context.report
  if (message.purpose === 'contact-lab' && (hold !== 'unpaid' || isWithdrawn)) return 'hold-ended'
  return hasLink(message.purpose) && isWithdrawn ? 'report-withdrawn' : undefined
}

export const described = (
  refusal: RefusalCode | null,
): { refusal: RefusalCode | null; refusalText: string | null } => ({
  refusal,
  refusalText: refusal && REFUSAL[refusal],
})

/** Users who may withdraw reports, and users who confirm messages about reports sent in error. */
export const seesWithdrawnReports = (caller: Caller): boolean =>
  callerCan(caller, 'reports:delete') || callerCan(caller, 'reports:confirm-error')
