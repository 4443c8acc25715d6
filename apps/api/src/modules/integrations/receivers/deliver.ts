import type { ChangeType } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { readWholeFile } from '../../../platform/file-storage/file-storage.ts'
import type { TlsIdentity } from '../../../platform/outbound/outbound.ts'
import type { ShownFiles } from '../../files/readable-file.ts'
import { changeBody } from '../changes/change-body.ts'
import { makesCurrent } from './change-to-send.ts'
import {
  contentOfEnd,
  contentToSend,
  openContent,
  sealContent,
  type Hl7Content,
  type Told,
} from './hl7-content.ts'
import {
  buildReportMessage,
  buildTestMessage,
  controlIdOf,
  type Hl7File,
  type Hl7Route,
} from './hl7-report-message.ts'
import { MLLP_CLIENT_LIMITS, sendByMllp, type MllpLimits } from './mllp-client.ts'
import type { Outcome } from './outcome.ts'
import type { Receiver } from './receivers.repository.ts'
import { saveAttempt, type Sending } from './sendings.repository.ts'
import { findSentReport, findSentState, type SentReport, type SentState } from './sent-reports.repository.ts'
import { sendWebhook } from './webhook.ts'

/** Queue owner of copies that are made without a user. */
const BACKGROUND = 0

export type DeliveryContext = Pick<
  Context,
  'database' | 'storage' | 'encryption' | 'outbound' | 'hl7Out' | 'publicUrl' | 'clock'
> & { stampedFiles: Pick<ShownFiles, 'replace'>; mllpLimits?: MllpLimits | undefined }

/** To be sent to a receiver. */
export interface Change {
  receiver: Receiver
  sending: Sending
  type: ChangeType
  version: number
  state: SentState
}

const routeOf = (receiver: Receiver): Hl7Route => ({
  sendingApplication: receiver.sendingApplication ?? '',
  sendingFacility: receiver.sendingFacility ?? '',
  receivingApplication: receiver.receivingApplication ?? '',
  receivingFacility: receiver.receivingFacility ?? '',
  assigningAuthority: receiver.assigningAuthority ?? '',
  processingId: receiver.processingId ?? 'T',
})

