import { INBOX_NOTICES_MAX, LICENSE_LENGTH, type InboxNotice } from '@zelab/contract'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import { firstOf, textOf, valueOf, type Hl7Message, type Segment } from '../../../platform/hl7/hl7-message.ts'
import { referrerNameOf } from './hl7-names.ts'
import { isEarlier, isPossibleTime, readTime, type Present } from './hl7-times.ts'

const LONGEST_QUOTE = 60

const isLicense = ({ length }: string) => length >= LICENSE_LENGTH.min && length <= LICENSE_LENGTH.max

export const orderNumberOf = (obr: Segment, message: Hl7Message): string =>
  valueOf(firstOf(obr.field(3), message), 1, message) || valueOf(firstOf(obr.field(2), message), 1, message)

export interface VisitReading extends Omit<StatedVisit, 'orderNumber'> {
  notices: InboxNotice[]
}

const NOTHING: VisitReading = { collectedAt: null, receivedAt: null, referrer: null, notices: [] }

const isReceiptPossible = (collectedAt: string | null, receivedAt: string | null): boolean =>
  collectedAt === null || receivedAt === null || !isEarlier(receivedAt, collectedAt)

/** OBR-7, OBR-14 and OBR-16. What cannot be read must not stop a result, so it is shown to a person. */
const readVisit = (obr: Segment, message: Hl7Message, present: Present): VisitReading => {
  const notices: InboxNotice[] = []
  const note = (code: InboxNotice['code'], written: string) =>
    notices.push({ code, value: [...written].slice(0, LONGEST_QUOTE).join('') })
  const timeAt = (position: number, code: InboxNotice['code']) => {
    const written = textOf(firstOf(obr.field(position), message), 1, message)
    const time = readTime(written)
    if (time !== undefined && isPossibleTime(time, present)) return time
    if (written !== '') note(code, written)
    return null
  }
  const person = firstOf(obr.field(16), message)
  const referrer = referrerNameOf(person, message)
  const license = textOf(person, 1, message).trim()
  const isNamed = [1, 2, 3, 4, 6].some((position) => textOf(person, position, message) !== '')
  if (referrer === null && isNamed) note('referrer-unclear', person)
  const [collectedAt, receivedAt] = [timeAt(7, 'collected-unclear'), timeAt(14, 'received-unclear')]
  const isPossible = isReceiptPossible(collectedAt, receivedAt)
  if (!isPossible && receivedAt !== null) note('received-unclear', receivedAt)
  return {
    collectedAt,
    receivedAt: isPossible ? receivedAt : null,
    referrer,
    ...(referrer !== null && isLicense(license) && { referrerLicense: license }),
    notices,
  }
}

const referrerOf = ({ referrer, referrerLicense }: VisitReading) => ({
  referrer,
  ...(referrerLicense !== undefined && { referrerLicense }),
})

const distinct = (notices: readonly InboxNotice[]) =>
  [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()].slice(0, INBOX_NOTICES_MAX)

const joined = (one: VisitReading, other: VisitReading): VisitReading => {
  const collectedAt = one.collectedAt ?? other.collectedAt
  const receivedAt = one.receivedAt ?? other.receivedAt
  return {
    collectedAt,
    // Times of two orders need not fit each other.
    receivedAt: isReceiptPossible(collectedAt, receivedAt) ? receivedAt : null,
    ...(one.referrer === null ? referrerOf(other) : referrerOf(one)),
    notices: distinct([...one.notices, ...other.notices]),
  }
}

export const readVisits = (orders: readonly Segment[], message: Hl7Message, present: Present): VisitReading =>
  orders.reduce((read, obr) => joined(read, readVisit(obr, message, present)), NOTHING)

/** The order's own values, then those of the other OBR of the report. Undefined without a number or a value. */
export const visitOf = (
  obr: Segment,
  ofReport: VisitReading,
  message: Hl7Message,
  present: Present,
): { visit: StatedVisit | undefined; notices: InboxNotice[] } => {
  const { notices, ...visit } = joined(readVisit(obr, message, present), ofReport)
  const orderNumber = orderNumberOf(obr, message)
  const isStated = orderNumber !== '' && Object.values(visit).some((value) => value !== null)
  return { visit: isStated ? { orderNumber, ...visit } : undefined, notices }
}
