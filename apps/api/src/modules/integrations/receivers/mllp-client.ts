import type { TLSSocket } from 'node:tls'
import { parseMessage } from '../../../platform/hl7/hl7-message.ts'
import { createFrameReader, frame } from '../../../platform/hl7/mllp-frames.ts'
import { boundedAnswer, type Outcome } from './outcome.ts'

const ANSWER_LIMIT_BYTES = 64 * 1024

export interface MllpLimits {
  silenceMs: number
  totalMs: number
}

/** In all: from the look-up of the name to the end of the acknowledgment. */
export const MLLP_CLIENT_LIMITS: MllpLimits = { silenceMs: 30_000, totalMs: 60_000 }

const failed = (answer: string): Outcome => ({ kind: 'failed', answer })

const outcomeOf = (answer: Buffer, controlId: string): Outcome => {
  const acknowledgment = (() => {
    try {
      return parseMessage(answer.toString('utf8'), 'utf-8').segments.find(({ name }) => name === 'MSA')
    } catch {
      return undefined
    }
  })()
  if (!acknowledgment) return failed('The answer is not an acknowledgment')
  if (acknowledgment.field(2) !== controlId) return failed('The answer names another message')
  const code = acknowledgment.field(1)
  const said = boundedAnswer(`${code} ${acknowledgment.field(3)}`)
  if (code === 'AA' || code === 'CA') return { kind: 'accepted', answer: said }
  if (code === 'AE' || code === 'CE') return { kind: 'refused', answer: said, isFinal: false }
  if (code === 'AR' || code === 'CR') return { kind: 'refused', answer: said, isFinal: true }
  return failed('The answer is not an acknowledgment')
}

/** Sends one message, reads its acknowledgment, and closes the connection. */
export const sendByMllp = (
  socket: TLSSocket,
  message: Buffer,
  { controlId, signal, limits }: { controlId: string; signal: AbortSignal; limits: MllpLimits },
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const reader = createFrameReader(ANSWER_LIMIT_BYTES, { needsEnd: false })
    const onAbort = () => {
      socket.destroy()
      reject(signal.reason as Error)
    }
    const finish = (outcome: Outcome) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      resolve(outcome)
    }
    const timer = setTimeout(() => finish(failed('No answer in time')), limits.totalMs)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    socket.setTimeout(limits.silenceMs, () => finish(failed('No answer in time')))
    socket.on('error', () => finish(failed('The connection failed')))
    socket.once('close', () => finish(failed('The connection was closed without an answer')))
    socket.on('data', (bytes: Buffer) => {
      const { message: answer, problem } = reader.read(bytes)
      if (answer) finish(outcomeOf(answer, controlId))
      else if (problem) finish(failed('The answer is not an acknowledgment'))
    })
    socket.write(frame(message))
  })
