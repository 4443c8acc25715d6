import { readNationalId, withLatinDigits } from '@zelab/contract'

/** With slashes or dots only as dialed: other numbers may be EMR IDs. */
const LOOKS_LIKE_PHONE = /^[+\d\s\-()]+$|^[+0][\d\s\-()./]+$/
const LOOKS_LIKE_DATE = /^\d{1,4}([./])\d{1,2}\1\d{1,4}$/
/** Minimum number of digits to match phone numbers without their country code. */
const LOCAL_NUMBER_LENGTH = 7

const phoneDigitsOf = (typed: string): string | undefined => {
  const text = withLatinDigits(typed)
  if (!LOOKS_LIKE_PHONE.test(text) || LOOKS_LIKE_DATE.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  const dialled = digits.replace(/^0+/, '')
  return dialled.length >= LOCAL_NUMBER_LENGTH ? dialled : digits || undefined
}

/** The text itself, and a phone number without formatting (AMB-48). */
export const searchTextsOf = (typed: string): string[] => {
  const digits = phoneDigitsOf(typed)
  return digits === undefined || digits === typed ? [typed] : [typed, digits]
}

export const wholePhoneOf = (typed: string): string | undefined => {
  const digits = phoneDigitsOf(typed)
  return digits !== undefined && digits.length >= LOCAL_NUMBER_LENGTH ? digits : undefined
}

/** Minimum digits to find national ids that begin with them. */
const NATIONAL_ID_PREFIX_LENGTH = 10
const NATIONAL_ID_LENGTH = 15

/** First and last national id that begin with the typed digits. */
export const nationalIdsFrom = (typed: string): { first: string; last: string } | undefined => {
  const digits = withLatinDigits(typed).replace(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return undefined
  if (digits.length < NATIONAL_ID_PREFIX_LENGTH || digits.length > NATIONAL_ID_LENGTH) return undefined
  return { first: digits.padEnd(NATIONAL_ID_LENGTH, '0'), last: digits.padEnd(NATIONAL_ID_LENGTH, '9') }
}

/** Accepts "ZL-12", "zl 12" and "12". */
export const patientIdIn = (typed: string): number | undefined => {
  const id = /^(?:zl[\s-]*)?(\d{1,15})$/i.exec(withLatinDigits(typed.trim()))?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Minimum digits of a phone number with its country code; fewer may be part of another number. */
const WHOLE_NUMBER_LENGTH = 10

export type PatientIdentifier =
  | { id: number }
  | { nationalId: string }
  | { phone: string }
  | { emrId: string }

/** The patient that a text identifies; undefined for texts that can only be part of a record. */
export const identifierIn = (typed: string): PatientIdentifier | undefined => {
  // A number alone may be part of a phone number.
  if (/^zl/i.test(typed)) {
    const id = patientIdIn(typed)
    if (id !== undefined) return { id }
  }
  const nationalId = readNationalId(typed)
  if (nationalId !== undefined) return { nationalId }
  const phone = wholePhoneOf(typed)
  if (phone !== undefined) return phone.length >= WHOLE_NUMBER_LENGTH ? { phone: `+${phone}` } : undefined
  return /\p{L}/u.test(typed) && /\p{N}/u.test(typed) ? { emrId: typed } : undefined
}

const NAME_ALPHABET = /^[\p{L}\p{M}\s.,'’`\-\u2010-\u2013\u2212_/()]+$/u
const FEWEST_LETTERS = 3

export const couldBeName = (typed: string): boolean =>
  NAME_ALPHABET.test(typed) && (typed.match(/\p{L}/gu)?.length ?? 0) >= FEWEST_LETTERS

/** A trigram index needs three letters or digits. */
export const isIndexed = (typed: string): boolean => (typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3

export const hasLetter = (typed: string): boolean => /\p{L}/u.test(typed)

export const isWord = (typed: string): boolean => /[\p{L}\p{N}]/u.test(typed)
