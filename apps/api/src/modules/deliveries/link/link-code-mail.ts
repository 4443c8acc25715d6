import { withDirection, type Language } from '@zelab/contract'
import { layOutHtml, type MailBrand } from '../../../platform/mail-layout.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { textsOf } from './texts.ts'
import { LINK_CODE } from './link-limits.ts'

interface CodeMessage {
  language: Language
  lab: string
  code: string
}

export const codeText = ({ language, lab, code }: CodeMessage): string =>
  withDirection(language, textsOf(language).codeMail.text(lab, code, LINK_CODE.minutes))

export const codeMail = (
  brand: MailBrand,
  { to, sender, ...message }: CodeMessage & { to: string; sender: string },
): Mail => {
  const { direction, codeMail: texts } = textsOf(message.language)
  const text = codeText(message)
  return {
    to,
    fromName: sender,
    subject: withDirection(message.language, texts.subject(message.lab)),
    text: `${text}\n`,
    ...layOutHtml(
      { ...brand, productName: message.lab },
      { sentence: text, notes: [] },
      { code: message.language, direction },
    ),
  }
}
