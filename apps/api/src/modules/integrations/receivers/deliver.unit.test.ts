import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { createDelivery, type DeliveryContext } from './deliver.ts'
import type { Receiver } from './receivers.repository.ts'

const DRIP_MS = 20
const LIMITS = { silenceMs: 10 * DRIP_MS, totalMs: 600_000 }

it('ends the test of a receiver early when its answer drips [API-OUT-67]', async () => {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  const drip = setInterval(() => socket.push('x'), DRIP_MS)
  // A test reads nothing else of its context.
  const delivery = createDelivery({
    outbound: { connectTls: () => Promise.resolve(Object.assign(socket, { setTimeout: () => socket })) },
    hl7Out: {},
    clock: { now: () => new Date() },
    mllpLimits: LIMITS,
  } as unknown as DeliveryContext)
  socket.push('\u000bMSH|')
  const receiver = { id: 1, kind: 'hl7' } as Receiver
  try {
    expect(await delivery.sendTest(receiver, 'one', new AbortController().signal)).toEqual({
      kind: 'failed',
      answer: 'No answer in time',
    })
  } finally {
    clearInterval(drip)
  }
})
