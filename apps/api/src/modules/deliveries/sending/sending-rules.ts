import type { DeliveryFailure, DeliveryPurpose, RefusalCode } from '@zelab/contract'
import { hasLink, REFUSAL } from '@zelab/contract'
import type { ContactFacts, SendFacts } from './send-facts.repository.ts'

const contactRefusal = (
  { report }: SendFacts,
  { contact, hasConsent, isShared }: ContactFacts<string | null>,
): RefusalCode | null => {
  if (contact === null) return 'NO_CONTACT'
  // First what a consent could not change.
  if (report.isSensitive && isShared) return 'SHARED_CONTACT'
  return hasConsent ? null : 'NO_CONSENT'
}

/** Why the report cannot be sent by email; null when it can. */
export const emailRefusal = (facts: SendFacts, hasMailServer: boolean): RefusalCode | null =>
  hasMailServer ? contactRefusal(facts, facts.email) : 'MAIL_NOT_SET_UP'

export const whatsappRefusal = (facts: SendFacts): RefusalCode | null => contactRefusal(facts, facts.whatsapp)

export const isSameContact = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** Why a waiting email must not be sent any more; undefined when it may. */
export const cancellationOf = (
  facts: SendFacts,
  message: { purpose: DeliveryPurpose; contact: string },
): DeliveryFailure | undefined => {
  // A correction goes to the contact that received the error, which need not be the patient's.
  if (message.purpose === 'sent-in-error') return undefined
  const { contact, hasConsent, isShared } = facts.email
  if (contact === null) return 'no-contact'
  if (!isSameContact(contact, message.contact)) return 'contact-changed'
  if (!hasConsent) return 'no-consent'
  if (facts.report.isSensitive && isShared) return 'shared-contact'
  return hasLink(message.purpose) && facts.report.isWithdrawn ? 'report-withdrawn' : undefined
}

/** A refusal with its text, as the dialog shows it. */
export const described = (
  refusal: RefusalCode | null,
): { refusal: RefusalCode | null; refusalText: string | null } => ({
  refusal,
  refusalText: refusal && REFUSAL[refusal],
})
