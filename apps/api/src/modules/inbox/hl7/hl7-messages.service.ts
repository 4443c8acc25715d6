import { createHash } from 'node:crypto'
import type { Context } from '../../../core/context.ts'
import { AppError } from '../../../core/app-error.ts'
import { isFinalRefusal, type Intake } from '../intake/arrival.ts'
import { acknowledgment, type Answer } from './acknowledgment.ts'
import { charsetOf, decodeText } from '../../../platform/hl7/charset.ts'
import {
  parseMessage,
  readHeader,
  repetitionsOf,
  valueOf,
  type Hl7Message,
} from '../../../platform/hl7/hl7-message.ts'
import {
  findAnswer,
  findSourceByCertificate,
  insertAnswer,
  removeAnswersBefore,
  type Hl7Source,
  type MessageKey,
  type StoredAnswer,
} from './hl7.repository.ts'
import { HL7_ERROR, MessageRefusal } from '../../../platform/hl7/message-refusal.ts'
import { isAddressAmong } from '../../../platform/address-list.ts'
import { resultDocuments } from './result-documents.ts'

const KEPT_DAYS = 90
const DAY_MS = 24 * 60 * 60_000
const HEADER_BYTES = 4096
/** Log interval. Senders repeat their messages during an outage. */
const FAILURE_MS = 10_000
const OUTAGE = 'The message could not be processed now, please send it again'

class AnsweredElsewhere extends Error {}

export interface Hl7Peer {
  certificate: string
  address: string
}

const ACCEPTED: Answer = { code: 'AA', text: null }
const STORED_REFUSAL = /^(\d{3}) (.*)$/s

/** Stores the error code of a refusal, so that a repeated message gets the same answer. */
const stored = ({ code, text, errorCode }: Answer): StoredAnswer =>
  code === 'AA' ? { answer: 'AA', answerText: null } : { answer: 'AR', answerText: `${errorCode} ${text}` }

const answerOf = ({ answer, answerText }: StoredAnswer): Answer => {
  if (answer === 'AA') return ACCEPTED
  const [, errorCode, text = answerText] = STORED_REFUSAL.exec(answerText ?? '') ?? []
  return { code: 'AR', text, errorCode }
}

/** Errors depend on the settings of the source, so the answer is not stored. */
const readMessage = (bytes: Buffer, { charset: override }: Hl7Source): Hl7Message => {
  const start = bytes
    .toString('latin1', 0, HEADER_BYTES)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  const head = readHeader(start)
  if (!head) throw new MessageRefusal(HL7_ERROR.segmentSequence, 'The message does not begin with MSH')
  const [declared = ''] = head.header.field(18).split(head.delimiters.repetition, 1)
  const charset = charsetOf({ override, declared })
  return parseMessage(decodeText(bytes, charset).trimStart(), charset)
}

/**
 * The key includes the content, because some senders restart their control ids. A new result must not get an old
 * answer.
 */
const keyOf = (message: Hl7Message, bytes: Buffer, { id: sourceId }: Hl7Source): MessageKey => {
  const value = (position: number) => {
    const [first = ''] = repetitionsOf(message.segments[0]?.field(position) ?? '', message)
    return valueOf(first, 1, message)
  }
  const controlId = value(10)
  if (controlId === '') throw new MessageRefusal(HL7_ERROR.requiredFieldMissing, 'MSH-10 is missing')
  return {
    sourceId,
    sendingApplication: value(3),
    sendingFacility: value(4),
    controlId,
    sha256: createHash('sha256').update(bytes).digest(),
  }
}

const refusalOf = (error: unknown): Answer | undefined => {
  if (error instanceof MessageRefusal) return { code: 'AR', text: error.message, errorCode: error.errorCode }
  return isFinalRefusal(error)
    ? { code: 'AR', text: error.message, errorCode: HL7_ERROR.applicationError }
    : undefined
}

export const createHl7Messages = ({
  database,
  intake,
  clock,
  timeZone,
  reportFailure,
}: Pick<Context, 'database' | 'clock' | 'timeZone' | 'reportFailure'> & { intake: Intake }) => {
  let reportedAt = 0
  const report = (error: unknown) => {
    const now = clock.now().getTime()
    if (now - reportedAt < FAILURE_MS) return
    reportedAt = now
    reportFailure(error, 'an HL7 message could not be processed')
  }

  const receive = async (message: Hl7Message, key: MessageKey, source: Hl7Source): Promise<Answer> => {
    let isStored = false
    const documents = resultDocuments(message, key.controlId, {
      now: clock.now(),
      timeZone: await timeZone(),
    })
    await intake.receive({ labId: source.labId, sourceId: source.id }, documents, {
      inTransaction: async (tx) => {
        if (!(await insertAnswer(tx, key, stored(ACCEPTED)))) throw new AnsweredElsewhere()
        isStored = true
      },
    })
    if (!isStored) await insertAnswer(database, key, stored(ACCEPTED))
    return ACCEPTED
  }

  const process = async (message: Hl7Message, key: MessageKey, source: Hl7Source): Promise<Answer> => {
    const earlier = await findAnswer(database, key)
    if (earlier) return answerOf(earlier)
    try {
      return await receive(message, key, source)
    } catch (error) {
      const refusal = refusalOf(error)
      const isNew = refusal && (await insertAnswer(database, key, stored(refusal)))
      if (isNew) return refusal
      if (!refusal && !(error instanceof AnsweredElsewhere)) throw error
      const first = await findAnswer(database, key)
      if (!first) throw error
      return answerOf(first)
    }
  }

  const answerTo = async (bytes: Buffer, source: Hl7Source): Promise<Answer> => {
    try {
      const message = readMessage(bytes, source)
      return await process(message, keyOf(message, bytes, source), source)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) return refusal
      if (error instanceof AppError) return { code: 'AE', text: error.message }
      report(error)
      return { code: 'AE', text: OUTAGE }
    }
  }

  const findSource = async ({ certificate, address }: Hl7Peer): Promise<Hl7Source | undefined> => {
    const source = await findSourceByCertificate(database, certificate)
    return source && isAddressAmong(address, source.addresses) ? source : undefined
  }

  return {
    findSource,

    /** Returns undefined if the source was turned off or removed meanwhile. Never rejects. */
    async answer(peer: Hl7Peer, bytes: Buffer): Promise<Buffer | undefined> {
      let source: Hl7Source | undefined
      try {
        source = await findSource(peer)
      } catch (error) {
        report(error)
        return acknowledgment(bytes, { code: 'AE', text: OUTAGE }, clock.now())
      }
      return source && acknowledgment(bytes, await answerTo(bytes, source), clock.now())
    },

    refuseLong: (beginning: Buffer, maxBytes: number): Buffer => {
      const text = `The message is larger than ${maxBytes / 1024 / 1024} MiB`
      return acknowledgment(
        beginning,
        { code: 'AR', text, errorCode: HL7_ERROR.applicationError },
        clock.now(),
      )
    },

    async removeOldMessages(): Promise<void> {
      const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
      while ((await removeAnswersBefore(database, before)) > 0);
    },
  }
}

export type Hl7Messages = ReturnType<typeof createHl7Messages>
