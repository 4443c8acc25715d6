import type { HistoryState } from '@tanstack/react-router'

export interface TypedPatient {
  fullName?: string
  phone?: string
  emrId?: string
  /** YYYY-MM-DD */
  dateOfBirth?: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Input for the registration form, kept out of the URL because it may contain patient data. */
    typedPatient?: TypedPatient
  }
}

const PHONE = /^\+?[\d\s()./-]{5,}$/
const DATE = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$/
const SYSTEM_ID = /^zl\W*\d*$/i

/** Digits are a phone number unless they look like a date, letters a name, a mixture an EMR ID. */
export const readTypedPatient = (text: string): TypedPatient => {
  const typed = text.trim()
  if (DATE.test(typed)) return {}
  if (PHONE.test(typed)) return { phone: typed }
  if (typed === '' || SYSTEM_ID.test(typed) || !/\p{L}/u.test(typed)) return {}
  return /\d/.test(typed) ? { emrId: typed } : { fullName: typed }
}

export const typedPatientState = (text: string): HistoryState => ({ typedPatient: readTypedPatient(text) })
