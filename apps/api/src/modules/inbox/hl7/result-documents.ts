import type { IdentityHints } from '../../inspection/inspection.ts'
import type { ArrivingDocument } from '../intake/arrival.ts'
import { encapsulatedFile } from './encapsulated-data.ts'
import {
  componentOf,
  plainText,
  repetitionsOf,
  valueOf,
  type Hl7Message,
  type Segment,
} from './hl7-message.ts'
import { identityOf } from './hl7-patient.ts'
import { HL7_ERROR, MessageRefusal } from './message-refusal.ts'

const MOST_DOCUMENTS = 20
const VERSIONS = new Set(['2.3', '2.3.1', '2.4', '2.5', '2.5.1'])
const LONGEST_TITLE = 200

/** Results that replace earlier ones, take them back, or will not change. */
const CORRECTED = 'C'
const WITHDRAWN = new Set(['W', 'D'])
const FINAL = new Set(['F', 'U', CORRECTED])

interface Order {
  key: string | undefined
  title: string | undefined
  status: string
}

const NO_ORDER: Order = { key: undefined, title: undefined, status: '' }

const first = (field: string, message: Hl7Message) => repetitionsOf(field, message)[0] ?? ''
const statusOf = (field: string, message: Hl7Message) =>
  valueOf(first(field, message), 1, message).toUpperCase()

const checkHeader = (message: Hl7Message) => {
  const [header] = message.segments
  const field = (position: number) => first(header?.field(position) ?? '', message)
  const [type, trigger] = [1, 2].map((position) => valueOf(field(9), position, message).toUpperCase())
  if (type !== 'ORU' || trigger !== 'R01')
    throw new MessageRefusal(HL7_ERROR.unsupportedMessageType, 'Not supported: only ORU^R01 is')
  if (!VERSIONS.has(valueOf(field(12), 1, message)))
    throw new MessageRefusal(
      HL7_ERROR.unsupportedVersion,
      `The version of MSH-12 is not supported, only ${[...VERSIONS].join(', ')}`,
    )
  // Training and test messages name patients of the laboratory whose results are invented.
  if (!['', 'P'].includes(valueOf(field(11), 1, message).toUpperCase()))
    throw new MessageRefusal(
      HL7_ERROR.unsupportedProcessingId,
      'Only production messages are accepted: MSH-11 P',
    )
}

/** The number of the order and the service ordered: one order may have several services, each with a report. */
const orderOf = (obr: Segment, message: Hl7Message): Order => {
  const [placer, filler, service] = [2, 3, 4].map((position) => first(obr.field(position), message))
  const number = valueOf(filler ?? '', 1, message) || valueOf(placer ?? '', 1, message)
  const code = valueOf(service ?? '', 1, message)
  const name = plainText(componentOf(service ?? '', 2, message).slice(0, LONGEST_TITLE), message)
  return {
    key: number === '' ? undefined : `${number}^${code}`,
    title: name || code || undefined,
    status: statusOf(obr.field(25), message),
  }
}

async function* wholeOf(content: Buffer) {
  await Promise.resolve()
  yield content
}

/** Collects the documents of one message in its order. */
const createCollection = (controlId: string) => {
  const documents: ArrivingDocument[] = []
  const withdrawn = new Set<string>()
  const safeId = controlId.replace(/[^\w.-]/g, '_')

  const add = (extension: string, document: Omit<ArrivingDocument, 'fileName'>) => {
    if (documents.length >= MOST_DOCUMENTS)
      throw new MessageRefusal(
        HL7_ERROR.applicationError,
        `More than ${MOST_DOCUMENTS} documents in a message`,
      )
    documents.push({ fileName: `HL7-${safeId}-${documents.length + 1}.${extension}`, ...document })
  }

  return {
    documents,
    add,
    withdraw({ key, title }: Order, stated: IdentityHints | undefined) {
      if (key === undefined)
        throw new MessageRefusal(
          HL7_ERROR.requiredFieldMissing,
          'A withdrawal must name its order in OBR-2 or OBR-3',
        )
      if (withdrawn.has(key)) return
      withdrawn.add(key)
      add('pdf', { content: undefined, kind: 'withdrawal', orderKey: key, title, stated })
    },
  }
}

/** The report files of an ORU^R01 message and what it says about each: its patient, order and status. */
export const resultDocuments = (message: Hl7Message, controlId: string): ArrivingDocument[] => {
  checkHeader(message)
  const collection = createCollection(controlId)
  let stated: IdentityHints | undefined
  let order = NO_ORDER

  const addObservation = (obx: Segment) => {
    const status = statusOf(obx.field(11), message)
    if (WITHDRAWN.has(status) || WITHDRAWN.has(order.status)) {
      collection.withdraw(order, stated)
      return
    }
    const statuses = [status, order.status].filter(Boolean)
    for (const value of repetitionsOf(obx.field(5), message)) {
      const file = encapsulatedFile(value, message)
      if (!file) continue
      collection.add(file.extension, {
        content: wholeOf(file.content),
        stated,
        kind: statuses.includes(CORRECTED) ? 'amendment' : 'report',
        orderKey: order.key,
        title: order.title,
        // A sender that gives no status at all does not say that the results are final.
        isPreliminary: statuses.length === 0 || !statuses.every((one) => FINAL.has(one)),
      })
    }
  }

  for (const segment of message.segments) {
    if (segment.name === 'PID') {
      stated = identityOf(segment, message)
      order = NO_ORDER
    } else if (segment.name === 'OBR') {
      order = orderOf(segment, message)
      if (WITHDRAWN.has(order.status)) collection.withdraw(order, stated)
    } else if (segment.name === 'OBX' && valueOf(segment.field(2), 1, message).toUpperCase() === 'ED')
      addObservation(segment)
  }
  if (collection.documents.length === 0)
    throw new MessageRefusal(
      HL7_ERROR.requiredFieldMissing,
      'No report in the message: an OBX with value type ED and a PDF, JPEG or PNG file in Base64 is needed',
    )
  return collection.documents
}
