import type { CriticalTimes } from '@zelab/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSmsGateway } from '../../platform/create-sms-gateway.ts'
import { sure, type ApiClient } from '../../testing/api-client.ts'
import { callFields, recordCall, useCritical } from '../../testing/critical.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { needTwoPersons, submitReport } from '../../testing/release.ts'
import { startSmsServer } from '../../testing/sms-server.ts'
import { startTestApp, type TestApp, type TestLab } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const MINUTE_MS = 60_000

let now = new Date()
let app: TestApp
let mailServer: MailServer
let smsServer: Awaited<ReturnType<typeof startSmsServer>>
let admin: ApiClient
let type: number
beforeAll(async () => {
  mailServer = await startMailServer()
  smsServer = await startSmsServer()
  app = await startTestApp({
    smtpUrl: mailServer.url,
    smsGateway: createSmsGateway({
      ...{ url: smsServer.url, headers: {} },
      body: '{"to":"{to}","text":"{text}"}',
    }),
    clock: { now: () => now },
  })
  admin = await app.signedIn('Admin')
  type = await addReportType(await app.signedIn('Doctor'))
})
afterAll(async () => {
  await app.stop()
  await mailServer.stop()
  await smsServer.stop()
})

let lab: TestLab
let doctor: ApiClient & { user: { id: number; email: string } }
let reportId: number
const publish = async () =>
  (await publishReport(doctor, await registerPatient(doctor), type, { isCritical: true })).id
beforeEach(async () => {
  now = new Date()
  lab = await app.createLab()
  doctor = await app.signedIn('Doctor', lab)
  await useCritical(admin, lab.id)
})

const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS)
}
interface Notice {
  id: number
  userId: number
  step: number
  channel: string
  state: string
}
const notices = (): Promise<Notice[]> =>
  app.database.query<Notice>(
    `select n.id::integer, n.user_id::integer as "userId", n.step, n.channel, n.state
       from critical_notices n join critical_results c on c.id = n.critical_result_id
      where c.lab_id = $1 order by n.id`,
    [lab.id],
  )
const steps = async () => (await notices()).map(({ userId, step, channel }) => [userId, step, channel])
const states = async () => (await notices()).map(({ step, channel, state }) => [step, channel, state])
const sendAll = async () => {
  for (const { id } of await notices()) await app.services.escalation.send({ noticeId: id })
}
const lastEntry = async () =>
  (await admin.get('/activity/getAll?action=critical.escalate&limit=1')).body.data[0].summary as string

describe('the escalation', () => {
  it('tells the named people at half the target and at the target, then every 15 minutes for a day [CRIT-11]', async () => {
    const [near, late] = [await app.signedIn('Technician', lab), await app.signedIn('Doctor', lab)]
    const people = { halfwayUserIds: [near.user.id], overdueUserIds: [late.user.id] }
    await useCritical(admin, lab.id, people)
    reportId = await publish()
    const both = (step: number) =>
      [near, late].flatMap(({ user }) => ['email', 'sms'].map((channel) => [user.id, step, channel]))
    const expected: unknown[] = []
    for (const [minutes, told] of [
      [14, []],
      [1.5, both(1).slice(0, 2)],
      [14, []],
      [1, both(2)],
      [14, []],
      [1, both(3)],
      [15, both(4)],
    ] as const) {
      pass(minutes)
      // Two processes at once.
      await Promise.all([app.services.escalation.run(), app.services.escalation.run()])
      expected.push(...told)
      expect(await steps(), `after ${minutes} more minutes`).toEqual(expected)
      await sendAll()
    }
    expect(await lastEntry()).toBe(`Escalated critical report #${reportId}, step 4: 4 of 4 messages accepted`)
    pass(23 * 60)
    await app.services.escalation.run()
    const last = (await steps()).length
    pass(60)
    await app.services.escalation.run()
    expect(await steps()).toHaveLength(last)
    expect((await doctor.get('/critical/getCounts')).body.data).toMatchObject({ open: 1, late: 1 })
  })

  it('sends one message for the steps that an outage skipped, in quiet hours too [CRIT-12]', async () => {
    reportId = await publish()
    await app.database.execute(
      `insert into lab_delivery_settings (lab_id, quiet_from_hour, quiet_until_hour) values ($1, 0, 23)
       on conflict (lab_id) do update set quiet_from_hour = 0, quiet_until_hour = 23`,
      [lab.id],
    )
    pass(50)
    await app.services.escalation.run()
    // Nobody is named, so every Doctor is told.
    expect(await steps()).toEqual([
      [doctor.user.id, 3, 'email'],
      [doctor.user.id, 3, 'sms'],
    ])
  })

  it('tells those named for the target at the half too, when nobody is named for it [CRIT-37]', async () => {
    const late = await app.signedIn('Doctor', lab)
    await useCritical(admin, lab.id, { overdueUserIds: [late.user.id] })
    reportId = await publish()
    pass(16)
    await app.services.escalation.run()
    expect(await steps()).toEqual([
      [late.user.id, 1, 'email'],
      [late.user.id, 1, 'sms'],
    ])
  })

  it('tells the people of a report that awaits release, and only that a result is open [CRIT-38]', async () => {
    await needTwoPersons(admin, lab)
    const late = await app.signedIn('Doctor', lab)
    await useCritical(admin, lab.id, { halfwayUserIds: [late.user.id] })
    reportId = await submitReport(doctor, await registerPatient(doctor), type, { isCritical: true })
    pass(16)
    await app.services.escalation.run()
    await sendAll()
    const sentence = `A critical result in ${lab.name} has been open for 16 minutes. Please open the system.`
    const [received] = mailServer.mailsTo(late.user.email)
    expect(received?.text).toContain(sentence)
    expect(received?.text).toContain(`/user/release/${reportId}`)
    const [{ body } = { body: '' }] = smsServer.received.slice(-1)
    expect(body).toContain(sentence)
    for (const text of [received?.content, body]) expect(text).not.toMatch(/ZL-|Blood|Within range/)
    expect(await lastEntry()).toBe(
      `Escalated critical report A-${reportId}, step 1: 2 of 2 messages accepted`,
    )
  })

  it('says nothing about the patient, and nothing after the result was closed [CRIT-13]', async () => {
    reportId = await publish()
    pass(20)
    await app.services.escalation.run()
    await sendAll()
    const sentence = `the critical result of report #${reportId} has not been read back. Please open the system.`
    const [received, ...others] = mailServer.mailsTo(doctor.user.email)
    expect(others).toEqual([])
    expect(received?.text).toContain(sentence)
    const [{ body } = { body: '' }] = smsServer.received.slice(-1)
    expect(body).toContain(sentence)
    for (const text of [received?.content, body]) expect(text).not.toMatch(/ZL-|Blood|Within range/)
    pass(15)
    await app.services.escalation.run()
    sure(await recordCall(doctor, reportId, callFields({}, now)))
    await sendAll()
    expect(mailServer.mailsTo(doctor.user.email)).toHaveLength(1)
    pass(60)
    await app.services.escalation.run()
    expect(await states()).toEqual([
      [1, 'email', 'accepted'],
      [1, 'sms', 'accepted'],
      [2, 'email', 'canceled'],
      [2, 'sms', 'canceled'],
    ])
  })
})

