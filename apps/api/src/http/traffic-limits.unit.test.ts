import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSilentConnections, DEFAULT_TRAFFIC_LIMITS, serverTimeouts } from './traffic-limits.ts'

const LIMITS = { ...DEFAULT_TRAFFIC_LIMITS, silenceTimeoutMs: 1_500 }
const PART = Buffer.alloc(8_000_000)

let stop = () => Promise.resolve()
let origin: URL
let ended: Promise<string>
beforeEach(async () => {
  const app = Fastify({ ...serverTimeouts(LIMITS), forceCloseConnections: true })
  closeSilentConnections(app, LIMITS)
  ended = new Promise((resolve) => {
    app.server.on('connection', (socket) => void socket.once('close', () => resolve('closed')))
  })
  app.get('/nothing', () => new Promise(() => {}))
  app.get('/much', (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200)
    const write = () => {
      while (!reply.raw.destroyed && reply.raw.write(PART));
    }
    reply.raw.on('drain', write)
    write()
  })
  origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  stop = () => app.close()
})
const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await stop()
})

const request = async (path: string) => {
  const client = connect(Number(origin.port), origin.hostname)
  clients.push(client)
  client.on('error', () => {})
  await once(client, 'connect')
  client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  return client
}
const firstOf = (share: number) =>
  Promise.race([ended, sleep(LIMITS.silenceTimeoutMs * share).then(() => 'open')])

it('closes a connection without traffic after the limit [RULE-77]', async () => {
  await request('/nothing')
  expect(await firstOf(0.8)).toBe('open')
  expect(await ended).toBe('closed')
})

it('closes a connection whose client stopped reading [RULE-77]', async () => {
  const client = await request('/much')
  client.pause()
  expect(await firstOf(0.8)).toBe('open')
  expect(await ended).toBe('closed')
})

it('keeps a connection whose client reads slowly [RULE-77]', async () => {
  const client = await request('/much')
  for (let turn = 0; turn < 8; turn += 1) {
    client.pause()
    expect(await firstOf(0.5)).toBe('open')
    let read = 0
    client.on('data', (data) => (read += data.length)).resume()
    await expect.poll(() => read, { interval: 1 }).toBeGreaterThan(2_000_000)
    client.removeAllListeners('data')
  }
})
