import { beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { openHookLab, startHookServer } from '../../../testing/receivers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { useTestApp } from '../../../testing/test-app.ts'

let now: Date | undefined
const mails = await stopAtEnd(startMailServer())
const app = await useTestApp({
  smtpUrl: mails.url,
  outboundNetworks: ['127.0.0.0/8'],
  clock: { now: () => now ?? new Date() },
})
const hooks = await stopAtEnd(startHookServer())
const admin = await app.signedIn('Admin')
const { sender, receiverNotices, connectionLists } = app.services

const open = (url = hooks.url) => openHookLab(app, admin, url)
const moveOn = (seconds: number) => (now = new Date((now ?? new Date()).getTime() + seconds * 1000))
const entriesOf = (action: string, type: string, id: number) =>
  app.database.query<{ summary: string }>(
    'select summary from activity_log where action = $1 and object_type = $2 and object_id = $3 order by id',
    [action, type, id],
  )

beforeEach(() => {
  now = undefined
  hooks.received.length = 0
  Object.assign(hooks.state, { status: 204, headers: {}, onRequest: async () => {} })
})

/** Until the receiver has refused it eight times. */
const refuse = async ({ id, sendings }: Awaited<ReturnType<typeof open>>) => {
  hooks.state.status = 400
  moveOn(1)
  const waits: number[] = []
  for (let tries = 1; tries <= 8; tries++) {
    await sender.run({ id })
    const [sending] = await sendings()
    const wait = (Date.parse(sending?.next_try_at ?? '') - (now as Date).getTime()) / 1000
    waits.push(wait)
    moveOn(wait)
  }
  hooks.state.status = 200
  return waits
}

describe('a message that a receiver refuses', () => {
  it('gets eight attempts at the same times, then waits alone, while others go on [API-OUT-57]', async () => {
    const one = await open()
    const first = await one.publish()
    const waits = await refuse(one)
    expect(waits.slice(0, 4)).toEqual([5, 60, 300, 900])
    expect(hooks.received).toHaveLength(8)
    await one.publish()
    await sender.run({ id: one.id })
    expect(await one.states()).toEqual(['refused', 'done'])
    expect(await entriesOf('integration.refuse', 'report', first)).toEqual([
      { summary: `City Hospital refused report #${first}, version 1: report.published` },
    ])
  })

  it('lets others go on between its tries, and counts within 24 hours [API-OUT-57]', async () => {
    const one = await open()
    hooks.state.status = 422
    await one.publish()
    moveOn(1)
    await sender.run({ id: one.id })
    hooks.state.status = 200
    await one.publish()
    await sender.run({ id: one.id })
    expect(await one.states()).toEqual(['waiting', 'done'])
    hooks.state.status = 422
    moveOn(86_401)
    await sender.run({ id: one.id })
    expect((await one.sendings())[0]).toMatchObject({ state: 'waiting', tries: 1 })
  })

  it('yields to a later change of its report [API-OUT-57]', async () => {
    const one = await open()
    const report = await one.publish()
    await refuse(one)
    await one.withdraw(report)
    await sender.run({ id: one.id })
    expect((await one.states())[0]).toBe('superseded')
    expect(hooks.received.at(-1)?.body.type).toBe('report.withdrawn')
  })

  it('appears on its report, from which a Doctor sends it again [API-OUT-58]', async () => {
    const one = await open()
    const report = await one.publish()
    await refuse(one)
    const [shown] = sure(await one.doctor.get(`/report/getSendings/${report}`))
    expect(shown).toMatchObject({
      ...{ report, version: 1, type: 'report.published', state: 'refused', answer: '400 Bad Request' },
      ...{ mayResend: true, receiver: { id: one.id, name: 'City Hospital', kind: 'webhook' } },
    })
    const stranger = await app.signedIn('Doctor')
    expect((await stranger.get(`/report/getSendings/${report}`)).status).toBe(404)
    expect((await stranger.post(`/report/resendSending/${shown.id}`)).status).toBe(404)
    const technician = await app.signedIn('Technician', one.lab)
    expect((await technician.post(`/report/resendSending/${shown.id}`)).status).toBe(403)
    expect((await one.doctor.post(`/report/resendSending/${shown.id}`)).status).toBe(200)
    expect((await one.doctor.post(`/report/resendSending/${shown.id}`)).body.code).toBe('SENDING_NOT_REFUSED')
    await sender.run({ id: one.id })
    expect(await one.states()).toEqual(['superseded', 'done'])
    expect(await entriesOf('integration.change', 'report', report)).toHaveLength(1)
    expect((await one.doctor.post('/report/resendSending/999999')).status).toBe(404)
  })
})

describe('a process that was killed', () => {
  it('leaves a change that is sent again with the same id [API-OUT-59]', async () => {
    const one = await open()
    await one.publish()
    await sender.run({ id: one.id })
    await app.database.query(
      `update integration_sendings set state = 'waiting', is_sending = true where integration_id = $1`,
      [one.id],
    )
    await sender.run({ id: one.id })
    expect(new Set(hooks.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(hooks.received).toHaveLength(2)
    expect(await one.sendings()).toMatchObject([{ state: 'done', is_sending: false }])
  })

  it('leaves one that a later change of the report replaces [API-OUT-59]', async () => {
    const one = await open()
    const report = await one.publish()
    await app.database.query('update integration_sendings set is_sending = true where integration_id = $1', [
      one.id,
    ])
    await one.withdraw(report)
    expect(await one.states()).toEqual(['waiting', 'waiting'])
    await sender.run({ id: one.id })
    expect(await one.states()).toEqual(['superseded', 'superseded'])
    expect(hooks.received).toHaveLength(0)
  })

  it('loses no job: the next minute queues what is due, and forgets what is old [API-OUT-59]', async () => {
    const one = await open()
    await one.publish()
    await app.database.query(`select graphile_worker.remove_job('receiver-' || $1::text)`, [one.id])
    const jobs = () =>
      app.database.query(`select 1 from graphile_worker.jobs where key = 'receiver-' || $1::text`, [one.id])
    expect(await jobs()).toHaveLength(0)
    moveOn(1)
    await sender.enqueueDue()
    expect(await jobs()).toHaveLength(1)
    await sender.run({ id: one.id })
    moveOn(89 * 86_400)
    await sender.enqueueDue()
    expect(await one.states()).toEqual(['done'])
    moveOn(2 * 86_400)
    await sender.enqueueDue()
    expect(await one.states()).toEqual([])
  })

  it('lets a paused connection wait [API-OUT-59]', async () => {
    const one = await open()
    await one.publish()
    await app.database.query(
      `update integrations set state = 'paused', pause_cause = 'staff' where id = $1`,
      [one.id],
    )
    await sender.run({ id: one.id })
    expect(await one.states()).toEqual(['waiting'])
    expect(hooks.received).toHaveLength(0)
  })
})

describe('Admins', () => {
  it('hear once after 1 and 24 hours of failing [API-OUT-60]', async () => {
    const one = await open('https://127.0.0.1:9/hook')
    await one.publish()
    moveOn(1)
    await sender.run({ id: one.id })
    const told = async (seconds: number) => {
      moveOn(seconds)
      await receiverNotices.run()
      await receiverNotices.run()
      return (await entriesOf('integration.change', 'integration', one.id)).map(({ summary }) => summary)
    }
    expect(await connectionLists.failing(app.database)).toHaveLength(1)
    expect(await told(3590)).toEqual([])
    expect(await told(20)).toEqual(['City Hospital has not accepted reports for 1 hour: told 1 Admin'])
    expect(await told(80_000)).toHaveLength(1)
    expect(await told(3_000)).toHaveLength(2)
    const job = { id: one.id, userId: admin.user.id, hours: 1, at: '2026-11-28T10:00:00.000Z' }
    await receiverNotices.send(job)
    await receiverNotices.send(job)
    const sent = mails.mailsTo(admin.user.email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain(`/user/labs/${one.lab.id}`)
    expect(sent[0]?.text).toContain('City Hospital has not accepted changes of reports for an hour')
  })

  it('send a test, which is limited and recorded, and get the answer [API-OUT-53]', async () => {
    const one = await open()
    const path = `/integration/test/${one.id}`
    expect(sure(await admin.post(path))).toEqual({ isAccepted: true, answer: '204 No Content' })
    expect(hooks.received[0]?.body).toMatchObject({ type: 'test', data: {} })
    hooks.state.status = 404
    expect(sure(await admin.post(path))).toEqual({ isAccepted: false, answer: '404 Not Found' })
    expect(
      (await entriesOf('integration.change', 'integration', one.id)).map(({ summary }) => summary),
    ).toEqual(['Sent a test to City Hospital', 'Sent a test to City Hospital'])
    const statuses = []
    for (let tries = 0; tries < 10; tries++) statuses.push((await admin.post(path)).status)
    expect(statuses).toContain(429)
    expect((await one.doctor.post(path)).status).toBe(403)
    const refusing = await open('https://127.0.0.1:9/hook')
    expect(sure(await admin.post(`/integration/test/${refusing.id}`))).toEqual({
      isAccepted: false,
      answer: 'The connection was refused',
    })
  })
})
