import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { HOOK_SECRET, sealed, openHookLab, startHookServer } from '../../../testing/receivers.ts'
import { decisionOn, needTwoPersons } from '../../../testing/release.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { uploadFile } from '../../../testing/test-records.ts'

let now: Date | undefined
const app = await useTestApp({
  publicUrl: 'https://public.test',
  outboundNetworks: ['127.0.0.0/8'],
  clock: { now: () => now ?? new Date() },
})
const hooks = await stopAtEnd(startHookServer())
const admin = await app.signedIn('Admin')
const { sender } = app.services

const open = async () => {
  const one = await openHookLab(app, admin, hooks.url)
  const amend = async (reportId: number) => {
    const { reportType, patient } = sure(await one.doctor.get(`/report/getById/${reportId}`))
    const fields = { title: 'Corrected', patientId: patient.id, reportTypeId: reportType.id }
    const file = { fileUrl: await uploadFile(one.doctor), reason: 'wrong-result' }
    const answer = await one.doctor.put(`/report/update/${reportId}`, { ...fields, ...file })
    expect(answer.status).toBeLessThan(300)
    return answer.body.data as { unreleasedId: number }
  }
  const suspend = async (reportId: number) => {
    await needTwoPersons(admin, one.lab)
    const { unreleasedId } = await amend(reportId)
    await needTwoPersons(admin, one.lab, { twoPersons: 'none' })
    const decision = await decisionOn(one.doctor, unreleasedId)
    sure(await one.doctor.post(`/release/suspend/${unreleasedId}`, decision))
    return async () => sure(await one.doctor.post(`/release/lift/${unreleasedId}`, decision))
  }
  const setSensitive = async (isSensitive: boolean) => {
    const type = [one.type, isSensitive]
    await app.database.query('update report_types set is_sensitive = $2 where id = $1', type)
    await app.services.changeBacklog.run()
    await sender.run({ id: one.id })
  }
  return { ...one, amend, suspend, setSensitive }
}

/** Later than every change so far. */
const moveOn = (seconds: number) => (now = new Date((now ?? new Date()).getTime() + seconds * 1000))
const received = () => hooks.received.map(({ body }) => [body.type, body.data.report, body.data.version])

beforeEach(() => {
  now = undefined
  hooks.received.length = 0
  Object.assign(hooks.state, { status: 204, headers: {}, onRequest: async () => {} })
})

