import parsePhoneNumber, {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type CountryCode,
  type PhoneNumber as ParsedNumber,
} from 'libphonenumber-js/min'
import { PHONE_MIN_LENGTH } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { withLatinDigits, withoutInvisible } from './typed-text.ts'
import { z } from '../zod.ts'

/** Longer than 15 digits with separators around each. */
const LONGEST_SPELLING = 64
const SPACES_AND_DASHES = /[\s\-\u2010-\u2015\u2212()]/g
const SEPARATORS = /[\s\-\u2010-\u2015\u2212()[\]./]/g
const INTERNATIONAL_NUMBER = /^\+?[1-9]\d{1,14}$/

const plainText = (typed: string) =>
  withLatinDigits(withoutInvisible(typed)).trim().replace(/^tel:/i, '').replaceAll('\uff0b', '+')

export interface PhoneNumber {
  /** Plus and digits, as stored. */
  number: string
  /** As shown: "+971 50 111 2233". */
  shown: string
  /** Lower case, like `DEFAULT_PHONE_COUNTRY`; undefined for calling codes shared by several countries. */
  country: string | undefined
}

export const phoneCountries = (): string[] => getCountries().map((country) => country.toLowerCase())

/** "+971" for "ae"; empty for an unknown country. */
export const dialCodeOf = (country: string): string => {
  const code = country.toUpperCase()
  return isSupportedCountry(code) ? `+${getCountryCallingCode(code)}` : ''
}

/** libphonenumber's metadata also drops carrier codes and adds area codes, which would change the number. */
const isSameNumber = (typed: string, found: ParsedNumber): boolean => {
  const code = `+${found.countryCallingCode}`
  const isKept = typed === found.number || typed === code + typed.charAt(code.length) + found.nationalNumber
  return isKept && parsePhoneNumber(found.number)?.number === found.number
}

const parsed = (text: string, country?: string): PhoneNumber | undefined => {
  const found = parsePhoneNumber(text, {
    ...(country && { defaultCountry: country.toUpperCase() as CountryCode }),
    extract: false,
  })
  const isNumber = found && (found.isValid() || (!found.country && found.isPossible()))
  if (!isNumber || found.ext || found.number.length < PHONE_MIN_LENGTH) return undefined
  if (text.startsWith('+') && !isSameNumber(text, found)) return undefined
  return { number: found.number, shown: found.formatInternational(), country: found.country?.toLowerCase() }
}

/**
 * Parses a phone number as typed, pasted or autofilled: international with plus or 00, national with or without the
 * leading zero, with any separators and digits. Without a country, only international numbers are accepted. Undefined
 * for other text.
 */
export const readPhone = (typed: string, country?: string): PhoneNumber | undefined => {
  if (typed.length > LONGEST_SPELLING) return undefined
  const text = withoutRepeatedCode(plainText(typed).replace(SEPARATORS, ''))
  const dialCode = country ? dialCodeOf(country) : ''
  if (!dialCode || !text.startsWith(dialCode)) return readDigits(text, country)
  const rest = text.slice(dialCode.length)
  return readDigits(text) ?? (/^[1-9]/.test(rest) ? readDigits(rest, country) : undefined)
}

const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)))

/** Removes the field's dial code when a full number follows it: "+971 +44 20 7946 0018", "+971 0044 20 …". */
const withoutRepeatedCode = (text: string): string => {
  const [, code = '', rest = ''] = /^\+(\d{1,3})((?:\+|00).*)$/.exec(text) ?? []
  return callingCodes.has(code) ? rest : text
}

const readDigits = (text: string, country?: string): PhoneNumber | undefined => {
  const digits = text.replace(/^\+?00/, '+')
  if (!/^\+?\d+$/.test(digits)) return undefined
  if (!digits.startsWith('+') && !country) return undefined
  return parsed(digits, country)
}

export const isDialCodeOnly = (typed: string, country: string): boolean => {
  const text = plainText(typed).replace(SEPARATORS, '')
  return text === '' || text === dialCodeOf(country)
}

/** libphonenumber corrects known numbers; any other international number is kept (AMB-40). */
export const phoneField = z.pipe(
  z
    .pipe(
      z.string({ error: VALIDATION.phone }),
      z.transform((typed: string) =>
        typed.length > LONGEST_SPELLING
          ? ''
          : plainText(typed).replace(SPACES_AND_DASHES, '').replace(/^00/, '+'),
      ),
    )
    .check(
      z.refine((number) => number.length >= PHONE_MIN_LENGTH && INTERNATIONAL_NUMBER.test(number), {
        error: VALIDATION.phone,
      }),
    ),
  z.transform((typed: string) => {
    const number = typed.startsWith('+') ? typed : `+${typed}`
    return parsed(number)?.number ?? number
  }),
)
