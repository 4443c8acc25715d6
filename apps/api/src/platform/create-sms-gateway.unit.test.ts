import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOCALHOST_TLS } from '../testing/localhost-certificate.ts'
import { startSmsServer, type SmsServer } from '../testing/sms-server.ts'
import { createSmsGateway } from './create-sms-gateway.ts'
import { createMetrics } from './metrics/metrics.ts'
import { measureSmsGateway } from './metrics/measured.ts'
import { SmsRefusedError, UnconfirmedSmsError, type SmsGateway } from './sms-gateway.ts'

const SMS = {
  id: 'delivery-7',
  to: '+971501234567',
  text: 'Harbour Lab: مستند "جاهز" {to} \\ https://r.test/r/abcDEF',
  sender: 'Harbour & Co',
}
const JSON_BODY = '{"to":"{to}","text":"{text}","from":"{sender}","reference":"{id}"}'

let server: SmsServer
beforeAll(async () => {
  server = await startSmsServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
  Object.assign(server.state, { status: 200, answer: '{}', headers: {}, mishap: 'none' })
})

const gatewayTo = (url: string, options: { timeoutMs?: number; ca?: string } = {}) =>
  createSmsGateway({ url, headers: { Authorization: 'Bearer secret' }, body: JSON_BODY }, options)
const failureOf = (gateway: SmsGateway) =>
  gateway.send(SMS).then(
    () => undefined,
    (error: unknown) => error,
  )
const outcomeOf = async (gateway: SmsGateway) => {
  const error = await failureOf(gateway)
  if (error === undefined) return 'accepted'
  if (error instanceof SmsRefusedError) return 'refused'
  return error instanceof UnconfirmedSmsError ? 'unconfirmed' : 'retried'
}

describe('the request to an SMS gateway', () => {
  it('escapes the parts of the message for JSON [SMS-01]', async () => {
    await gatewayTo(server.url).send(SMS)
    const [request] = server.received
    expect(request).toMatchObject({
      method: 'POST',
      path: '/messages',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      to: SMS.to,
      text: SMS.text,
      from: SMS.sender,
      reference: SMS.id,
    })
    expect(Number(request?.headers['content-length'])).toBe(Buffer.byteLength(request?.body ?? ''))
  })

  it('encodes the parts of the message for a form [SMS-01]', async () => {
    const gateway = createSmsGateway({
      url: server.url.replace('http://', 'http://account:pass%20word@'),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'To={to}&From={sender}&Body={text}&Type=1',
    })
    await gateway.send(SMS)
    const [request] = server.received
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      To: SMS.to,
      From: SMS.sender,
      Body: SMS.text,
      Type: '1',
    })
    expect(request?.headers.authorization).toBe(
      `Basic ${Buffer.from('account:pass word').toString('base64')}`,
    )
  })
})

