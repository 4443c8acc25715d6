import { LINK_CODE } from '@zelab/contract'
import { layOutHtml, type MailBrand } from '../../../platform/mail-layout.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { textsOf } from './texts.ts'
import type { Language } from '@zelab/contract'

/** The email with a code. It names no person and no report. */
export const codeMail = (
  brand: MailBrand,
  { to, language, lab, code }: { to: string; language: Language; lab: string; code: string },
): Mail => {
  const { direction, codeMail: texts } = textsOf(language)
  const text = texts.text(lab, code, LINK_CODE.minutes)
  return {
    to,
    subject: texts.subject(lab),
    text: `${text}\n`,
    ...layOutHtml(
      { ...brand, productName: lab },
      { sentence: text, notes: [] },
      { code: language, direction },
    ),
  }
}
