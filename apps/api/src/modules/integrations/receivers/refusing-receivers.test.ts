import { beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { openHookLab, startHookServer, type ReceivedHook } from '../../../testing/receivers.ts'
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
const { sender, receiverNotices } = app.services

const open = async () => {
  const one = await openHookLab(app, admin, hooks.url)
  const run = () => sender.run({ id: one.id })
  const listed = async (reportId: number) =>
    sure(await one.doctor.get(`/report/getSendings/${reportId}`)) as {
      id: number
      state: string
      answer: string
      isUnsettled: boolean
      maySettle: boolean
    }[]
  return { ...one, run, listed }
}
const moveOn = (seconds: number) => (now = new Date((now ?? new Date()).getTime() + seconds * 1000))

/** Answers 422 to these reports, 204 to others. */
const refuseOnly = (reports: readonly number[]) => {
  hooks.state.onRequest = async ({ body }: ReceivedHook) => {
    hooks.state.status = reports.includes(body.data.report) ? 422 : 204
  }
}

beforeEach(() => {
  now = undefined
  hooks.received.length = 0
  Object.assign(hooks.state, { status: 204, headers: {}, onRequest: async () => {} })
})

describe('a receiver that refuses everything', () => {
  it('fails after three reports: its queue waits, nothing is given up, and Admins are told [API-OUT-121]', async () => {
    const one = await open()
    const reports = []
    for (let count = 0; count < 4; count++) reports.push(await one.publish())
    hooks.state.status = 400
    moveOn(1)
    await one.run()
    expect(hooks.received.map(({ body }) => body.data.report)).toEqual(reports.slice(0, 3))
    expect(await one.receiver()).toMatchObject({ failure: '400 Bad Request', tries: 1 })
    for (let tries = 0; tries < 12; tries++) {
      moveOn((Date.parse((await one.receiver()).next_try_at ?? '') - (now as Date).getTime()) / 1000)
      await one.run()
    }
    expect(hooks.received).toHaveLength(15)
    expect(await one.states()).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
    const { items } = sure(await admin.get('/user/dashboard/toDo'))
    expect(items).toContainEqual(
      expect.objectContaining({
        record: { type: 'lab', id: one.lab.id },
        problem: { name: 'receiver', count: 1, receiverName: 'City Hospital' },
      }),
    )
    await receiverNotices.run()
    const told = await app.database.query(
      `select summary from activity_log where action = 'integration.change' and object_id = $1`,
      [one.id],
    )
    expect(told).toEqual([{ summary: 'City Hospital has not accepted reports for 1 hour: told 1 Admin' }])
    hooks.state.status = 204
    moveOn(4_000)
    await one.run()
    expect(await one.states()).toEqual(['done', 'done', 'done', 'done'])
    expect((await one.receiver()).failing_since).toBeNull()
  })

  it('gets the reports again that it had refused for good [API-OUT-121]', async () => {
    const one = await open()
    const [first] = [await one.publish()]
    hooks.state.status = 400
    for (let tries = 0; tries < 8; tries++) {
      moveOn(2_000)
      await one.run()
    }
    expect(await one.states()).toEqual(['refused'])
    await one.publish()
    await one.publish()
    moveOn(1)
    await one.run()
    expect(await one.states()).toEqual(['superseded', 'waiting', 'waiting', 'waiting'])
    hooks.state.status = 204
    hooks.received.length = 0
    moveOn(10)
    await one.run()
    expect(hooks.received.map(({ body }) => body.data.report)).toContain(first)
    expect(await one.states()).toEqual(['superseded', 'done', 'done', 'done'])
  })

  it.each([401, 403, 404, 405])(
    'answers %i, which says nothing about a report [API-OUT-121]',
    async (status) => {
      const one = await open()
      await one.publish()
      await one.publish()
      hooks.state.status = status
      moveOn(1)
      await one.run()
      expect(hooks.received).toHaveLength(1)
      expect(await one.receiver()).toMatchObject({ tries: 1, failing_since: expect.any(String) })
      expect(await one.states()).toEqual(['waiting', 'waiting'])
    },
  )

  it('gets another report with each attempt, and loses those that are refused alone [API-OUT-122]', async () => {
    const one = await open()
    const refused = [await one.publish(), await one.publish(), await one.publish()]
    const accepted = [await one.publish(), await one.publish()]
    refuseOnly(refused)
    moveOn(1)
    await one.run()
    expect((await one.receiver()).failing_since).not.toBeNull()
    moveOn(6)
    await one.run()
    const stateOf = async (reports: number[]) =>
      (await one.sendings()).filter(({ report_id: id }) => reports.includes(id)).map(({ state }) => state)
    expect((await stateOf(accepted))[0]).toBe('done')
    for (let tries = 0; tries < 12; tries++) {
      await one.publish()
      moveOn(2_000)
      await one.run()
    }
    expect(await stateOf(accepted)).toEqual(['done', 'done'])
    expect(new Set(await stateOf(refused))).toEqual(new Set(['refused']))
    expect((await one.receiver()).failing_since).toBeNull()
  })
})

describe('a withdrawal that a receiver refuses', () => {
  const refuseWithdrawal = async () => {
    const one = await open()
    const report = await one.publish()
    moveOn(1)
    await one.run()
    await one.withdraw(report)
    const [waiting] = await one.listed(report)
    expect(waiting).toMatchObject({ state: 'waiting', isUnsettled: true, maySettle: false })
    expect((await one.doctor.post(`/report/settleSending/${waiting?.id}`)).status).toBe(409)
    hooks.state.status = 400
    for (let tries = 0; tries < 8; tries++) {
      moveOn(2_000)
      await one.run()
    }
    expect(await one.states()).toEqual(['done', 'refused'])
    return { ...one, report }
  }

  it('reaches Admins once a day, and stays until a Doctor confirms it [API-OUT-123]', async () => {
    const one = await refuseWithdrawal()
    const told = await app.database.query<{ summary: string }>(
      `select summary from activity_log where object_type = 'integration' and object_id = $1`,
      [one.id],
    )
    expect(told).toEqual([
      { summary: `City Hospital did not accept that report #${one.report} no longer holds: told 1 Admin` },
    ])
    const at = (now as Date).toISOString()
    await receiverNotices.send({ id: one.id, userId: admin.user.id, hours: null, at, reportId: one.report })
    const mail = mails.mailsTo(admin.user.email).at(-1)
    expect(mail?.text).toContain('City Hospital did not accept')
    expect(mail?.text).toContain(`/user/reports/view/${one.report}`)
    const { items } = sure(await admin.get('/user/dashboard/toDo'))
    expect(items).toContainEqual(expect.objectContaining({ record: { type: 'lab', id: one.lab.id } }))
    const [sending] = await one.listed(one.report)
    const path = `/report/settleSending/${sending?.id}`
    expect(sending).toMatchObject({ state: 'refused', isUnsettled: true })
    expect((await (await app.signedIn('Technician', one.lab)).post(path)).status).toBe(403)
    expect((await (await app.signedIn('Doctor')).post(path)).status).toBe(404)
    sure(await one.doctor.post(path))
    expect((await one.doctor.post(path)).body.code).toBe('SENDING_NOT_REFUSED')
    expect((await one.listed(one.report))[0]).toMatchObject({
      ...{ state: 'done', isUnsettled: false, answer: expect.stringMatching(/^Confirmed by ./) },
    })
    expect(
      await app.database.query(
        `select summary from activity_log where action = 'integration.change' and object_type = 'report' and object_id = $1`,
        [one.report],
      ),
    ).toEqual([{ summary: `Confirmed that City Hospital no longer shows report #${one.report}` }])
  })

  it('settles once it is accepted [API-OUT-123]', async () => {
    const one = await refuseWithdrawal()
    const [sending] = await one.listed(one.report)
    hooks.state.status = 204
    sure(await one.doctor.post(`/report/resendSending/${sending?.id}`))
    await one.run()
    expect((await one.listed(one.report)).map(({ isUnsettled }) => isUnsettled)).toEqual([
      false,
      false,
      false,
    ])
  })

  it('stays after the end of the connection, waiting or refused [API-OUT-123]', async () => {
    const one = await refuseWithdrawal()
    hooks.state.status = 204
    const [other, current] = [await one.publish(), await one.publish()]
    moveOn(10)
    await one.run()
    hooks.state.status = 503
    await one.withdraw(other)
    const last = await one.publish()
    sure(await admin.post(`/integration/end/${one.id}`))
    for (const report of [one.report, other])
      expect((await one.listed(report))[0]).toMatchObject({ state: 'refused', isUnsettled: true })
    for (const report of [current, last])
      expect((await one.listed(report))[0]).toMatchObject({ isUnsettled: false })
    const [sending] = await one.listed(other)
    sure(await one.doctor.post(`/report/settleSending/${sending?.id}`))
  })
})
