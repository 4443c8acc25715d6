import { INVITATION_DAYS } from '@zelab/contract'
import { layOutMail, type MailBrand, type MailText } from '../../../platform/mail-layout.ts'
import type { Mail } from '../../../platform/mailer.ts'

export const RESET_TOKEN_MINUTES = 60
/** From the mail, to continue with a provider. A password can be set longer. */
export const PROVIDER_INVITATION_HOURS = 72

type Recipient = Pick<MailText, 'to' | 'link'>

export const passwordResetMail = (brand: MailBrand, recipient: Recipient): Mail =>
  layOutMail(brand, {
    ...recipient,
    subject: `Reset your ${brand.productName} password`,
    sentence: `choose a new password for your ${brand.productName} account:`,
    button: 'Reset Password',
    notes: [
      `The link works once and for ${RESET_TOKEN_MINUTES} minutes.`,
      'If you did not ask for this, you can ignore this mail: your password stays as it is.',
    ],
  })

export const lostWayMail = (brand: MailBrand, recipient: Recipient): Mail =>
  layOutMail(brand, {
    ...recipient,
    subject: `Choose a password for ${brand.productName}`,
    sentence: `the way you signed in to ${brand.productName} has ended. Choose a password to sign in with ${recipient.to.email}:`,
    button: 'Choose Password',
    notes: [
      `The link works once and for ${INVITATION_DAYS} days.`,
      'If it has expired, ask for a new one by “Forgot password” on the sign-in page.',
    ],
  })

/** Where a lab is provider only: without a link. */
export const providerOnlyMail = (brand: MailBrand, recipient: Recipient): Mail =>
  layOutMail(brand, {
    ...recipient,
    subject: `How to sign in to ${brand.productName}`,
    sentence: `your lab signs in to ${brand.productName} through a provider instead of a password. Select the button of your organization on the sign-in page.`,
    button: 'Open',
    notes: [
      'If the provider does not answer or you cannot sign in there, ask your administrator.',
      'If you did not ask for this, you can ignore this mail.',
    ],
  })

const PROVIDER_NOTES = [
  `The link works once and for ${PROVIDER_INVITATION_HOURS / 24} days.`,
  'If it has expired, ask for a new one by “Forgot password” on the sign-in page.',
]

export const providerInvitationMail = (brand: MailBrand, recipient: Recipient): Mail =>
  layOutMail(brand, {
    ...recipient,
    subject: `You are invited to ${brand.productName}`,
    sentence: `an account on ${brand.productName} was made for you. Your lab signs in with the account of your organization instead of a password. Continue with it:`,
    button: 'Continue',
    notes: PROVIDER_NOTES,
  })

/** Where a lab is provider only, for a user who is not linked. */
export const linkProviderMail = (brand: MailBrand, recipient: Recipient): Mail =>
  layOutMail(brand, {
    ...recipient,
    subject: `Link your ${brand.productName} account`,
    sentence: `your lab signs in to ${brand.productName} with the account of your organization instead of a password. Link it to your account:`,
    button: 'Link Account',
    notes: PROVIDER_NOTES,
  })

export const invitationMail = (brand: MailBrand, recipient: Recipient): Mail =>
  layOutMail(brand, {
    ...recipient,
    subject: `You are invited to ${brand.productName}`,
    sentence: `an account on ${brand.productName} was made for you. Choose a password to sign in with ${recipient.to.email}:`,
    button: 'Choose Password',
    notes: [
      `The link works once and for ${INVITATION_DAYS} days.`,
      'If it has expired, ask for a new one by “Forgot password” on the sign-in page.',
    ],
  })