/** Sends to receivers. Rejects with an `OutboundError` without a connection or an answer. */
export const createDelivery = ({
  database,
  storage,
  encryption,
  outbound,
  hl7Out,
  publicUrl,
  clock,
  stampedFiles,
  mllpLimits = MLLP_CLIENT_LIMITS,
}: DeliveryContext) => {
  const secretsOf = ({ sealedSecret, sealedPreviousSecret, previousSecretUntil }: Receiver): string[] => {
    const isPreviousUsed = previousSecretUntil !== null && new Date(previousSecretUntil) > clock.now()
    return [sealedSecret, isPreviousUsed ? sealedPreviousSecret : null].flatMap((sealed) =>
      sealed === null ? [] : [encryption.open(sealed)],
    )
  }

  const postTo = (receiver: Receiver, id: string, body: object, signal: AbortSignal): Promise<Outcome> =>
    sendWebhook(outbound, {
      url: receiver.url ?? '',
      ca: receiver.ca,
      secrets: secretsOf(receiver),
      now: clock.now(),
      ...{ id, body, signal },
    })

  const connect = (receiver: Receiver, identity: TlsIdentity, signal: AbortSignal) =>
    outbound.connectTls({
      host: receiver.host ?? '',
      port: receiver.port ?? 0,
      ca: receiver.ca ?? '',
      serverName: receiver.serverName ?? '',
      timeoutMs: mllpLimits.silenceMs,
      ...{ identity, signal },
    })

  const fileOf = async (report: SentReport): Promise<Hl7File> => {
    const shown = await stampedFiles.replace(report, BACKGROUND)
    return { mediaType: shown.mediaType, content: await readWholeFile(storage, shown) }
  }

  const noteAttempt = async ({ receiver, sending, type, version }: Change, sealedContent: Buffer | null) => {
    const isCurrent = makesCurrent(type)
    await saveAttempt(database, sending, {
      ...{ receiverId: receiver.id, version, type, isCurrent, sealedContent },
    })
  }

  const toldBy = ({ sentChange, sealedSent, sealedAccepted, isConfirmed }: SentState): Told => {
    const last = openContent(encryption, sealedSent)
    return {
      sent: last?.change === sentChange ? last : undefined,
      accepted: openContent(encryption, sealedAccepted),
      wasAccepted: isConfirmed,
    }
  }

  /** The receiver has it all. A replay of this change repeats the last message. */
  const skip = async (change: Change, last: Hl7Content | undefined): Promise<'overtaken'> => {
    const { sending, state } = change
    const sealed = last && sealContent(encryption, { ...last, change: sending.changeSequence })
    await noteAttempt({ ...change, type: state.sentType ?? change.type }, sealed ?? null)
    return 'overtaken'
  }

  const NOT_SET_UP: Outcome = { kind: 'failed', answer: 'Sending HL7 is not set up: HL7_OUT_CERT_FILE' }

  const sendHl7 = async (change: Change, signal: AbortSignal): Promise<Outcome | 'overtaken'> => {
    const { receiver, sending, type } = change
    if (!hl7Out) return NOT_SET_UP
    const report = await findSentReport(database, sending.reportId)
    const told = toldBy(change.state)
    const about = { change: sending.changeSequence, type }
    const content = makesCurrent(type)
      ? contentToSend(report, about, told)
      : contentOfEnd(report, about, told)
    if (!content) return skip(change, told.sent)
    const file = content.isEnd ? undefined : await fileOf(report)
    const start = performance.now()
    const socket = await connect(receiver, hl7Out, signal)
    // The file took time: no report leaves after its withdrawal.
    const stillSent = async () => {
      const state = await findSentState(database, receiver, sending)
      if (!state || state.hasNewer || (file && !state.isInReach)) return false
      await noteAttempt(change, sealContent(encryption, content))
      return true
    }
    const isSent = await stillSent().catch((error: unknown) => {
      socket.destroy()
      throw error
    })
    if (!isSent) {
      socket.destroy()
      return 'overtaken'
    }
    const controlId = controlIdOf(sending.id, sending.changeId)
    const message = buildReportMessage(routeOf(receiver), content, {
      ...{ controlId, type, file },
      now: clock.now(),
    })
    const totalMs = Math.max(1, mllpLimits.totalMs - (performance.now() - start))
    return sendByMllp(socket, message, { controlId, signal, limits: { ...mllpLimits, totalMs } })
  }

  return {
    /** @returns 'overtaken' if a newer change was noted before the report left */
    async send(change: Change, signal: AbortSignal): Promise<Outcome | 'overtaken'> {
      const { receiver, sending, type, version } = change
      if (receiver.kind === 'hl7') return sendHl7(change, signal)
      await noteAttempt(change, null)
      const body = changeBody(publicUrl, { type, version, reportId: sending.reportId, at: sending.changedAt })
      return postTo(receiver, sending.changeId, body, signal)
    },

    /** @param id of the test */
    async sendTest(receiver: Receiver, id: string, signal: AbortSignal): Promise<Outcome> {
      if (receiver.kind === 'webhook')
        return postTo(receiver, id, { type: 'test', timestamp: clock.now().toISOString(), data: {} }, signal)
      if (!hl7Out) return NOT_SET_UP
      const controlId = controlIdOf(receiver.id, id)
      const socket = await connect(receiver, hl7Out, signal)
      const message = buildTestMessage(routeOf(receiver), controlId, clock.now())
      // An Admin waits for the result.
      const limits = { ...mllpLimits, totalMs: mllpLimits.silenceMs }
      return sendByMllp(socket, message, { controlId, signal, limits })
    },
  }
}
