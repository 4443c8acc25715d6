import type { DeliveryHold, LinkChannel } from '@zelab/contract'
import { STATES } from '../../../ui/texts.ts'

export const recipient = 'Recipient'
export const language = 'Language of the message'
export const how = 'How'
export const NO_CONTACT = { email: 'No email address in the record', phone: 'No phone number in the record' }
export const sendTo = 'Send to'
export const thePatient = 'The patient'
export const slipHint = 'A QR code on paper, to hand over'
export const copyHint = 'To pass on yourself'
export const sharedContact =
  'Another patient has the same contact. Only this patient’s date of birth opens the link.'
export const consentNeeded = 'Please ask the patient and tick the box'
export const exactText = 'The exact text'
export const opensWithBirthday = 'The link opens one report with the patient’s date of birth.'
export const needsCode = (canReceiveCode: boolean) =>
  canReceiveCode
    ? 'This type is sensitive: opening it also needs a code that is sent to the recipient.'
    : 'This type is sensitive: opening it also needs a code, and the record has no email address or SMS number with consent. The recipient will have to call.'
export const smsParts = (count: number) => `${count} SMS`
export const SUBMIT: Record<LinkChannel, string> = {
  email: 'Send Email',
  sms: 'Send SMS',
  whatsapp: 'Create Link',
  slip: 'Create Slip',
  copy: 'Create Link',
}
export const done = 'Done'
export const sendFailed = 'The report was not sent'
export const cannotSend = 'Not possible'
export const HELD: Record<DeliveryHold, { title: string; linkWaits: string }> = {
  unpaid: {
    title: STATES.paymentDue,
    linkWaits: 'The link waits until it is paid. The patient is asked to contact the lab.',
  },
  critical: {
    title: 'Critical result',
    linkWaits: 'The link waits until the call is read back, or a Doctor lets it go.',
  },
  suspended: {
    title: 'Suspended: a correction awaits release',
    linkWaits: 'The link waits until the correction is released.',
  },
  restored: {
    title: 'Held after a restored backup',
    linkWaits: 'The link waits until an Admin decides on the dashboard.',
  },
}
export const cannotHandOver = 'It cannot be handed over until then.'
export const linkOpens = 'A link that you hand over opens once it is paid or waived.'
export const linkReady = 'Link ready'
export const openWhatsApp = 'Open WhatsApp'
export const printSlip = 'Print Slip'
export const copyText = 'Copy text'
export const whatsAppNote = 'Recorded as handed over. Whether it was sent in WhatsApp is not known here.'

export const handOverLink = 'Hand Over Link'
export const visitLinkHint =
  'The link says when the reports of this visit are expected, and opens those that are ready with the patient’s date of birth. An earlier link of this visit ends.'

export const SLIP = {
  en: {
    expected: (by: string) => `Your document is expected by ${by}`,
    beingPrepared: 'Your document is being prepared',
    ready: 'A document is ready for you',
    scan: 'Scan the code with your phone’s camera, or open this address:',
    birthday: (day: string) => `You will be asked for your date of birth. The link works until ${day}.`,
    questions: 'Questions?',
  },
  ar: {
    expected: (by: string) => `يُتوقع أن يكون مستندكم جاهزًا بحلول ${by}`,
    beingPrepared: 'يجري إعداد مستندكم',
    ready: 'لديكم مستند جاهز',
    scan: 'امسحوا الرمز بكاميرا الهاتف أو افتحوا هذا العنوان:',
    birthday: (day: string) => `سيُطلب منكم تاريخ الميلاد. الرابط صالح حتى ${day}.`,
    questions: 'للاستفسار:',
  },
} as const
