import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startDeliveriesApp } from '../../../testing/deliveries.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { markSent } from '../sending/delivery-queue.repository.ts'
import { SMS_RECEIPT_LIMIT, WRONG_SMS_RECEIPT_LIMIT } from './sms-receipts.service.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const SECRET = 'a-secret-of-the-gateway-with-40-letters!'
const PATH = '/api/v1/delivery/receipt'

const suite = await stopAtEnd(startDeliveriesApp({ smsReceiptSecret: SECRET }))
const { reportId } = await suite.sendableReport()

const signatureOf = (body: string, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Posts like another server: without cookies, Origin and Sec-Fetch-Site. */
const post = async (body: string, headers: Record<string, string> = {}, origin = suite.app.origin) => {
  const answer = await fetch(origin + PATH, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-signature': signatureOf(body), ...headers },
  })
  return { status: answer.status, text: await answer.text() }
}
const receipt = (id: number | string, status: string) =>
  post(JSON.stringify({ id: `delivery-${id}`, status, reason: 'EC_ABSENT_SUBSCRIBER' }))

const sms = async (state = 'sent', channel = 'sms') => {
  const { id } = await suite.app.database.one<{ id: number }>(
    `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version,
                             state, due_at, sent_at)
     values ($1, $2, 1, $3, 'report', '+971500000000', 'en', 1, $4,
             case when $4 in ('queued', 'sending') then now() + interval '5 minutes' end,
             case when $4 = 'sent' then now() end) returning id`,
    [reportId, suite.lab.id, channel, state],
  )
  return id
}
const read = async (id: number) => {
  const row = await suite.app.database.one<{
    state: string
    failure: string | null
    isSent: boolean
    isDelivered: boolean
    isDue: boolean
  }>(
    `select state, failure, sent_at is not null as "isSent", delivered_at is not null as "isDelivered",
            due_at is not null as "isDue" from deliveries where id = $1`,
    [id],
  )
  const events = await suite.app.database.query<{ kind: string; detail: string | null }>(
    'select kind, detail from delivery_events where delivery_id = $1 order by id',
    [id],
  )
  return { ...row, events: events.map(({ kind, detail }) => (detail ? `${kind} ${detail}` : kind)) }
}
const failuresOf = (id: number) =>
  suite.app.database.query(
    "select summary, lab_id from activity_log where action = 'delivery.fail' and summary like $1",
    [`Message ${id} about %`],
  )

const ARRIVED = {
  state: 'sent',
  failure: null,
  isSent: true,
  isDelivered: true,
  isDue: false,
  events: ['delivered'],
}
const LOST = { state: 'failed', failure: 'not-delivered', isDelivered: false, isDue: false }

describe('a delivery receipt', () => {
  it.each(['delivered', 'DELIVRD', 'Success '])(
    'confirms with the status %j that a message arrived [SMS-05]',
    async (status) => {
      const id = await sms()
      expect((await receipt(id, status)).status).toBe(200)
      expect(await read(id)).toEqual(ARRIVED)
    },
  )

  it.each(['failed', 'undelivered', 'UNDELIV', 'rejected', 'expired'])(
    'ends a message as not delivered with the status %j, and records it [SMS-05]',
    async (status) => {
      const id = await sms()
      expect((await receipt(id, status)).status).toBe(200)
      expect(await read(id)).toMatchObject({ ...LOST, events: ['failed not-delivered'] })
      expect(await failuresOf(id)).toEqual([
        {
          summary: `Message ${id} about report #${reportId} was not delivered: the SMS gateway reported that it did not arrive`,
          lab_id: suite.lab.id,
        },
      ])
    },
  )

  it('changes nothing with another status [SMS-05]', async () => {
    const id = await sms()
    for (const status of ['queued', 'sent', 'buffered', 'unknown', ''])
      expect((await receipt(id, status)).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'sent', isDelivered: false, events: [] })
  })

  it('works as a form, too [SMS-05]', async () => {
    const id = await sms()
    const body = new URLSearchParams({ id: `delivery-${id}`, status: 'delivered' }).toString()
    const answer = await post(body, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.status).toBe(200)
    expect(await read(id)).toEqual(ARRIVED)
  })

  it('changes nothing more when repeated, or late after another one [SMS-06]', async () => {
    const [arrived, lost] = [await sms(), await sms()]
    for (const status of ['delivered', 'delivered', 'failed']) await receipt(arrived, status)
    expect(await read(arrived)).toEqual(ARRIVED)
    for (const status of ['failed', 'failed', 'delivered']) await receipt(lost, status)
    expect(await read(lost)).toMatchObject({ ...LOST, events: ['failed not-delivered'] })
    expect(await failuresOf(lost)).toHaveLength(1)
  })

  it('sent many times at once counts once [SMS-06]', async () => {
    const id = await sms()
    let answers: Promise<unknown> | undefined
    await suite.app.database.transaction(async (tx) => {
      await tx.execute('select 1 from deliveries where id = $1 for update', [id])
      answers = Promise.all(['delivered', 'failed', 'delivered'].map((status) => receipt(id, status)))
      await sleep(500)
    })
    await answers
    expect((await read(id)).events).toHaveLength(1)
  })

  it('answers an unknown message like a known one, and concerns SMS alone [SMS-06]', async () => {
    const known = await receipt(await sms(), 'delivered')
    for (const id of ['999999', '0', 'x', '1; drop table deliveries', '9'.repeat(15), '9'.repeat(16)])
      expect(await receipt(id, 'failed')).toEqual(known)
    const [email, queued] = [await sms('sent', 'email'), await sms('queued')]
    for (const id of [email, queued]) expect(await receipt(id, 'failed')).toEqual(known)
    expect(await read(email)).toMatchObject({ state: 'sent', events: [] })
    expect(await read(queued)).toMatchObject({ state: 'queued', isDue: true, events: [] })
  })
})

