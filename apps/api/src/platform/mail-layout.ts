import { escapeHtml } from './html.ts'
import type { Mail } from './mailer.ts'

export interface MailBrand {
  productName: string
  logo: { content: Buffer; mediaType: string } | undefined
}

export interface MailLanguage {
  code: string
  direction: 'ltr' | 'rtl'
}

const ENGLISH: MailLanguage = { code: 'en', direction: 'ltr' }

export interface MailText {
  to: { fullName: string; email: string }
  subject: string
  sentence: string
  button: string
  link: string
  notes: readonly string[]
}

type MailParts = Pick<MailText, 'sentence' | 'notes'> &
  Partial<Pick<MailText, 'button' | 'link'>> & { greeting?: string }

const LOGO_ID = 'logo@zelab'

const head = ({ productName, logo }: MailBrand, direction: MailLanguage['direction']) => {
  const gap = direction === 'rtl' ? 'left' : 'right'
  const name = escapeHtml(productName)
  // Many mail clients block images at first, so the name is always shown.
  const picture = logo
    ? `<img src="cid:${LOGO_ID}" alt="" height="32" style="height:32px;width:auto;max-width:160px;vertical-align:middle;margin-${gap}:10px">`
    : ''
  return `${picture}<span style="vertical-align:middle">${name}</span>`
}

const paragraph = (text: string | undefined, margin: number) =>
  text === undefined ? '' : `<p style="margin:0 0 ${margin}px">${escapeHtml(text)}</p>`

const buttonOf = ({ link, button }: MailParts) =>
  link === undefined || button === undefined
    ? ''
    : `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;background:#0b6b68;color:#ffffff;text-decoration:none;padding:12px 20px;border-radius:8px;font-weight:600">${escapeHtml(button)}</a></p>`

export const layOutHtml = (
  brand: MailBrand,
  mail: MailParts,
  { code, direction }: MailLanguage = ENGLISH,
): Pick<Mail, 'html' | 'attachments'> => {
  const { greeting, sentence, notes } = mail
  const smallPrint = notes
    .map((note) => `<p style="margin:0 0 8px;font-size:14px;color:#4a6160">${escapeHtml(note)}</p>`)
    .join('\n')
  return {
    html: `<!doctype html>
<html lang="${code}" dir="${direction}"><body dir="${direction}" style="margin:0;background:#f4f7f7;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#16302f">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #d9e3e2;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#0b6b68">${head(brand, direction)}</p>
${paragraph(greeting, 16)}
${paragraph(sentence, 24)}
${buttonOf(mail)}
${smallPrint}
</td></tr></table></td></tr></table></body></html>`,
    ...(brand.logo && {
      attachments: [
        {
          filename: brand.logo.mediaType === 'image/png' ? 'logo.png' : 'logo.jpg',
          content: brand.logo.content,
          contentType: brand.logo.mediaType,
          contentDisposition: 'inline' as const,
          cid: LOGO_ID,
        },
      ],
    }),
  }
}

export const layOutMail = (brand: MailBrand, mail: MailText): Mail => {
  const { to, sentence, link, notes } = mail
  const greeting = `Hello ${to.fullName},`
  return {
    to: to.email,
    subject: mail.subject,
    text: `${greeting}\n\n${sentence}\n\n${link}\n\n${notes.join('\n')}\n\n${brand.productName} – Medical Reports Management\n`,
    ...layOutHtml(brand, { greeting, ...mail }),
  }
}
