import type { ConsentChannel } from '@zelab/contract'

export const languageAndConsent = 'Language and Consent'
export const choiceInWords = (language: string, hasConsent: boolean) =>
  `${language}, ${hasConsent ? 'consent given' : 'no consent yet'}`
export const change = 'Change'
export const patientLanguage = 'Language'
export const CONSENT_TO: Record<ConsentChannel, string> = {
  email: 'Consent to mail',
  sms: 'Consent to SMS',
  whatsapp: 'Consent to WhatsApp',
}
export const consentGiven = 'Given'
export const consentNotGiven = 'Not given'
export const consentWithdrawn = 'Withdrawn'
export const recordedBy = (name: string, at: string) => `${at} · ${name}`
export const consentHint = 'Ask the patient before you tick. Without consent nothing is sent.'
export const consent = 'Consent'
