/** The characters of GSM 03.38 that take one septet; the euro sign and a few more take two. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '\f^{}\\[~]|€'

const WIDTHS = new Map([
  ...Array.from(BASIC, (character) => [character, 1] as const),
  ...Array.from(EXTENDED, (character) => [character, 2] as const),
])

/** Parts of a longer message lose some capacity to the header that joins them. */
const CAPACITY = { gsm: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const
export type SmsEncoding = keyof typeof CAPACITY

export interface SmsSegments {
  encoding: SmsEncoding
  /** Septets of GSM 03.38, or UTF-16 units. */
  units: number
  /** Number of SMS that are billed; 0 for an empty text. */
  segments: number
}

/** A character of two units never spans two parts. */
const countParts = (widths: readonly number[], capacity: number): number => {
  let parts = 1
  let filled = 0
  for (const width of widths) {
    if (filled + width > capacity) {
      parts += 1
      filled = 0
    }
    filled += width
  }
  return parts
}

/** Splits a text into SMS. A single character outside GSM 03.38 switches the whole text to UCS-2. */
export const smsSegments = (text: string): SmsSegments => {
  const characters = Array.from(text)
  const isGsm = characters.every((character) => WIDTHS.has(character))
  const encoding = isGsm ? 'gsm' : 'ucs2'
  const widths = characters.map((character) => (isGsm ? (WIDTHS.get(character) ?? 1) : character.length))
  const units = widths.reduce((sum, width) => sum + width, 0)
  const { single, part } = CAPACITY[encoding]
  const segments = units === 0 ? 0 : units <= single ? 1 : countParts(widths, part)
  return { encoding, units, segments }
}
