import { orNotAvailable } from './format.ts'

/** A user's phone is a string, a patient's an object (AMB-41). */
type Phone = string | { number: string } | null | undefined

/** As stored, for copying and dialing. */
export const plainPhoneOf = (phone: Phone): string =>
  orNotAvailable(typeof phone === 'string' ? phone : phone?.number)

/** Groups as written in the country, where they are known. The phone field has the data of all countries. */
const PHONE_GROUPS = [
  /^(\+971)(5\d)(\d{3})(\d{4})$/,
  /^(\+971)(\d)(\d{3})(\d{4})$/,
  /^(\+966)([15]\d)(\d{3})(\d{4})$/,
  /^(\+968|\+97[34])(\d{4})(\d{4})$/,
  /^(\+965)([569]\d{2})(\d{5})$/,
  /^(\+962)(7)(\d{4})(\d{4})$/,
  /^(\+91)([6-9]\d{4})(\d{5})$/,
  /^(\+92)(3\d{2})(\d{7})$/,
  /^(\+20)(1\d)(\d{8})$/,
  /^(\+44)(20)(\d{4})(\d{4})$/,
  /^(\+44)(7\d{3})(\d{6})$/,
]
const COUNTRY_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d{4,12}$)/

/** "+971 55 409 7382"; other text, such as an email, stays as it is. */
export const formatPhone = (number: string): string => {
  const groups = PHONE_GROUPS.map((known) => known.exec(number)).find((found) => found !== null)
  if (groups) return groups.slice(1).join(' ')
  const code = COUNTRY_CODE.exec(number)?.[0]
  if (code === undefined) return number
  return `${code} ${number.slice(code.length).replace(/\d{3}(?=\d{3})/g, '$& ')}`
}

export const phoneNumberOf = (phone: Phone): string => formatPhone(plainPhoneOf(phone))
