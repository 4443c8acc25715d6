import { readTypedDate, typedDateOf } from '@zelab/contract/fields/typed-date'
import { withLatinDigits, withoutInvisible } from '@zelab/contract/fields/typed-text'
import type { DateOrder } from '@zelab/contract/limits'
import { formatWallTime } from './format.ts'
import * as texts from './texts.ts'

/** "9:41 PM", "21:41", "9pm" at the end of a text, also of an ISO text. */
const TIME = /(?:^|[\s,T])(\d{1,2})(?::(\d{2}))?(?:\s*([ap])\.?m?\.?)?$/i
const TIME_ALONE = /^(\d{1,2})[:.]?(\d{2})?\s*(?:([ap])\.?m?\.?)?$/i
const BEFORE_TIME = /[\s,]*(?:\bat)?[\s,]*$/i

const readTime = (hours: number, minutes: number, half: string | undefined): string | undefined => {
  if (minutes > 59 || hours > 23 || (half && (hours < 1 || hours > 12))) return undefined
  const hour = half ? (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hours
  return `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** YYYY-MM-DDTHH:mm of a typed date and time; a time alone is of today. */
export const readTypedMoment = (typed: string, order: DateOrder, today: string): string | undefined => {
  const text = withLatinDigits(withoutInvisible(typed)).trim()
  const found = TIME.exec(text)
  // "28 11 2026" has no time.
  if (!found || (found[2] === undefined && found[3] === undefined)) return undefined
  const day = text.slice(0, found.index).replace(BEFORE_TIME, '')
  const date = day === '' ? today : readTypedDate(day, order)
  const time = readTime(Number(found[1]), Number(found[2] ?? 0), found[3])
  return date && time && `${date}T${time}`
}

/** HH:mm of "7:30", "730", "7:30 PM", "7". */
export const readTypedTime = (typed: string): string | undefined => {
  const text = withLatinDigits(withoutInvisible(typed)).trim()
  const found = TIME_ALONE.exec(text)
  return found ? readTime(Number(found[1]), Number(found[2] ?? 0), found[3]) : undefined
}

/** "28/11/2026 at 9:41 PM" */
export const typedMomentOf = (moment: string, order: DateOrder): string =>
  texts.dateAtTime(typedDateOf(moment.slice(0, 10), order), formatWallTime(moment.slice(11)))
