import { RESET_TOKEN_MINUTES } from '@zelab/contract'
import type { Mail } from '../../platform/mailer.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The mail with the link to choose a new password, as text and as HTML. */
export const passwordResetMail = (mail: { to: string; fullName: string; link: string }): Mail => {
  const life = `The link works once and for ${RESET_TOKEN_MINUTES} minutes.`
  const ignore = 'If you did not ask for this, you can ignore this mail: your password stays as it is.'
  const name = escapeHtml(mail.fullName)
  const link = escapeHtml(mail.link)
  return {
    to: mail.to,
    subject: 'Reset your Zelab password',
    text: `Hello ${mail.fullName},\n\nchoose a new password for your Zelab account here:\n\n${mail.link}\n\n${life}\n${ignore}\n\nZelab – Medical Reports Management\n`,
    html: `<!doctype html>
<html lang="en"><body style="margin:0;background:#f4f7f7;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#16302f">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #d9e3e2;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#0b6b68">Zelab</p>
<p style="margin:0 0 16px">Hello ${name},</p>
<p style="margin:0 0 24px">choose a new password for your Zelab account.</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;background:#0b6b68;color:#ffffff;text-decoration:none;padding:12px 20px;border-radius:8px;font-weight:600">Reset Password</a></p>
<p style="margin:0 0 8px;font-size:14px;color:#4a6160">${life}</p>
<p style="margin:0;font-size:14px;color:#4a6160">${ignore}</p>
</td></tr></table></td></tr></table></body></html>`,
  }
}
