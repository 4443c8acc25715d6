import { LINK_CODE } from '@zelab/contract'
import { escapeHtml } from '../../../platform/html.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { textsOf } from './texts.ts'
import type { Language } from '@zelab/contract'

/** The email with a code. It names no person and no report. */
export const codeMail = (to: string, language: Language, lab: string, code: string): Mail => {
  const { direction, codeMail: texts } = textsOf(language)
  const text = texts.text(lab, code, LINK_CODE.minutes)
  return {
    to,
    subject: texts.subject(lab),
    text: `${text}\n`,
    html: `<!doctype html>
<html lang="${language}" dir="${direction}"><body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:18px;line-height:1.6">
<p style="margin:0">${escapeHtml(text)}</p>
</body></html>`,
  }
}
