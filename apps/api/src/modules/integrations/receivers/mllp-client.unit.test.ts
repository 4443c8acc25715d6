import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCALHOST_TLS } from '../../../testing/localhost-certificate.ts'
import { frame } from '../../../platform/hl7/mllp-frames.ts'
import { sendByMllp } from './mllp-client.ts'

const SHORT_MS = 200
const LIMITS = { silenceMs: SHORT_MS, totalMs: 4 * SHORT_MS }

let server: Server
let serve: (socket: TLSSocket) => void
const timers: NodeJS.Timeout[] = []
beforeAll(async () => {
  server = createServer(LOCALHOST_TLS, (socket) => {
    socket.on('error', () => {})
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  for (const timer of timers) clearInterval(timer)
  server.close()
})

const send = async (signal = new AbortController().signal, message = 'MSH|^~\\&|\r') => {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: LOCALHOST_TLS.cert })
  await once(socket, 'secureConnect')
  return sendByMllp(socket, Buffer.from(message), { controlId: 'abc', signal, limits: LIMITS })
}
const answer = 'MSH|^~\\&|A|B|C|D|20261128||ACK|1|P|2.5.1\rMSA|AA|abc|Fine\r'

it('sends a frame and reads its acknowledgment, in parts too [API-OUT-55]', async () => {
  let received = ''
  serve = (socket) => {
    socket.on('data', (part: Buffer) => {
      received += part.toString('latin1')
      const bytes = frame(Buffer.from(answer))
      socket.write(bytes.subarray(0, 20))
      setTimeout(() => socket.write(bytes.subarray(20)), 10)
    })
  }
  expect(await send()).toEqual({ kind: 'accepted', answer: 'AA Fine' })
  expect(received).toBe('\u000bMSH|^~\\&|\r\u001c\r')
})

it('reads an acknowledgment that nothing follows [API-OUT-146]', async () => {
  serve = (socket) => socket.write(frame(Buffer.from(answer)).subarray(0, -1))
  expect(await send()).toEqual({ kind: 'accepted', answer: 'AA Fine' })
})

it('ends a silent connection, one that drips, and one that closes [API-OUT-55]', async () => {
  serve = () => {}
  expect(await send()).toEqual({ kind: 'failed', answer: 'No answer in time' })
  serve = (socket) => {
    socket.write('\u000bMSH|')
    timers.push(setInterval(() => socket.write('x'), SHORT_MS / 4))
  }
  expect(await send()).toEqual({ kind: 'failed', answer: 'No answer in time' })
  serve = (socket) => socket.end()
  expect(await send()).toEqual({
    kind: 'failed',
    answer: 'The connection was closed without an answer',
  })
})

it('ends with its signal [API-OUT-55]', async () => {
  const stopping = new AbortController()
  serve = () => stopping.abort(new Error('stopped'))
  await expect(send(stopping.signal)).rejects.toThrow('stopped')
})

it('shortens what a receiver says [API-OUT-55]', async () => {
  serve = (socket) => socket.write(frame(Buffer.from(`MSH|^~\\&|\rMSA|AE|abc|${'é\u0007'.repeat(300)}\r`)))
  const outcome = await send()
  expect(outcome.kind).toBe('refused')
  expect([...outcome.answer]).toHaveLength(200)
  expect(outcome.answer).not.toMatch(/\p{Cc}/u)
})
