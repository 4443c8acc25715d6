import type { IdentityHints } from '../../inspection/inspection.ts'
import type { ArrivingDocument } from '../intake/arrival.ts'
import {
  decodeFile,
  readEncapsulated,
  type EncapsulatedData,
  type FileExtension,
} from './encapsulated-data.ts'
import {
  componentOf,
  firstOf,
  MOST_REPETITIONS,
  repetitionsOf,
  valueOf,
  type Hl7Message,
  type Segment,
} from '../../../platform/hl7/hl7-message.ts'
import { isCriticalOrder, isWithdrawn, readOrders, statusOf, type Order } from './hl7-orders.ts'
import { identityOf } from './hl7-patient.ts'
import type { Present } from './hl7-times.ts'
import { HL7_ERROR, MessageRefusal } from '../../../platform/hl7/message-refusal.ts'

const MOST_DOCUMENTS = 20
/** All versions have the fields used here. Some senders leave MSH-12 empty. */
const VERSIONS = new Set([
  '',
  '2.3',
  '2.3.1',
  '2.4',
  '2.5',
  '2.5.1',
  '2.6',
  '2.7',
  '2.7.1',
  '2.8',
  '2.8.1',
  '2.8.2',
])
const CORRECTED = 'C'
const FINAL = new Set(['F', 'U', CORRECTED])

const checkHeader = (message: Hl7Message) => {
  const [header] = message.segments
  const field = (position: number) => firstOf(header?.field(position) ?? '', message)
  const [type, trigger] = [1, 2].map((position) => valueOf(field(9), position, message).toUpperCase())
  if (type !== 'ORU' || trigger !== 'R01')
    throw new MessageRefusal(HL7_ERROR.unsupportedMessageType, 'Not supported: only ORU^R01 is')
  if (!VERSIONS.has(valueOf(field(12), 1, message)))
    throw new MessageRefusal(
      HL7_ERROR.unsupportedVersion,
      'The version of MSH-12 is not supported, only 2.3 to 2.8.2',
    )
  // Training and test messages have invented results for real patients.
  if (!['', 'P'].includes(valueOf(field(11), 1, message).toUpperCase()))
    throw new MessageRefusal(
      HL7_ERROR.unsupportedProcessingId,
      'Only production messages are accepted: MSH-11 P',
    )
}

async function* wholeOf(content: Buffer) {
  await Promise.resolve()
  yield content
}

type FileDocument = Omit<ArrivingDocument, 'fileName' | 'content'> & { order: Order }

interface PartPlace {
  /** OBX-3 and OBX-11, which all parts share. */
  key: string
  counters: (number | undefined)[]
}

/** A file that the next OBX or repetition may continue. */
interface OpenFile {
  extension: FileExtension
  description: string
  place: PartPlace
  steps: (number | undefined)[]
  parts: string[]
  document: FileDocument
}

const placeOf = (obx: Segment, message: Hl7Message): PartPlace => {
  const [identifier, subId] = [3, 4].map((position) => firstOf(obx.field(position), message))
  const code = componentOf(identifier ?? '', 1, message) || identifier
  const counters = [obx.field(1), subId ?? ''].map((text) =>
    /^\d{1,9}$/.test(text) ? Number(text) : undefined,
  )
  return { key: JSON.stringify([code, statusOf(obx.field(11), message)]), counters }
}

const stepsBetween = ({ counters }: PartPlace, { counters: next }: PartPlace): OpenFile['steps'] =>
  next.map((count, at) => {
    const last = counters[at]
    return count === undefined || last === undefined ? undefined : count - last
  })

/** At least one counter rises by one and all keep their increments, so no part is missing or repeated. */
const areInOrder = (steps: OpenFile['steps'], before: OpenFile['steps']) => {
  const known = steps.filter((step) => step !== undefined)
  return (
    known.every((step) => step === 0 || step === 1) &&
    (known.length === 0 || known.includes(1)) &&
    steps.every((step, at) => step === undefined || before[at] === undefined || step === before[at])
  )
}

const isPart = ({ declared, description }: EncapsulatedData, open: OpenFile) =>
  declared === open.extension || description === '' || description === open.description

