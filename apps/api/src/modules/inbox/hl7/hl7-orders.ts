import type { InboxNotice } from '@zelab/contract'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import {
  firstOf,
  repetitionsOf,
  textOf,
  valueOf,
  type Hl7Message,
  type Segment,
} from '../../../platform/hl7/hl7-message.ts'
import type { Present } from './hl7-times.ts'
import { orderNumberOf, readVisits, visitOf, type VisitReading } from './hl7-visit.ts'

const LONGEST_TITLE = 200
/** OBX-8: below or above the panic limits, and very abnormal. */
const CRITICAL = new Set(['LL', 'HH', 'AA'])
/** OBR-25 and OBX-11: wrong, deleted, and canceled. */
const WITHDRAWN = new Set(['W', 'D', 'X'])

/** The OBR that have one order number of a patient: a report is read from all of them. */
interface OrderGroup {
  orders: Segment[]
  visit?: VisitReading
  isCritical: boolean
  hasReport: boolean
}

export interface Order {
  key: string | undefined
  title: string | undefined
  status: string
  visit: StatedVisit | undefined
  notices: InboxNotice[]
  group: OrderGroup
  /** All groups of the patient. */
  ofPatient: ReadonlySet<OrderGroup>
}

export const statusOf = (field: string, message: Hl7Message): string =>
  valueOf(firstOf(field, message), 1, message).toUpperCase()

export const isWithdrawn = (status: string): boolean => WITHDRAWN.has(status)

const isCriticalValue = (obx: Segment, message: Hl7Message) =>
  repetitionsOf(obx.field(8), message).some((flag) =>
    CRITICAL.has(valueOf(flag, 1, message).toUpperCase()),
  ) && !isWithdrawn(statusOf(obx.field(11), message))

/** Reads the orders of a message. `ofSegment` returns that of an OBR, or of what follows a PID, or nothing, without one. */
export const readOrders = (
  message: Hl7Message,
  present: Present,
): { ofSegment: (segment?: Segment) => Order } => {
  const groups = new Map<Segment | undefined, OrderGroup>()
  const patients = new Map<Segment | undefined, Set<OrderGroup>>()
  let ofPatient = new Set<OrderGroup>()
  let byNumber = new Map<string, OrderGroup>()
  let group: OrderGroup
  let status = ''
  const open = (segment: Segment | undefined, number: string): OrderGroup => {
    const known = byNumber.get(number) ?? { orders: [], isCritical: false, hasReport: false }
    ofPatient.add(known)
    if (number !== '') byNumber.set(number, known)
    groups.set(segment, known)
    patients.set(segment, ofPatient)
    return known
  }
  const start = (segment: Segment | undefined) => {
    ofPatient = new Set()
    byNumber = new Map()
    status = ''
    return open(segment, '')
  }
  group = start(undefined)
  for (const segment of message.segments) {
    if (segment.name === 'PID') group = start(segment)
    else if (segment.name === 'OBR') {
      group = open(segment, orderNumberOf(segment, message))
      group.orders.push(segment)
      status = statusOf(segment.field(25), message)
    } else if (segment.name === 'OBX' && !isWithdrawn(status) && isCriticalValue(segment, message))
      group.isCritical = true
  }

  const ofSegment = (segment?: Segment): Order => {
    const of = groups.get(segment) ?? group
    const place = { group: of, ofPatient: patients.get(segment) ?? ofPatient }
    if (segment?.name !== 'OBR')
      return { key: undefined, title: undefined, status: '', visit: undefined, notices: [], ...place }
    of.visit ??= readVisits(of.orders, message, present)
    const number = orderNumberOf(segment, message)
    const service = firstOf(segment.field(4), message)
    const code = valueOf(service, 1, message)
    return {
      key: number === '' ? undefined : `${number}^${code}`,
      title: textOf(service, 2, message).slice(0, LONGEST_TITLE) || code || undefined,
      status: statusOf(segment.field(25), message),
      ...visitOf(segment, of.visit, message, present),
      ...place,
    }
  }
  return { ofSegment }
}

/** A critical value of an order without a report concerns every report of the patient in the message. */
export const isCriticalOrder = ({ group, ofPatient }: Order): boolean =>
  group.isCritical || [...ofPatient].some((other) => other.isCritical && !other.hasReport)
