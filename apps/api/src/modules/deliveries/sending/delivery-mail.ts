import { withDirection, type DeliveryPurpose, type Language } from '@zelab/contract'
import { layOutHtml, type MailBrand } from '../../../platform/mail-layout.ts'
import type { Mail } from '../../../platform/mailer.ts'

const SUBJECTS: Record<Language, Record<DeliveryPurpose, string>> = {
  en: {
    report: 'a document is ready',
    renewal: 'your new link',
    amended: 'a document was corrected',
    withdrawn: 'a document was withdrawn',
    'sent-in-error': 'a document was sent to you in error',
    'contact-lab': 'your report is ready',
  },
  ar: {
    report: 'لديكم مستند جاهز',
    renewal: 'رابط جديد',
    amended: 'صُحّح مستند',
    withdrawn: 'أُلغي مستند',
    'sent-in-error': 'أُرسل إليكم مستند بالخطأ',
    'contact-lab': 'تقريركم جاهز',
  },
}

const BUTTONS: Record<Language, string> = { en: 'Open document', ar: 'فتح المستند' }

const DIRECTIONS = { en: 'ltr', ar: 'rtl' } as const

/** The exact text, and the same words as HTML with a button for the link. */
export const deliveryMail = (
  brand: MailBrand,
  message: {
    to: string
    lab: string
    sender: string
    language: Language
    purpose: DeliveryPurpose
    text: string
    link: string | undefined
  },
): Mail => {
  const { to, lab, sender, language, purpose, text, link } = message
  const [before = '', after = ''] = link === undefined ? [text] : text.split(link)
  const note = after.trim()
  return {
    to,
    fromName: sender,
    subject: withDirection(language, `${lab}: ${SUBJECTS[language][purpose]}`),
    text,
    ...layOutHtml(
      { ...brand, productName: lab },
      {
        sentence: before.trim(),
        notes: note === '' ? [] : [note],
        ...(link !== undefined && { link, button: BUTTONS[language] }),
      },
      { code: language, direction: DIRECTIONS[language] },
    ),
  }
}