describe('the figures of critical results', () => {
  it('equal those of an independent statement for 200 random results [CRIT-14]', async () => {
    reportId = await publish()
    await app.database.execute('alter table critical_results disable trigger critical_results_guard')
    await app.database.execute(
      `insert into critical_results (report_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at, closed_at,
                                     closed_by, closing, informed_at, closing_reason)
       select $1, $2, 'flagged', $3, t.at, t.target, t.at + make_interval(mins => t.target), t.at + t.took, $3,
              t.closing, case when t.closing = 'read-back' then t.at + t.took end,
              case when t.closing = 'mistaken' then 'Flagged in the wrong lab' end
         from (select now() - random() * interval '40 days' as at, (array[15, 30, 60])[1 + (random() * 2)::integer] as target,
                      random() * interval '2 hours' as took,
                      (array['read-back', 'read-back', 'read-back', 'withdrawn', 'reassigned', 'mistaken'])[1 + (random() * 5)::integer] as closing
                 from generate_series(1, 200)) t`,
      [reportId, lab.id, doctor.user.id],
    )
    await app.database.execute('alter table critical_results enable trigger critical_results_guard')
    pass(45)
    const times = (await doctor.get('/insights/critical?period=30d')).body.data as CriticalTimes
    const zone = (await admin.get('/settings/general')).body.data.timeZone
    const found = await app.database.query<{
      took: number | null
      target: number
      age: number
      closing: string | null
    }>(
      `select closing, floor(extract(epoch from informed_at) - extract(epoch from flagged_at))::float8 as took,
              target_minutes * 60 as target, extract(epoch from $2::timestamptz - flagged_at)::float8 as age
         from critical_results
        where lab_id = $1 and closing is distinct from 'reassigned'
          and (flagged_at at time zone $3)::date > ($2::timestamptz at time zone $3)::date - 30`,
      [lab.id, now.toISOString(), zone],
    )
    const endedAs = (as: string) => found.filter(({ closing }) => closing === as).length
    const rows = found.filter(({ closing }) => closing === null || closing === 'read-back')
    const told = rows.flatMap(({ took }) => took ?? []).toSorted((one, other) => one - other)
    const at = (share: number) => told[Math.ceil(told.length * share) - 1]
    expect(times).toEqual({
      isUsed: true,
      counted: rows.filter(({ took, target, age }) => took !== null || age >= target).length,
      withinTarget: rows.filter(({ took, target }) => took !== null && took < target).length,
      open: 1,
      recordedLate: 0,
      mistaken: endedAs('mistaken'),
      withdrawn: endedAs('withdrawn'),
      medianSeconds: at(0.5),
      p90Seconds: at(0.9),
    })
    expect((await (await app.signedIn('Doctor')).get('/insights/critical')).body.data).toMatchObject({
      ...{ isUsed: false, counted: 0, medianSeconds: null },
    })
  })
})