describe('a webhook', () => {
  it('gets every change in order, with ids only and a signature [API-OUT-44]', async () => {
    const one = await open()
    const report = await one.publish()
    await sender.run({ id: one.id })
    await one.amend(report)
    await sender.run({ id: one.id })
    await one.withdraw(report)
    await sender.run({ id: one.id })
    expect(received()).toEqual([
      ['report.published', report, 1],
      ['report.amended', report, 2],
      ['report.withdrawn', report, 2],
    ])
    expect(await one.states()).toEqual(['done', 'done', 'done'])
    const [first] = hooks.received
    const [change] = await app.database.query<{ id: string; at: string }>(
      'select id, at from report_changes where report_id = $1 order by sequence limit 1',
      [report],
    )
    expect(first?.body).toEqual({
      type: 'report.published',
      timestamp: change?.at,
      data: { report, version: 1, resource: `https://public.test/fhir/R4/DiagnosticReport/report-${report}` },
    })
    expect(first?.headers['webhook-id']).toBe(change?.id)
    for (const { text, headers } of hooks.received)
      expect(() => new Webhook(HOOK_SECRET).verify(text, headers as Record<string, string>)).not.toThrow()
    expect(() =>
      new Webhook(HOOK_SECRET).verify(`${first?.text} `, first?.headers as Record<string, string>),
    ).toThrow()
  })

  it('gets the withdrawal of a report that it received, although its answer was lost [API-OUT-64]', async () => {
    const one = await open()
    const report = await one.publish()
    Object.assign(hooks.state, { status: 503 })
    await sender.run({ id: one.id })
    await one.withdraw(report)
    Object.assign(hooks.state, { status: 204 })
    moveOn(10)
    await sender.run({ id: one.id })
    expect(received()).toEqual([
      ['report.published', report, 1],
      ['report.withdrawn', report, 1],
    ])
    expect(await one.states()).toEqual(['superseded', 'done'])
  })

  it('gets the same again when a report returned to its reach and the answer was lost [API-OUT-65]', async () => {
    const one = await open()
    const report = await one.publish()
    await sender.run({ id: one.id })
    for (const [isSensitive, status] of [
      [true, 204],
      [false, 503],
    ] as const) {
      hooks.state.status = status
      await one.setSensitive(isSensitive)
    }
    hooks.state.status = 204
    moveOn(10)
    await sender.run({ id: one.id })
    expect(received().map(([type]) => type)).toEqual([
      ...['report.published', 'report.removed', 'report.published', 'report.published'],
    ])
    const [, , first, again] = hooks.received
    expect(again?.body).toEqual(first?.body)
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(again?.body.data.report).toBe(report)
  })

  it('gets two signatures for 24 hours after a rotation [API-OUT-45]', async () => {
    const one = await open()
    const next = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    await app.database.query(
      `update integrations set sealed_previous_secret = sealed_secret, sealed_secret = $2,
              previous_secret_until = now() + interval '24 hours' where id = $1`,
      [one.id, sealed(next)],
    )
    await one.publish()
    await sender.run({ id: one.id })
    const [first] = hooks.received
    for (const secret of [next, HOOK_SECRET])
      expect(() =>
        new Webhook(secret).verify(first?.text ?? '', first?.headers as Record<string, string>),
      ).not.toThrow()
    await app.database.query(`update integrations set previous_secret_until = now() where id = $1`, [one.id])
    await one.publish()
    await sender.run({ id: one.id })
    expect(hooks.received[1]?.headers['webhook-signature']).not.toContain(' ')
  })

  it('records what was accepted in the access history of the report [API-OUT-46]', async () => {
    const one = await open()
    const report = await one.publish()
    await sender.run({ id: one.id })
    const [entry] = await app.database.query<{ summary: string; actor_name: string | null }>(
      `select summary, actor_name from activity_log where action = 'integration.send' and object_id = $1`,
      [report],
    )
    expect(entry?.summary).toBe(`City Hospital accepted report #${report}, version 1: report.published`)
    const [kept] = await app.database.query(
      'select version, is_current from integration_reports where integration_id = $1 and report_id = $2',
      [one.id, report],
    )
    expect(kept).toEqual({ version: 1, is_current: true })
  })

  it('hears nothing of a report that it never accepted and that was withdrawn [API-OUT-47]', async () => {
    const one = await open()
    hooks.state.onRequest = async () => {
      hooks.state.onRequest = async () => {}
      await one.withdraw(second)
    }
    const [first, second] = [await one.publish(), await one.publish()]
    await sender.run({ id: one.id })
    expect(received()).toEqual([['report.published', first, 1]])
    expect(await one.states()).toEqual(['done', 'superseded'])
  })

  it('gets notice of a suspended report that leaves its reach, and no more of it [API-OUT-152]', async () => {
    const one = await open()
    const report = await one.publish()
    await sender.run({ id: one.id })
    const lift = await one.suspend(report)
    await sender.run({ id: one.id })
    hooks.state.status = 503
    await one.setSensitive(true)
    hooks.state.status = 204
    moveOn(10)
    await sender.run({ id: one.id })
    await lift()
    await sender.run({ id: one.id })
    const [told, suspended, failed, ...others] = received().map(([type]) => type)
    expect([told, suspended]).toEqual(['report.published', 'report.suspended'])
    expect([failed, ...others]).toEqual(['report.removed', 'report.removed'])
  })

  it('gets notice of a report that leaves its reach, and again when it returns [API-OUT-47]', async () => {
    const one = await open()
    const report = await one.publish()
    await sender.run({ id: one.id })
    await one.setSensitive(true)
    await one.setSensitive(false)
    expect(received().map(([type]) => type)).toEqual([
      'report.published',
      'report.removed',
      'report.published',
    ])
    expect(await app.database.query('select 1 from report_change_backlog')).toEqual([])
    expect(hooks.received.every(({ body }) => body.data.report === report)).toBe(true)
  })
})

it('holds a change up to 10 minutes for the copy that patients see [API-OUT-63]', async () => {
  const one = await open()
  sure(await admin.put(`/lab/updateLetterhead/${one.lab.id}`, { isUsed: true, corner: 'bottom-right' }))
  const report = await one.publish()
  moveOn(9 * 60)
  await sender.run({ id: one.id })
  expect(await one.sendings()).toMatchObject([{ state: 'waiting', tries: 0 }])
  // Asked less often with its age.
  expect(Date.parse((await one.sendings())[0]!.next_try_at) - now!.getTime()).toBeGreaterThan(50_000)
  expect((await one.receiver()).failing_since).toBeNull()
  moveOn(61)
  await sender.run({ id: one.id })
  expect(received()).toEqual([['report.published', report, 1]])
  await one.amend(report)
  const [{ name } = { name: '' }] = await app.database.query<{ name: string }>(
    'select f.name from reports r join report_files f on f.id = r.file_id where r.id = $1',
    [report],
  )
  now = undefined
  await app.services.stampedFiles.makeInBackground(name)
  moveOn(1)
  await sender.run({ id: one.id })
  expect(received().at(-1)).toEqual(['report.amended', report, 2])
})
