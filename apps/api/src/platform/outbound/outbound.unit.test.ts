import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { LOCALHOST_TLS } from '../../testing/localhost-certificate.ts'
import { createOutbound, type Resolve } from './outbound.ts'

const SHORT_MS = 300

let server: https.Server
let port: number
let requests = 0
let answer: (request: IncomingMessage, response: ServerResponse) => void
beforeAll(async () => {
  server = https.createServer(LOCALHOST_TLS, (request, response) => {
    requests++
    answer(request, response)
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
beforeEach(() => {
  requests = 0
  answer = (_request, response) => response.end('fine')
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const LOOPBACK: Resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
const local = (resolve = LOOPBACK) => createOutbound(['127.0.0.0/8'], { resolve })
const url = () => `https://localhost:${port}/hooks?a=1`
const trusted = () => ({ url: url(), ca: LOCALHOST_TLS.cert })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error: { code?: string }) => error.code,
  )

it('posts to an allowed address and returns the answer [API-OUT-41]', async () => {
  let received = ''
  answer = (request, response) => {
    request.on('data', (part: Buffer) => (received += part.toString()))
    request.on('end', () =>
      response.writeHead(202, { 'Retry-After': '5' }).end(`${request.method} ${request.url}`),
    )
  }
  const got = await local().fetch({ ...trusted(), method: 'POST', body: 'ä{}' })
  expect(got).toMatchObject({ status: 202, statusText: 'Accepted', isTruncated: false })
  expect(got.headers['retry-after']).toBe('5')
  expect(got.body.toString()).toBe('POST /hooks?a=1')
  expect(received).toBe('ä{}')
})

it('checks an address for saving [API-OUT-40]', async () => {
  expect(await local().checkAddress('localhost')).toBeUndefined()
  expect(await createOutbound([]).checkAddress('localhost')).toBe('ADDRESS_NOT_ALLOWED')
  for (const host of ['127.1', '0x7f000001', '[::1]', '169.254.169.254', '[::ffff:10.0.0.1]'])
    expect(await createOutbound([]).checkAddress(host), host).toBe('ADDRESS_NOT_ALLOWED')
  expect(await createOutbound([]).checkAddress('name.invalid')).toBe('ADDRESS_UNKNOWN')
})

it('opens no private address [API-OUT-40]', async () => {
  const guarded = createOutbound([])
  for (const host of ['localhost', '127.0.0.1', '2130706433', '[::ffff:127.0.0.1]'])
    expect(await codeOf(guarded.fetch({ ...trusted(), url: `https://${host}:${port}/` }))).toBe(
      'ADDRESS_NOT_ALLOWED',
    )
  const target = { host: '127.0.0.1', port, ca: LOCALHOST_TLS.cert, serverName: 'localhost' }
  expect(await codeOf(guarded.connectTls(target))).toBe('ADDRESS_NOT_ALLOWED')
  expect(requests).toBe(0)
})

it('connects to the address that it checked, although the name changes [API-OUT-41]', async () => {
  const answers = ['127.0.0.1', '10.0.0.1', '10.0.0.1']
  const resolve: Resolve = () => Promise.resolve([{ address: answers.shift() ?? '', family: 4 }])
  const changing = local(resolve)
  expect((await changing.fetch(trusted())).status).toBe(200)
  expect(await codeOf(changing.fetch(trusted()))).toBe('ADDRESS_NOT_ALLOWED')
  expect(requests).toBe(1)
  // Nothing but the checked answer knows this name.
  const target = { host: 'receiver.invalid', port, ca: LOCALHOST_TLS.cert, serverName: 'localhost' }
  const socket = await local().connectTls(target)
  expect(socket.remoteAddress).toBe('127.0.0.1')
  socket.destroy()
})

it('uses only the allowed ones of several addresses [API-OUT-41]', async () => {
  const both = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]
  expect((await local(() => Promise.resolve(both)).fetch(trusted())).status).toBe(200)
})

it('refuses another scheme than https [API-OUT-41]', async () => {
  expect(await codeOf(local().fetch({ url: `http://localhost:${port}/` }))).toBe('NOT_HTTPS')
})

it('follows no redirect [API-OUT-41]', async () => {
  answer = (_request, response) => response.writeHead(307, { location: '/inside' }).end()
  expect((await local().fetch(trusted())).status).toBe(307)
  expect(requests).toBe(1)
})

it('refuses a certificate of another authority or name [API-OUT-41]', async () => {
  expect(await codeOf(local().fetch({ url: url() }))).toBe('CERTIFICATE')
  expect(await codeOf(local().fetch({ ...trusted(), url: `https://other.test:${port}/` }))).toBe(
    'CERTIFICATE',
  )
  const target = { host: 'localhost', port, ca: LOCALHOST_TLS.cert, serverName: 'other.test' }
  expect(await codeOf(local().connectTls(target))).toBe('CERTIFICATE')
  const socket = await local().connectTls({ ...target, serverName: 'localhost' })
  expect(socket.authorized).toBe(true)
  socket.destroy()
  expect(requests).toBe(0)
  const trusting = createOutbound(['127.0.0.0/8'], { resolve: LOOPBACK, ca: LOCALHOST_TLS.cert })
  expect((await trusting.fetch({ url: url() })).status).toBe(200)
})

it('reads at most the limit of an endless answer [API-OUT-42]', async () => {
  const part = Buffer.alloc(16_384, 'x')
  answer = (_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write(part));
    }
    response.on('drain', write)
    write()
  }
  const got = await local().fetch(trusted())
  expect(got).toMatchObject({ status: 200, isTruncated: true })
  expect(got.body.length).toBe(65_536)
  expect((await local().fetch({ ...trusted(), maxBytes: 0 })).body.length).toBe(0)
})

it('ends an answer that drips, one that never comes, and a lookup without an answer [API-OUT-42]', async () => {
  const timers: NodeJS.Timeout[] = []
  answer = (_request, response) => timers.push(setInterval(() => response.write('.'), 20))
  expect(await codeOf(local().fetch({ ...trusted(), timeoutMs: SHORT_MS }))).toBe('TIMEOUT')
  for (const timer of timers) clearInterval(timer)
  answer = () => {}
  expect(await codeOf(local().fetch({ ...trusted(), timeoutMs: SHORT_MS }))).toBe('TIMEOUT')
  const silent = local(() => new Promise(() => {}))
  expect(await codeOf(silent.fetch({ ...trusted(), timeoutMs: SHORT_MS }))).toBe('TIMEOUT')
})

it('ends with the signal of the caller, and when the connection is cut [API-OUT-42]', async () => {
  const controller = new AbortController()
  answer = () => controller.abort(new Error('stopped'))
  await expect(local().fetch({ ...trusted(), signal: controller.signal })).rejects.toThrow('stopped')
  answer = (request) => request.socket.destroy()
  expect(await codeOf(local().fetch(trusted()))).toBe('CONNECTION')
})