describe('the outcome of a message', () => {
  it('stays unconfirmed when an answer with 200 lacks the text of success [SMS-24]', async () => {
    const settings = { url: server.url, headers: {}, body: JSON_BODY, success: '"status":"accepted"' }
    const gateway = createSmsGateway(settings, { timeoutMs: 300 })
    const answers: [answer: string, outcome: string][] = [
      ['{"status":"error"}', 'unconfirmed'],
      ['', 'unconfirmed'],
      ['{"status": "accepted", "id": 1}', 'accepted'],
      ['{\n  "status"\t:\r\n  "accepted"\n}', 'accepted'],
      [`${' '.repeat(5000)}{"status":"accepted"}`, 'unconfirmed'],
    ]
    for (const [answer, outcome] of answers) {
      server.state.answer = answer
      expect(await outcomeOf(gateway), answer).toBe(outcome)
    }
    server.state.answer = '{"status":"error","message":"no credit for +971501234567"}'
    expect(await failureOf(gateway)).toMatchObject({
      cause: { message: 'The SMS gateway answered 200 status error message no credit for' },
    })
    Object.assign(server.state, { answer: '{"status":"error"}', mishap: 'endless' })
    expect(await outcomeOf(gateway)).toBe('unconfirmed')
    Object.assign(server.state, { status: 422, mishap: 'none' })
    expect(await outcomeOf(gateway)).toBe('refused')
  })

  it.each([
    [200, 'accepted'],
    [202, 'accepted'],
    [400, 'refused'],
    [404, 'refused'],
    [410, 'refused'],
    [413, 'refused'],
    [422, 'refused'],
    [401, 'retried'],
    [402, 'retried'],
    [403, 'retried'],
    [429, 'retried'],
    [503, 'retried'],
    [302, 'unconfirmed'],
    [307, 'unconfirmed'],
    [408, 'unconfirmed'],
    [409, 'unconfirmed'],
    [500, 'unconfirmed'],
    [502, 'unconfirmed'],
    [504, 'unconfirmed'],
  ])('follows the answer %i: %s [SMS-02]', async (status, outcome) => {
    Object.assign(server.state, { status, headers: { location: server.url } })
    expect(await outcomeOf(gatewayTo(server.url))).toBe(outcome)
    expect(server.received).toHaveLength(1)
  })

  it.each(['reset', 'lost-answer', 'hang'] as const)(
    'stays unconfirmed when the answer is missing (%s) [SMS-02]',
    async (mishap) => {
      server.state.mishap = mishap
      expect(await outcomeOf(gatewayTo(server.url, { timeoutMs: 300 }))).toBe('unconfirmed')
      expect(server.received).toHaveLength(1)
    },
  )

  it('allows another attempt when the gateway cannot be reached [SMS-02]', async () => {
    const closed = await startSmsServer()
    await closed.stop()
    expect(await outcomeOf(gatewayTo(closed.url))).toBe('retried')
    expect(await outcomeOf(gatewayTo('http://nowhere.invalid/messages'))).toBe('retried')
  })

  it('allows another attempt when the gateway never finishes the TLS handshake [SMS-02]', async () => {
    const callers: Socket[] = []
    const mute = createServer((socket) => callers.push(socket))
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port } = mute.address() as AddressInfo
    expect(await outcomeOf(gatewayTo(`https://localhost:${port}/`, { timeoutMs: 300 }))).toBe('retried')
    for (const caller of callers) caller.destroy()
    mute.close()
  })

  it('depends on the start of a long answer only [SMS-02]', async () => {
    Object.assign(server.state, { status: 422, answer: 'x '.repeat(5_000), mishap: 'endless' })
    const startedAt = performance.now()
    const error = (await failureOf(gatewayTo(server.url))) as Error
    expect(error).toBeInstanceOf(SmsRefusedError)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(error.message.length).toBeLessThan(200)
  })

  it('allows another attempt without a gateway [SMS-01]', async () => {
    const gateway = createSmsGateway(undefined)
    expect(gateway.hasGateway).toBe(false)
    expect(await outcomeOf(gateway)).toBe('retried')
    expect(gatewayTo(server.url).hasGateway).toBe(true)
  })
})

it('errors name the reason but never number, text or link [SMS-03]', async () => {
  const answer = JSON.stringify({
    code: 21211,
    error: 'Invalid recipient +971 50 123 4567',
    to: SMS.to,
    body: SMS.text,
  })
  for (const status of [400, 403, 500]) {
    Object.assign(server.state, { status, answer })
    const error = (await failureOf(gatewayTo(server.url))) as Error
    const logged = `${error.message} ${String((error.cause as Error | undefined)?.message)}`
    expect(logged).toContain(`${status} code 21211 error Invalid recipient`)
    for (const secret of ['501234567', '4567', 'Harbour', 'abcDEF', 'r.test', 'مستند', 'Bearer'])
      expect(logged).not.toContain(secret)
  }
})

it('messages are counted by outcome [SMS-02]', async () => {
  const metrics = createMetrics()
  const gateway = measureSmsGateway(gatewayTo(server.url), metrics)
  for (const status of [200, 400, 429, 500]) {
    server.state.status = status
    await gateway.send(SMS).catch(() => {})
  }
  const { values } = await metrics.sms.get()
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))).toEqual({
    accepted: 1,
    refused: 1,
    failed: 1,
    unconfirmed: 1,
  })
})

describe('a gateway with a certificate', () => {
  it('receives the message from a trusted issuer, never from an unknown one [SMS-04]', async () => {
    const secure = await startSmsServer({ tls: LOCALHOST_TLS })
    try {
      expect(await outcomeOf(gatewayTo(secure.url))).toBe('retried')
      expect(secure.received).toHaveLength(0)
      expect(await outcomeOf(gatewayTo(secure.url, { ca: LOCALHOST_TLS.cert }))).toBe('accepted')
      expect(secure.messagesTo(SMS.to)).toHaveLength(1)
      secure.state.mishap = 'reset'
      expect(await outcomeOf(gatewayTo(secure.url, { ca: LOCALHOST_TLS.cert }))).toBe('unconfirmed')
    } finally {
      await secure.stop()
    }
  })

  it('never receives the message when it names another host [SMS-04]', async () => {
    const secure = await startSmsServer({ tls: LOCALHOST_TLS })
    try {
      const url = secure.url.replace('localhost', '127.0.0.1')
      expect(await outcomeOf(gatewayTo(url, { ca: LOCALHOST_TLS.cert }))).toBe('retried')
      expect(secure.received).toHaveLength(0)
    } finally {
      await secure.stop()
    }
  })
})
