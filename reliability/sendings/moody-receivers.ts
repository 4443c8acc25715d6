import { setTimeout as sleep } from 'node:timers/promises'
import type { createHl7Certificates } from '../../apps/api/src/testing/hl7-sender.ts'
import { LOCALHOST_TLS } from '../../apps/api/src/testing/localhost-certificate.ts'
import {
  acknowledgment,
  NO_ANSWER,
  startHl7Receiver,
  startHookServer,
} from '../../apps/api/src/testing/receivers.ts'
import { readEvent, readMessage, type Received } from './received.ts'

/** A message in the order of arrival. */
export interface Arrived extends Received {
  at: number
  /** Not refused. The sender may not know. */
  isStored: boolean
}

const SLOW_MS = 200
/** Longer than the sender waits. */
const LATE_MS = { webhook: 16_000, hl7: 31_000 }

type Mood = 'fine' | 'refuses' | 'breaks' | 'slow' | 'late'

const createMoods = (random: () => number, lateMs: number) => {
  const arrived: Arrived[] = []
  let isCalm = false
  const nextMood = (): Mood => {
    const mood = isCalm ? 1 : random()
    if (mood < 0.1) return 'refuses'
    if (mood < 0.13) return 'breaks'
    if (mood < 0.18) return 'slow'
    return mood < 0.1805 ? 'late' : 'fine'
  }
  return {
    arrived,
    calm: () => void (isCalm = true),
    /** Stores a message, and waits until it is answered. */
    async receive(message: Received): Promise<Mood> {
      const mood = nextMood()
      arrived.push({ ...message, at: Date.now(), isStored: mood !== 'refuses' })
      if (mood === 'slow' || mood === 'late')
        await sleep(mood === 'slow' ? SLOW_MS : lateMs, undefined, { ref: false })
      return mood
    },
  }
}

/** Answers, refuses for now, breaks the connection after it has read the message, or answers late. */
export const startMoodyHook = async (random: () => number) => {
  const { receive, ...moods } = createMoods(random, LATE_MS.webhook)
  const { state, url, stop } = await startHookServer()
  state.onRequest = async ({ headers, body }) => {
    const mood = await receive(readEvent(String(headers['webhook-id']), body))
    state.status = mood === 'breaks' ? NO_ANSWER : mood === 'refuses' ? 503 : 204
  }
  return { ...moods, stop, address: { kind: 'webhook', url, ca: LOCALHOST_TLS.cert } }
}

export const startMoodyClinic = async (
  random: () => number,
  certificates: ReturnType<typeof createHl7Certificates>,
) => {
  const { receive, ...moods } = createMoods(random, LATE_MS.hl7)
  const { state, ca, port, stop } = await startHl7Receiver(certificates)
  state.answer = async (controlId, message) => {
    const mood = await receive(readMessage(controlId, message))
    return mood === 'breaks' ? undefined : acknowledgment(mood === 'refuses' ? 'AE' : 'AA', controlId)
  }
  const address = { kind: 'hl7', host: '127.0.0.1', port, ca, serverName: 'localhost', processingId: 'P' }
  return { ...moods, stop, address }
}