describe('a receipt that overtakes the gateway’s answer', () => {
  it('stays when the sender records its outcome afterwards [SMS-06]', async () => {
    const [arrived, lost] = [await sms('sending'), await sms('sending')]
    await receipt(arrived, 'delivered')
    await receipt(lost, 'failed')
    for (const id of [arrived, lost]) await markSent(suite.app.database, id)
    expect(await read(arrived)).toEqual(ARRIVED)
    expect(await read(lost)).toMatchObject({ ...LOST, isSent: false })
  })

  it('settles a message whose outcome was unknown [SMS-06]', async () => {
    const id = await sms('unconfirmed')
    await receipt(id, 'delivered')
    expect(await read(id)).toEqual(ARRIVED)
  })
})

describe('a request without a valid signature', () => {
  it('fails before anything is read, and changes nothing [SMS-07]', async () => {
    const id = await sms()
    const body = JSON.stringify({ id: `delivery-${id}`, status: 'failed' })
    const refused = await post(body, { 'x-signature': '' })
    expect(refused.status).toBe(401)
    const signatures = [
      signatureOf(body, 'another secret'),
      signatureOf(`${body} `),
      signatureOf(body).slice(0, -2),
      `${signatureOf(body)}00`,
      signatureOf(body).replace('sha256=', 'sha1='),
      'sha256=',
    ]
    for (const signature of signatures)
      expect(await post(body, { 'x-signature': signature }), signature).toEqual(refused)
    for (const broken of ['{', '', '[]', 'null'])
      expect(await post(broken, { 'x-signature': 'sha256=00' }), broken).toEqual(refused)
    expect(await post(`${body}\n`, { 'x-signature': signatureOf(body) })).toEqual(refused)
    expect(await read(id)).toMatchObject({ state: 'sent', events: [] })
  })

  it('fails with the session of a user, too [SMS-07]', async () => {
    const answer = await suite.admin.post('/delivery/receipt', { id: 'delivery-1', status: 'failed' })
    expect(answer.status).toBe(401)
  })
})

it('refuses a signed request that is no receipt, or larger than 8 kB [SMS-07]', async () => {
  for (const body of [
    '{',
    '',
    '[]',
    'null',
    '"delivered"',
    '{"id":1,"status":"failed"}',
    '{"id":"delivery-1"}',
  ])
    expect((await post(body)).status, body).toBe(400)
  const filled = JSON.stringify({ id: 'delivery-1', status: 'sent', reason: 'x'.repeat(8 * 1024) })
  expect((await post(filled)).status).toBe(413)
})

it('receipts of one address are limited [SMS-07]', async () => {
  const id = await sms()
  await suite.app.database.execute('update rate_limits set attempts = $1', [SMS_RECEIPT_LIMIT.perAddress])
  const limited = await receipt(id, 'failed')
  await suite.app.database.execute('delete from rate_limits')
  expect(limited.status).toBe(429)
  expect(await read(id)).toMatchObject({ state: 'sent', events: [] })
})

it('wrong signatures of one address are limited, and right ones still accepted [SMS-07]', async () => {
  await suite.app.database.execute('delete from rate_limits')
  const id = await sms()
  const statuses = []
  for (let call = 0; call < WRONG_SMS_RECEIPT_LIMIT.perAddress + 2; call++)
    statuses.push((await post('{}', { 'x-signature': '' })).status)
  expect(statuses).toEqual([...Array<number>(WRONG_SMS_RECEIPT_LIMIT.perAddress).fill(401), 429, 429])
  await receipt(id, 'delivered')
  expect(await read(id)).toEqual(ARRIVED)
  await suite.app.database.execute('delete from rate_limits')
})

it('accepts no receipts without a secret [SMS-07]', async () => {
  const { connectionString, dataDir } = suite.app
  const other = await startTestApp({ installation: { connectionString, dataDir } })
  try {
    const body = JSON.stringify({ id: 'delivery-1', status: 'failed' })
    expect((await post(body, {}, other.origin)).status).toBe(404)
    expect((await post(body, { 'x-signature': signatureOf(body, '') }, other.origin)).status).toBe(404)
  } finally {
    await other.stop()
  }
})
