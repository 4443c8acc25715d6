import type { ConsentChannel } from '@zelab/contract'
import { HOW } from '../texts.ts'

// A patient's language and consent
export const sendingReports = 'Sending Reports'
export const change = 'Change'
export const patientLanguage = 'Language'
export const consentTo = (channel: ConsentChannel) => `Consent to ${HOW[channel]}`
export const consentGiven = 'Given'
export const consentNotGiven = 'Not given'
export const consentWithdrawn = 'Withdrawn'
export const recordedBy = (name: string, at: string) => `${at} · ${name}`
export const changeSending = 'Language and consent'
export const consentHint = 'Ask the patient before you tick. Without consent nothing is sent.'
export const consent = 'Consent'
export const optional = 'Optional'
