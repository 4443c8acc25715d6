import { expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { SEND_CLIENT_KEY_NOTICE, type ClientKeyNoticeJob } from './key-reminders.service.ts'

const DAY_MS = 86_400_000
const started = new Date()
let now = started

const mails = await stopAtEnd(startMailServer())
const app = await useTestApp({ smtpUrl: mails.url, clock: { now: () => now } })
const lab = await app.createLab('Harbour Lab')
const admin = await app.signedIn('Admin')
const second = await app.createUser('Admin')
const gone = await app.createUser('Admin')
await app.createUser('Doctor', lab)
await app.database.query('update users set deactivated_at = now() where id = $1', [gone.id])

const addClient = async (name: string, days: number): Promise<{ id: number; secret: string }> =>
  sure(
    await admin.post(`/integration/addClient/${lab.id}`, {
      ...{ name, purpose: 'Treatment', country: 'AE', reach: { kind: 'lab' } },
      ...{ scopes: ['system/Patient.rs'], days },
    }),
  )
const toldAfter = async (days: number): Promise<ClientKeyNoticeJob[]> => {
  now = new Date(started.getTime() + days * DAY_MS)
  const read = () =>
    app.database.query<{ payload: ClientKeyNoticeJob }>(
      `select j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.id`,
      [SEND_CLIENT_KEY_NOTICE],
    )
  const before = (await read()).length
  // Two processes at once.
  await Promise.all([app.services.keyReminders.run(), app.services.keyReminders.run()])
  return (await read()).slice(before).map(({ payload }) => payload)
}

it('tells all active Admins 30 and 7 days before a key ends, once each [API-OUT-31]', async () => {
  const long = await addClient('Hospital', 365)
  const month = await addClient('Clinic', 30)
  await addClient('Test', 5)
  expect(await toldAfter(0)).toEqual([])
  const atWeek = await toldAfter(23.5)
  expect(atWeek.map(({ id, userId, days }) => [id, userId, days])).toEqual([
    [month.id, admin.user.id, 7],
    [month.id, second.id, 7],
  ])
  expect(await toldAfter(24)).toEqual([])
  for (const job of atWeek) await app.services.keyReminders.send(job)
  for (const job of atWeek) await app.services.keyReminders.send(job)
  expect(mails.received.map(({ to }) => to[0]).toSorted()).toEqual(
    [admin.user.email, second.email].toSorted(),
  )
  expect(mails.received[0]?.text).toContain('Clinic')
  expect(mails.received[0]?.text).not.toContain(month.secret)

  const first = await toldAfter(336)
  expect(first.map(({ id, days }) => [id, days])).toEqual([
    [long.id, 30],
    [long.id, 30],
  ])
  expect((await toldAfter(359)).map(({ days }) => days)).toEqual([7, 7])
  expect(await toldAfter(366)).toEqual([])
})

it('announces a renewed key only before its own end [API-OUT-31]', async () => {
  now = started
  const { id } = await addClient('Insurer', 40)
  const told = await toldAfter(11)
  expect(told.map((job) => job.id)).toEqual([id, id])
  sure(await admin.post(`/integration/rotate/${id}`))
  const before = mails.received.length
  for (const job of told) await app.services.keyReminders.send(job)
  expect(mails.received).toHaveLength(before)
  expect((await toldAfter(22)).map((job) => job.id)).toEqual([id, id])
})
