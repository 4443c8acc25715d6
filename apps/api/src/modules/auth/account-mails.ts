import { INVITATION_DAYS } from '@zelab/contract'
import { layOutMail, type MailBrand } from '../../platform/mail-layout.ts'
import type { Mail } from '../../platform/mailer.ts'

export const RESET_TOKEN_MINUTES = 60

interface Recipient {
  to: string
  fullName: string
  link: string
}

export const passwordResetMail = (brand: MailBrand, { to, fullName, link }: Recipient): Mail =>
  layOutMail(brand, {
    to,
    link,
    subject: `Reset your ${brand.productName} password`,
    greeting: `Hello ${fullName},`,
    sentence: `choose a new password for your ${brand.productName} account:`,
    button: 'Reset Password',
    notes: [
      `The link works once and for ${RESET_TOKEN_MINUTES} minutes.`,
      'If you did not ask for this, you can ignore this mail: your password stays as it is.',
    ],
  })

export const invitationMail = (brand: MailBrand, { to, fullName, link }: Recipient): Mail =>
  layOutMail(brand, {
    to,
    link,
    subject: `You are invited to ${brand.productName}`,
    greeting: `Hello ${fullName},`,
    sentence: `an account on ${brand.productName} was made for you. Choose a password to sign in with ${to}:`,
    button: 'Choose Password',
    notes: [
      `The link works once and for ${INVITATION_DAYS} days.`,
      'If it has expired, ask for a new one by “Forgot password” on the sign-in page.',
    ],
  })
