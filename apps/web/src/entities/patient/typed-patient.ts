import type { HistoryState } from '@tanstack/react-router'

/** What is known of a patient who is to be registered. */
export interface TypedPatient {
  fullName?: string
  phone?: string
  emrId?: string
  /** YYYY-MM-DD */
  dateOfBirth?: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the registration. It never stands in the address: it may be a patient's name or number. */
    typedPatient?: TypedPatient
  }
}

const PHONE = /^\+?[\d\s().-]{5,}$/
const SYSTEM_ID = /^zl\W*\d*$/i

/** Which field of the registration a text belongs to: digits are a number, letters a name, both an EMR ID. */
export const readTypedPatient = (text: string): TypedPatient => {
  const typed = text.trim()
  if (PHONE.test(typed)) return { phone: typed }
  if (typed === '' || SYSTEM_ID.test(typed) || !/\p{L}/u.test(typed)) return {}
  return /\d/.test(typed) ? { emrId: typed } : { fullName: typed }
}

/** Hands the text on to the registration. */
export const typedPatientState = (text: string): HistoryState => ({ typedPatient: readTypedPatient(text) })
