import { withLatinDigits, withoutInvisible } from '../fields/typed-text.ts'

/** Crockford's base32: without I, L, O and U, which are misread or form words. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_SYMBOLS = 25
const CODE_LENGTH = RANDOM_SYMBOLS + 1
const GROUP = /^(.{5})(.{5})(.{5})(.{5})(.{6})$/

/** Letters that people read in place of a symbol. */
const MISREAD: Record<string, string> = { O: '0', I: '1', L: '1' }

/** Luhn sum in base 32; 0 for a text with the right check character. */
const luhnSum = (text: string, isLastDoubled: boolean): number => {
  let sum = 0
  let isDoubled = isLastDoubled
  for (const symbol of [...text].reverse()) {
    const value = SYMBOLS.indexOf(symbol) * (isDoubled ? 2 : 1)
    sum += Math.floor(value / SYMBOLS.length) + (value % SYMBOLS.length)
    isDoubled = !isDoubled
  }
  return sum % SYMBOLS.length
}

export const symbolsOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => SYMBOLS.charAt(byte % SYMBOLS.length)).join('')

/** @param bytes 25 random bytes */
export const verificationCodeOf = (bytes: Uint8Array): string => {
  const symbols = symbolsOf(bytes.subarray(0, RANDOM_SYMBOLS))
  const check = (SYMBOLS.length - luhnSum(symbols, true)) % SYMBOLS.length
  return symbols + SYMBOLS.charAt(check)
}

/** Symbols of a typed, scanned or pasted text; undefined if it contains any other character. */
const typedSymbols = (typed: string): string | undefined => {
  const symbols = withLatinDigits(withoutInvisible(typed))
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => MISREAD[letter] ?? letter)
  return /^[0-9A-HJKMNP-TV-Z]+$/.test(symbols) ? symbols : undefined
}

/** The address in a QR code ends with the code. */
const ADDRESS = /^https?:\/\/\S*\/v\/([^/?#\s]+)/i

/** Accepts any case and grouping, or an address. Undefined if the check character reveals a mistake. */
export const readVerificationCode = (typed: string): string | undefined => {
  const symbols = typedSymbols(ADDRESS.exec(typed.trim())?.[1] ?? typed)
  return symbols?.length === CODE_LENGTH && luhnSum(symbols, false) === 0 ? symbols : undefined
}

export const shownVerificationCode = (code: string): string => code.replace(GROUP, '$1-$2-$3-$4-$5')

/** Gives a holder of the verification code one view of the file. */
export const VIEWING_PASS = { length: 8, minutes: 10, perHour: 10 } as const

export const readViewingPass = (typed: string): string | undefined => {
  const symbols = typedSymbols(typed)
  return symbols?.length === VIEWING_PASS.length ? symbols : undefined
}

/** As shown: 4-4. */
export const shownViewingPass = (pass: string): string => `${pass.slice(0, 4)}-${pass.slice(4)}`
