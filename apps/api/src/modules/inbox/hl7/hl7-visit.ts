import { z } from 'zod'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import {
  componentOf,
  plainText,
  repetitionsOf,
  valueOf,
  type Hl7Message,
  type Segment,
} from './hl7-message.ts'

const LONGEST_NAME = 100
const TIME =
  /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(?:(\d{2})(?:\.\d{1,4})?)?)?([+-](?:0\d|1[0-4])[0-5]\d)?$/

const isCalendarTime = (text: string) =>
  z.iso.datetime({ local: true, offset: true }).safeParse(text).success && text >= '1900' && text < '2200'

/** An unreadable time is left out: it must not stop a result. */
const momentOf = (written: string): string | null => {
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = ''] = TIME.exec(written) ?? []
  if (year === undefined) return null
  const offset = zone && `${zone.slice(0, 3)}:${zone.slice(3)}`
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
  return isCalendarTime(text) ? text : null
}

/** Prefix, given and family name; the code of the person when no name is sent. */
const personOf = (repetition: string, message: Hl7Message): string | null => {
  const part = (position: number) => plainText(componentOf(repetition, position, message), message).trim()
  const name = [6, 3, 4, 2]
    .map(part)
    .filter(Boolean)
    .join(' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
  // By characters: half of one cannot be stored.
  const whole = [...(name || part(1))].slice(0, LONGEST_NAME).join('').trim()
  return whole.length > 1 ? whole : null
}

/** OBR-7, OBR-14 and OBR-16; undefined for an order without a number, or without any of them. */
export const visitOf = (obr: Segment, message: Hl7Message): StatedVisit | undefined => {
  const first = (position: number) => repetitionsOf(obr.field(position), message)[0] ?? ''
  const orderNumber = valueOf(first(3), 1, message) || valueOf(first(2), 1, message)
  const visit = {
    orderNumber,
    collectedAt: momentOf(componentOf(first(7), 1, message)),
    receivedAt: momentOf(componentOf(first(14), 1, message)),
    referrer: personOf(first(16), message),
  }
  const isStated = visit.collectedAt ?? visit.receivedAt ?? visit.referrer
  return orderNumber === '' || isStated === null ? undefined : visit
}
