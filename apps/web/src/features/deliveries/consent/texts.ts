export const languageAndConsent = 'Language and Consent'
export const choiceInWords = (language: string, hasConsent: boolean) =>
  `${language}, ${hasConsent ? 'consent given' : 'no consent yet'}`
export const patientLanguage = 'Language'
export const consentState = (channel: string, state: string) => `${channel}: ${state}`
export const consentGiven = 'consent given'
export const consentNotGiven = 'no consent'
export const consentWithdrawn = 'consent withdrawn'
export const consentHint = 'Ask the patient before you tick. Without consent nothing is sent.'
export const consent = 'Consent'
