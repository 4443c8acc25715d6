import { withLatinDigits, withoutInvisible } from './typed-text.ts'

const LENGTH = 15

/** The 15 digits of an Emirates ID, typed with or without spaces and hyphens. Undefined for other text. */
export const readNationalId = (typed: string): string | undefined => {
  if (typed.length > 4 * LENGTH) return undefined
  const digits = withLatinDigits(withoutInvisible(typed)).replace(/[\s\-\u2010-\u2015\u2212]/g, '')
  return /^\d{15}$/.test(digits) ? digits : undefined
}

/** Luhn. Some cards in use have another check digit, so this only warns. */
export const hasRightCheckDigit = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** As printed on the card: 784-1990-1234567-6. */
export const shownNationalId = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7, 14), digits.slice(14)].join('-')
