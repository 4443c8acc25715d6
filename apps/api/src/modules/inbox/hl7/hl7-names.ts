import { textOf, valueOf, type Hl7Message } from '../../../platform/hl7/hl7-message.ts'

const joined = (parts: string[]) => parts.filter(Boolean).join(' ')

/** XPN, without prefix and suffix: a patient is compared by given, middle and family name. */
export const patientNameOf = (repetition: string, message: Hl7Message): string =>
  joined([2, 3, 1].map((position) => valueOf(repetition, position, message)))

const LONGEST_NAME = 100

/**
 * XCN: prefix, given, middle and family name; the code of the person without a name. Null for what is too short for a
 * name.
 */
export const referrerNameOf = (repetition: string, message: Hl7Message): string | null => {
  const part = (position: number) => textOf(repetition, position, message)
  const name = joined([6, 3, 4, 2].map(part))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
  // Cuts whole characters: half of one cannot be stored.
  const whole = [...(name || part(1))].slice(0, LONGEST_NAME).join('').trim()
  return whole.length > 1 ? whole : null
}
