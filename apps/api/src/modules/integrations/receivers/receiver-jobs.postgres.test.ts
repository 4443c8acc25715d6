import { expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { startHookServer, storeHook } from '../../../testing/receivers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { createBacklogService } from './backlog.service.ts'

const app = await useTestApp({ withJobs: true, outboundNetworks: ['127.0.0.0/8'] })
const hooks = await stopAtEnd(startHookServer())
const admin = await app.signedIn('Admin')

const open = async () => {
  const lab = await app.createLab()
  const doctor = await app.signedIn('Doctor', lab)
  const type = await addReportType(doctor)
  const place = { labId: lab.id, createdBy: admin.user.id }
  const id = await storeHook(app, place, hooks.url)
  const publish = async () => (await publishReport(doctor, await registerPatient(doctor), type)).id
  return { lab, doctor, type, place, id, publish }
}
const received = () => hooks.received.map(({ body }) => [body.type, body.data.report])

it('starts the job of a receiver with a commit, sends in order, and continues after a failure [API-OUT-61]', async () => {
  const one = await open()
  const reports = [await one.publish()]
  await expect.poll(received).toEqual([['report.published', reports[0]]])
  hooks.received.length = 0
  hooks.state.status = 500
  reports.push(await one.publish())
  await expect.poll(() => hooks.received.length).toBe(1)
  hooks.state.status = 200
  reports.push(await one.publish(), await one.publish())
  // The job that waits for the receiver ends by itself: five seconds after the failure.
  await expect.poll(received).toEqual([reports[1], ...reports.slice(1)].map((id) => ['report.published', id]))
})

it('sends a change that waits for the copy of its file once the copy is made [API-OUT-155]', async () => {
  const one = await open()
  hooks.received.length = 0
  const setState = (state: string, cause: string | null) =>
    app.database.query('update integrations set state = $2, pause_cause = $3 where id = $1', [
      ...[one.id, state, cause],
    ])
  await setState('paused', 'staff')
  const report = await one.publish()
  await app.database.query(
    `update integration_sendings set next_try_at = now() + interval '1 hour' where report_id = $1`,
    [report],
  )
  await setState('active', null)
  await app.database.query(
    `select enqueue_job('draw-page', json_build_object('fileName', name), 3) from report_files where report_id = $1`,
    [report],
  )
  await expect.poll(received).toEqual([['report.published', report]])
})

it('sends to others without delay while one receiver is silent [API-OUT-61]', async () => {
  const [silent, other] = [await open(), await open()]
  hooks.received.length = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  hooks.state.onRequest = () => {
    hooks.state.onRequest = async () => {}
    return held
  }
  await silent.publish()
  await expect.poll(() => hooks.received.length).toBe(1)
  const report = await other.publish()
  await expect.poll(() => received().at(-1)).toEqual(['report.published', report])
  const both = await silent.publish()
  release()
  await expect.poll(() => received().at(-1)).toEqual(['report.published', both])
})

it('many receivers that fail do not delay one that works [API-OUT-66]', async () => {
  const failing = await Promise.all(Array.from({ length: 7 }, open))
  const working = await open()
  await app.database.query('update integrations set failing_since = now() where id = any ($1)', [
    failing.map(({ id }) => id),
  ])
  hooks.received.length = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  hooks.state.onRequest = () => held
  await Promise.all(failing.map(({ publish }) => publish()))
  await expect.poll(() => hooks.received.length).toBe(4)
  hooks.state.onRequest = async () => {}
  const report = await working.publish()
  await expect.poll(() => received().at(-1)).toEqual(['report.published', report])
  expect(hooks.received).toHaveLength(5)
  release()
})

it('many receivers of one lab that are silent do not delay another lab [API-OUT-145]', async () => {
  const [silent, other] = [await open(), await open()]
  for (let more = 0; more < 8; more++) await storeHook(app, silent.place, hooks.url)
  const sent = (report: number) => received().filter(([, id]) => id === report).length
  const first = await other.publish()
  await expect.poll(() => sent(first)).toBe(1)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  hooks.state.onRequest = () => held
  const withheld = await silent.publish()
  // New receivers may be slow: two of a lab at once.
  await expect.poll(() => sent(withheld)).toBe(2)
  hooks.state.onRequest = async () => {}
  const report = await other.publish()
  await expect.poll(() => sent(report)).toBe(1)
  expect(sent(withheld)).toBe(2)
  release()
  await expect.poll(() => sent(withheld)).toBe(9)
})

it('tells a connection that lost reach of the reports that it had, in batches [API-OUT-62]', async () => {
  const one = await open()
  hooks.received.length = 0
  const reports = [await one.publish(), await one.publish(), await one.publish()]
  await expect.poll(received).toEqual(reports.map((report) => ['report.published', report]))
  hooks.received.length = 0
  sure(await admin.put(`/lab/updateVisitSettings/${one.lab.id}`, { isOn: true }))
  const referrer = sure(
    await one.doctor.post(`/lab/addReferrer/${one.lab.id}`, { kind: 'clinic', name: 'North Clinic' }),
  )
  await app.database.query('update integrations set referrer_id = $2 where id = $1', [one.id, referrer.id])
  await app.database.query('insert into report_change_backlog (integration_id) values ($1)', [one.id])
  await createBacklogService(app, { batch: 2 }).run()
  await expect.poll(received).toEqual(reports.map((report) => ['report.removed', report]))
  expect(await app.database.query('select 1 from report_change_backlog')).toEqual([])
})