const createCollection = (message: Hl7Message, controlId: string) => {
  const documents: (ArrivingDocument & { order: Order })[] = []
  const withdrawn = new Set<string>()
  const safeId = controlId.replace(/[^\w.-]/g, '_')
  let open: OpenFile | undefined

  const add = (extension: string, document: FileDocument & Pick<ArrivingDocument, 'content'>) => {
    if (documents.length >= MOST_DOCUMENTS)
      throw new MessageRefusal(
        HL7_ERROR.applicationError,
        `More than ${MOST_DOCUMENTS} documents in a message`,
      )
    documents.push({ fileName: `HL7-${safeId}-${documents.length + 1}.${extension}`, ...document })
  }

  const close = () => {
    if (!open) return
    const { extension, parts, document } = open
    open = undefined
    document.order.group.hasReport = true
    add(extension, { ...document, content: wholeOf(decodeFile(parts, extension, message)) })
  }

  const addPart = (file: OpenFile, data: string, place: PartPlace) => {
    if (place.key !== file.place.key)
      throw new MessageRefusal(
        HL7_ERROR.dataType,
        'A part of a report does not continue the one before it: all parts need the same OBX-3 and OBX-11',
      )
    // Repetitions of one OBX share a place.
    if (place !== file.place) {
      const steps = stepsBetween(file.place, place)
      if (!areInOrder(steps, file.steps))
        throw new MessageRefusal(
          HL7_ERROR.segmentSequence,
          'The parts of a report are not in order: OBX-1 and OBX-4 must count up',
        )
      file.place = place
      file.steps = steps
    }
    file.parts.push(data)
  }

  return {
    documents,
    close,

    addValue(value: string, place: PartPlace, document: FileDocument) {
      const read = readEncapsulated(value, message)
      const { data, description } = read
      const continued = read.begins === undefined && open && isPart(read, open) ? open : undefined
      if (!continued) close()
      const extension = read.begins ?? read.declared
      if (extension === undefined && !continued) return
      if (data === '' || !(read.isFound || continued))
        throw new MessageRefusal(HL7_ERROR.dataType, 'OBX-5 has no file in Base64')
      if (continued) addPart(continued, data, place)
      else if (extension) open = { extension, description, place, steps: [], parts: [data], document }
    },

    withdraw(order: Order, stated: IdentityHints | undefined) {
      const { key, title } = order
      if (key === undefined)
        throw new MessageRefusal(
          HL7_ERROR.requiredFieldMissing,
          'A withdrawal must name its order in OBR-2 or OBR-3',
        )
      if (withdrawn.has(key)) return
      withdrawn.add(key)
      add('pdf', { content: undefined, kind: 'withdrawal', orderKey: key, title, stated, order })
    },
  }
}

/** An omitted value could be the middle of a file. */
const valuesOf = (obx: Segment, message: Hl7Message): string[] => {
  const field = obx.field(5)
  if (field.split(message.delimiters.repetition, MOST_REPETITIONS + 1).length > MOST_REPETITIONS)
    throw new MessageRefusal(
      HL7_ERROR.applicationError,
      `OBX-5 has more than ${MOST_REPETITIONS} repetitions`,
    )
  return repetitionsOf(field, message)
}

/** Continuations elsewhere (ADD, DSC) could leave half a report. */
const isContinued = (segment: Segment) =>
  segment.name === 'ADD' || (segment.name === 'DSC' && segment.field(1) !== '')

export const resultDocuments = (
  message: Hl7Message,
  controlId: string,
  present: Present,
): ArrivingDocument[] => {
  checkHeader(message)
  const collection = createCollection(message, controlId)
  const orders = readOrders(message, present)
  let stated: IdentityHints | undefined
  let order = orders.ofSegment()

  const addObservation = (obx: Segment) => {
    const status = statusOf(obx.field(11), message)
    if (isWithdrawn(status) || isWithdrawn(order.status)) {
      collection.close()
      collection.withdraw(order, stated)
      return
    }
    const statuses = [status, order.status].filter(Boolean)
    const place = placeOf(obx, message)
    for (const value of valuesOf(obx, message))
      collection.addValue(value, place, {
        stated,
        kind: statuses.includes(CORRECTED) ? 'amendment' : 'report',
        orderKey: order.key,
        title: order.title,
        visit: order.visit,
        notices: order.notices,
        order,
        // Without a status, results do not count as final.
        isPreliminary: statuses.length === 0 || !statuses.every((one) => FINAL.has(one)),
      })
  }

  for (const segment of message.segments) {
    const isEncapsulated =
      segment.name === 'OBX' && valueOf(segment.field(2), 1, message).toUpperCase() === 'ED'
    if (!isEncapsulated && segment.name !== 'NTE') collection.close()
    if (isContinued(segment))
      throw new MessageRefusal(
        HL7_ERROR.segmentSequence,
        'Not supported: a message or segment that is continued (ADD, DSC)',
      )
    if (segment.name === 'PID') {
      stated = identityOf(segment, message)
      order = orders.ofSegment(segment)
    } else if (segment.name === 'OBR') {
      order = orders.ofSegment(segment)
      if (isWithdrawn(order.status)) collection.withdraw(order, stated)
    } else if (isEncapsulated) addObservation(segment)
  }
  collection.close()
  if (collection.documents.length === 0)
    throw new MessageRefusal(
      HL7_ERROR.requiredFieldMissing,
      'No report in the message: an OBX with value type ED and a PDF, JPEG or PNG file in Base64 is needed',
    )
  return collection.documents.map(({ order: of, ...document }) => ({
    ...document,
    ...(document.kind !== 'withdrawal' && { isCritical: isCriticalOrder(of) }),
  }))
}
