import { beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { openHookLab, startHookServer } from '../../../testing/receivers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { useTestApp } from '../../../testing/test-app.ts'

let now: Date | undefined
const app = await useTestApp({
  outboundNetworks: ['127.0.0.0/8'],
  clock: { now: () => now ?? new Date() },
})
const hooks = await stopAtEnd(startHookServer())
const admin = await app.signedIn('Admin')
const { sender } = app.services

const open = async () => {
  const one = await openHookLab(app, admin, hooks.url)
  const run = () => {
    now = new Date((now ?? new Date()).getTime() + 5_000)
    return sender.run({ id: one.id })
  }
  return { ...one, run }
}
const received = () => hooks.received.map(({ body, headers }) => [headers['webhook-id'], body])

beforeEach(() => {
  now = undefined
  hooks.received.length = 0
  Object.assign(hooks.state, { status: 204, headers: {}, onRequest: async () => {} })
})

describe('a receiver that is repaired', () => {
  it.each([
    ['its address', (id: number) => admin.post(`/integration/update/${id}`, { url: `${hooks.url}/new` })],
    ['its secret', (id: number) => admin.post(`/integration/rotate/${id}`)],
    ['an accepted test', (id: number) => admin.post(`/integration/test/${id}`)],
    ['Try Now', (id: number) => admin.post(`/integration/tryNow/${id}`)],
  ])('gets what waits at once after %s [API-OUT-124]', async (_what, repair) => {
    const one = await open()
    const refused = await one.publish()
    hooks.state.status = 422
    await one.run()
    await one.publish()
    Object.assign(hooks.state, { status: 503, headers: { 'retry-after': '86400' } })
    await one.run()
    Object.assign(hooks.state, { status: 204, headers: {} })
    await one.run()
    expect(await one.states()).toEqual(['waiting', 'waiting'])
    sure(await repair(one.id))
    const [job] = await app.database.query<{ wait: number }>(
      `select round(extract(epoch from run_at - now()))::int as wait
         from graphile_worker.jobs where key = 'receiver-' || $1::text`,
      [one.id],
    )
    expect(job?.wait).toBeLessThan(60)
    await one.run()
    expect(await one.states()).toEqual(['done', 'done'])
    expect(hooks.received.some(({ body }) => body.data.report === refused)).toBe(true)
  })

  it('gets no delay from an attempt that began before [API-OUT-124]', async () => {
    const one = await open()
    await one.publish()
    hooks.state.status = 503
    await one.run()
    hooks.state.onRequest = async () => {
      sure(await admin.post(`/integration/update/${one.id}`, { url: `${hooks.url}/new` }))
    }
    await one.run()
    expect(await one.receiver()).toMatchObject({ tries: 0, next_try_at: null })
  })

  it('waits on after a change of its name, a refused test and for clients [API-OUT-124]', async () => {
    const one = await open()
    await one.publish()
    hooks.state.status = 503
    await one.run()
    sure(await admin.post(`/integration/update/${one.id}`, { name: 'County Hospital' }))
    sure(await admin.post(`/integration/test/${one.id}`))
    const { tries } = await app.database.one<{ tries: number }>(
      'select tries from integrations where id = $1',
      [one.id],
    )
    expect(tries).toBe(1)
    const client = { name: 'Clinic', purpose: 'Treatment', country: 'AE', reach: { kind: 'lab' }, days: 30 }
    const scopes = ['system/Binary.r']
    const { id } = sure(await admin.post(`/integration/addClient/${one.lab.id}`, { ...client, scopes }))
    expect((await admin.post(`/integration/tryNow/${id}`)).status).toBe(409)
    expect((await one.doctor.post(`/integration/tryNow/${one.id}`)).status).toBe(403)
  })
})

describe('the id of an event', () => {
  it('keeps the same content after a replay and after a kill [API-OUT-125]', async () => {
    const one = await open()
    const report = await one.publish()
    await one.run()
    const replay = async () =>
      sure(await admin.post(`/integration/replay/${one.id}`, { since: '2020-01-01T00:00:00.000Z' }))
    await replay()
    await one.run()
    await app.database.query(
      `update integration_sendings set state = 'waiting', is_sending = true, type = null
        where id = (select max(id) from integration_sendings where integration_id = $1)`,
      [one.id],
    )
    await replay()
    await one.run()
    const [first, ...repeated] = received()
    expect(repeated).toEqual([first, first])
    hooks.received.length = 0
    await one.withdraw(report)
    await one.run()
    await replay()
    await one.run()
    expect(received()[1]).toEqual(received()[0])
    expect(received()[0]?.[0]).not.toBe(first?.[0])
  })

  it('changes when the receiver loses the report before the next try [API-OUT-125]', async () => {
    const one = await open()
    await one.publish()
    hooks.state.status = 503
    await one.run()
    await app.database.query('update report_types set is_sensitive = true where id = $1', [one.type])
    hooks.state.status = 204
    await one.run()
    await one.run()
    const [first, second, ...others] = hooks.received
    expect([first?.body.type, second?.body.type]).toEqual(['report.published', 'report.removed'])
    expect(second?.headers['webhook-id']).not.toBe(first?.headers['webhook-id'])
    expect(others).toEqual([])
    expect(await one.states()).toEqual(['superseded', 'done'])
  })
})

it('sends a withdrawal before publications that wait, and counts no acceptance as a failed try [API-OUT-126]', async () => {
  const one = await open()
  const report = await one.publish()
  await one.run()
  const waiting = [await one.publish(), await one.publish()]
  await one.withdraw(report)
  await one.run()
  expect(hooks.received.map(({ body }) => [body.type, body.data.report])).toEqual([
    ['report.published', report],
    ['report.withdrawn', report],
    ...waiting.map((id) => ['report.published', id]),
  ])
  expect((await one.sendings()).map(({ tries }) => tries)).toEqual([0, 0, 0, 0])
})
