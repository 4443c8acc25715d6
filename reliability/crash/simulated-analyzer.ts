import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENT, readAnswer, resultMessage } from '../../apps/api/src/testing/hl7-messages.ts'
import { createHl7Sender, type ClientTls } from '../../apps/api/src/testing/hl7-sender.ts'
import { createAttempts, digest, newMark, retryPauseMs, type Ledger } from './attempts.ts'
import { WAIT_MS } from '../../test-limits.ts'

export interface AnalyzerPlace {
  tls: ClientTls
  ports: number[]
}

const ANSWER_MS = 10_000
/** Each attempt opens a new TLS connection. */
const LEAST_PAUSE_MS = 100

export const createAnalyzer = (ledger: Ledger, newReport: () => Promise<Buffer>) => {
  const { recordAttempt } = createAttempts(ledger)

  const sendOnce = async ({ tls }: AnalyzerPlace, port: number, message: string) => {
    const sender = await createHl7Sender(port, tls)
    try {
      const answer = await Promise.race([sender.send(message), sleep(ANSWER_MS)])
      return answer instanceof Buffer ? readAnswer(answer).code : undefined
    } finally {
      sender.end()
    }
  }

  return {
    /** Resends the same message after an error, to any process. */
    async work(place: AnalyzerPlace): Promise<void> {
      const pdf = await newReport()
      const message = resultMessage({ controlId: newMark(), patient: PATIENT, pdf }).replaceAll(
        'F100',
        `F${randomUUID()}`,
      )
      const done = recordAttempt('message', digest(pdf))
      const deadline = Date.now() + WAIT_MS
      for (let attempt = 0; !done.isAcknowledged && Date.now() < deadline; attempt++) {
        const port = place.ports[attempt % place.ports.length] ?? 0
        const code = await sendOnce(place, port, message).catch(() => undefined)
        if (code === 'AR') throw new Error('A message was refused')
        done.isAcknowledged = code === 'AA'
        if (!done.isAcknowledged) await sleep(Math.max(LEAST_PAUSE_MS, retryPauseMs(attempt + 1)))
      }
      await ledger.pace.think(300)
    },
  }
}
