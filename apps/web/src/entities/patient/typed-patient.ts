import type { HistoryState } from '@tanstack/react-router'
import { readTypedDate } from '@zelab/contract/typed-date'
import { dateOrder } from '../../lib/brand.ts'

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
const SYSTEM_ID = /^zl\W*\d*$/i

/** Digits are a phone number unless they are written as a date, letters a name, a mixture an EMR ID. */
export const readTypedPatient = (text: string): TypedPatient => {
  const typed = text.trim()
  const dateOfBirth = /^\d+$/.test(typed) ? undefined : readTypedDate(typed, dateOrder())
  if (dateOfBirth) return { dateOfBirth }
  if (PHONE.test(typed)) return { phone: typed }
  if (typed === '' || SYSTEM_ID.test(typed) || !/\p{L}/u.test(typed)) return {}
  return /\d/.test(typed) ? { emrId: typed } : { fullName: typed }
}

export const typedPatientState = (text: string): HistoryState => ({ typedPatient: readTypedPatient(text) })
