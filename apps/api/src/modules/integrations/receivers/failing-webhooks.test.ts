import { beforeEach, describe, expect, it } from 'vitest'
import { openHookLab, startHookServer } from '../../../testing/receivers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { useTestApp } from '../../../testing/test-app.ts'

let now: Date | undefined
const app = await useTestApp({
  publicUrl: 'https://public.test',
  outboundNetworks: ['127.0.0.0/8'],
  clock: { now: () => now ?? new Date() },
})
const hooks = await stopAtEnd(startHookServer())
const admin = await app.signedIn('Admin')
const { sender } = app.services

/** Later than every change so far. */
const moveOn = (seconds: number) => (now = new Date((now ?? new Date()).getTime() + seconds * 1000))

beforeEach(() => {
  now = undefined
  hooks.received.length = 0
  Object.assign(hooks.state, { status: 204, headers: {}, onRequest: async () => {} })
})

describe('a receiver that does not work', () => {
  it('gets attempts after 5 seconds, 1, 5, 15 and about 30 minutes, and then in order [API-OUT-48]', async () => {
    const one = await openHookLab(app, admin, hooks.url)
    hooks.state.status = 503
    const reports = [await one.publish(), await one.publish()]
    moveOn(1)
    const waits: number[] = []
    for (let tries = 1; tries <= 6; tries++) {
      await sender.run({ id: one.id })
      expect(hooks.received).toHaveLength(tries)
      const { next_try_at: at, failure } = await one.receiver()
      expect(failure).toBe('503 Service Unavailable')
      const wait = (Date.parse(at as string) - (now as Date).getTime()) / 1000
      waits.push(wait)
      moveOn(wait - 0.5)
      await sender.run({ id: one.id })
      moveOn(1)
    }
    expect(waits.slice(0, 4)).toEqual([5, 60, 300, 900])
    for (const wait of waits.slice(4)) expect(wait >= 1800 && wait <= 1980).toBe(true)
    const ids = new Set(hooks.received.map(({ headers }) => headers['webhook-id']))
    expect(ids.size).toBe(1)
    hooks.state.status = 200
    hooks.received.length = 0
    await sender.run({ id: one.id })
    expect(hooks.received.map(({ body }) => body.data.report)).toEqual(reports)
    expect(await one.receiver()).toMatchObject({ failing_since: null, tries: 0, next_try_at: null })
  })

  it('gets an attempt when it says so, within a day [API-OUT-48]', async () => {
    const one = await openHookLab(app, admin, hooks.url)
    await one.publish()
    const start = moveOn(1)
    Object.assign(hooks.state, { status: 429, headers: { 'retry-after': '77' } })
    await sender.run({ id: one.id })
    expect(Date.parse((await one.receiver()).next_try_at as string) - start.getTime()).toBe(77_000)
    const later = moveOn(77)
    hooks.state.headers = { 'retry-after': '999999999' }
    await sender.run({ id: one.id })
    expect(Date.parse((await one.receiver()).next_try_at as string) - later.getTime()).toBe(86_400_000)
  })

  it.each([301, 408, 500])('answers %i [API-OUT-48]', async (status) => {
    const one = await openHookLab(app, admin, hooks.url)
    await one.publish()
    Object.assign(hooks.state, { status, headers: { location: hooks.url } })
    await sender.run({ id: one.id })
    expect(await one.states()).toEqual(['waiting'])
    expect((await one.receiver()).failing_since).not.toBeNull()
    expect(hooks.received).toHaveLength(1)
  })

  it('pauses after 410, with an entry, and Admins are told [API-OUT-49]', async () => {
    const one = await openHookLab(app, admin, hooks.url)
    await one.publish()
    hooks.state.status = 410
    await sender.run({ id: one.id })
    expect(await one.receiver()).toMatchObject({ state: 'paused', pause_cause: 'gone' })
    expect(await one.states()).toEqual(['waiting'])
    const [entry] = await app.database.query<{ summary: string }>(
      `select summary from activity_log where object_type = 'integration' and object_id = $1`,
      [one.id],
    )
    expect(entry?.summary).toMatch(/^City Hospital answered 410 Gone and was paused: told \d+ Admin/)
    const jobs = await app.database.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'send-receiver-notice'`,
    )
    expect(jobs.length).toBeGreaterThan(0)
  })
})
