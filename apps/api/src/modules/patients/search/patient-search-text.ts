import { withLatinDigits } from '@zelab/contract'

const LOOKS_LIKE_PHONE = /^[+\d\s\-()]+$/
/** Shorter digits may be anything; from here on they can be a number without its country code. */
const LOCAL_NUMBER_LENGTH = 7

/** A typed phone number's digits without the 0 or 00 that is dialled first; undefined for anything else. */
const phoneDigitsOf = (typed: string): string | undefined => {
  const text = withLatinDigits(typed)
  if (!LOOKS_LIKE_PHONE.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  const dialled = digits.replace(/^0+/, '')
  return dialled.length >= LOCAL_NUMBER_LENGTH ? dialled : digits || undefined
}

/** The texts that one typed search stands for: itself, and a phone number without its decoration (AMB-48). */
export const searchTextsOf = (typed: string): string[] => {
  const digits = phoneDigitsOf(typed)
  return digits === undefined || digits === typed ? [typed] : [typed, digits]
}

/** The digits of a typed text that are a whole phone number, with or without the country code. */
export const wholePhoneOf = (typed: string): string | undefined => {
  const digits = phoneDigitsOf(typed)
  return digits !== undefined && digits.length >= LOCAL_NUMBER_LENGTH ? digits : undefined
}

/** The number of a patient id written as "ZL-12", "zl 12" or "12". */
export const patientIdIn = (typed: string): number | undefined => {
  const id = /^(?:zl[\s-]*)?(\d{1,15})$/i.exec(withLatinDigits(typed.trim()))?.[1]
  return id === undefined ? undefined : Number(id)
}

const NAME_ALPHABET = /^[\p{L}\p{M}\s.,'’`\-_/()]+$/u
const FEWEST_LETTERS = 3

/** Whether a text could be a name, of which similar ones are worth a look. */
export const couldBeName = (typed: string): boolean =>
  NAME_ALPHABET.test(typed) && (typed.match(/\p{L}/gu)?.length ?? 0) >= FEWEST_LETTERS
