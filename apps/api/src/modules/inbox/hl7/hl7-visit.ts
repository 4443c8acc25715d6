import { INBOX_NOTICES_MAX, LICENSE_LENGTH, type InboxNotice } from '@zelab/contract'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import { firstOf, textOf, valueOf, type Hl7Message, type Segment } from './hl7-message.ts'
import { referrerNameOf } from './hl7-names.ts'
import { readTime } from './hl7-times.ts'

const LONGEST_QUOTE = 60

const isLicense = ({ length }: string) => length >= LICENSE_LENGTH.min && length <= LICENSE_LENGTH.max

export const orderNumberOf = (obr: Segment, message: Hl7Message): string =>
  valueOf(firstOf(obr.field(3), message), 1, message) || valueOf(firstOf(obr.field(2), message), 1, message)

export interface VisitReading extends Omit<StatedVisit, 'orderNumber'> {
  notices: InboxNotice[]
}

const NOTHING: VisitReading = { collectedAt: null, receivedAt: null, referrer: null, notices: [] }

/** OBR-7, OBR-14 and OBR-16. What cannot be read must not stop a result, so it is shown to a person. */
const readVisit = (obr: Segment, message: Hl7Message): VisitReading => {
  const notices: InboxNotice[] = []
  const note = (code: InboxNotice['code'], written: string) =>
    notices.push({ code, value: [...written].slice(0, LONGEST_QUOTE).join('') })
  const timeAt = (position: number, code: InboxNotice['code']) => {
    const written = textOf(firstOf(obr.field(position), message), 1, message)
    const time = readTime(written) ?? null
    if (written !== '' && time === null) note(code, written)
    return time
  }
  const person = firstOf(obr.field(16), message)
  const referrer = referrerNameOf(person, message)
  const license = textOf(person, 1, message).trim()
  const isNamed = [1, 2, 3, 4, 6].some((position) => textOf(person, position, message) !== '')
  if (referrer === null && isNamed) note('referrer-unclear', person)
  return {
    collectedAt: timeAt(7, 'collected-unclear'),
    receivedAt: timeAt(14, 'received-unclear'),
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

const joined = (one: VisitReading, other: VisitReading): VisitReading => ({
  collectedAt: one.collectedAt ?? other.collectedAt,
  receivedAt: one.receivedAt ?? other.receivedAt,
  ...(one.referrer === null ? referrerOf(other) : referrerOf(one)),
  notices: distinct([...one.notices, ...other.notices]),
})

export const readVisits = (orders: readonly Segment[], message: Hl7Message): VisitReading =>
  orders.reduce((read, obr) => joined(read, readVisit(obr, message)), NOTHING)

/** The order's own values, then those of the other OBR of the report. Undefined without a number or a value. */
export const visitOf = (
  obr: Segment,
  ofReport: VisitReading,
  message: Hl7Message,
): { visit: StatedVisit | undefined; notices: InboxNotice[] } => {
  const { notices, ...visit } = joined(readVisit(obr, message), ofReport)
  const orderNumber = orderNumberOf(obr, message)
  const isStated = orderNumber !== '' && Object.values(visit).some((value) => value !== null)
  return { visit: isStated ? { orderNumber, ...visit } : undefined, notices }
}
