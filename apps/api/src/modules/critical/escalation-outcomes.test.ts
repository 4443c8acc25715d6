import type { CriticalOfReport } from '@zelab/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSmsGateway } from '../../platform/create-sms-gateway.ts'
import { sure, type ApiClient } from '../../testing/api-client.ts'
import { recordCall, useCritical } from '../../testing/critical.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { readMetricsPage } from '../../testing/metrics-page.ts'
import { needTwoPersons, submitReport } from '../../testing/release.ts'
import { startSmsServer } from '../../testing/sms-server.ts'
import { startTestApp, type TestApp, type TestLab, type TestUser } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

let now = new Date()
let app: TestApp
let mailServer: MailServer
let smsServer: Awaited<ReturnType<typeof startSmsServer>>
let admin: ApiClient & { user: TestUser }
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
let technician: ApiClient & { user: TestUser }
let reportId: number
beforeEach(async () => {
  now = new Date()
  Object.assign(mailServer.state, { refusals: 0, refusalCode: 550, lostAnswers: 0 })
  smsServer.state.status = 200
  // Results of earlier tests are over.
  await app.database.execute(
    "update critical_results set closed_at = now(), closing = 'withdrawn' where closed_at is null",
  )
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  await useCritical(admin, lab.id, { halfwayUserIds: [technician.user.id] })
  ;({ id: reportId } = await publishReport(technician, await registerPatient(technician), type, {
    isCritical: true,
  }))
})

/** Escalates after that time, and tries each message once. */
const escalate = async (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  await app.services.escalation.run()
  const failures: unknown[] = []
  for (const { id } of await notices())
    await app.services.escalation.send({ noticeId: id }).catch((error: unknown) => failures.push(error))
  return failures
}
const notices = () =>
  app.database.query<{ id: number; userId: number }>(
    `select n.id::integer, n.user_id::integer as "userId" from critical_notices n
       join critical_results c on c.id = n.critical_result_id where c.lab_id = $1 order by n.id`,
    [lab.id],
  )
const result = async (client: ApiClient = technician) => {
  const { results } = sure(await client.get(`/critical/getByReportId/${reportId}`)) as CriticalOfReport
  return results[0] as CriticalOfReport['results'][number]
}
const outcomes = async () =>
  (await result()).notices
    .toReversed()
    .map(({ step, person, channel, state }) => [step, person.fullName, channel, state])
const entries = async (): Promise<string[]> =>
  (await admin.get(`/activity/getAll?action=critical.escalate&limit=20&labId=${lab.id}`)).body.data
    .map(({ summary }: { summary: string }) => summary)
    .filter((summary: string) => summary.includes(`#${reportId},`))
const state = () => app.services.escalation.state(app.database)

describe('a message of the escalation', () => {
  it('counts once it was accepted, and each has its outcome on the record [CRIT-61]', async () => {
    mailServer.state.refusals = 1
    await escalate(16)
    expect(await outcomes()).toEqual([
      [1, 'Technician Person', 'email', 'refused'],
      [1, 'Technician Person', 'sms', 'accepted'],
    ])
    expect(await entries()).toEqual([
      `Escalated critical report #${reportId}, step 1: 1 of 2 messages accepted`,
    ])
    expect(await result()).toMatchObject({ escalations: 1 })
    smsServer.state.status = 400
    mailServer.state.refusals = 1
    await escalate(15)
    expect((await outcomes()).slice(2).map(([, , , state]) => state)).toEqual(['refused', 'refused'])
    expect((await entries())[0]).toMatch(/step 2: 0 of 2 messages accepted$/)
    expect(await result()).toMatchObject({ escalations: 1 })
  })

  it('waits for the next attempt while a channel is out; of six steps, one leaves [CRIT-62]', async () => {
    Object.assign(mailServer.state, { refusals: 1_000, refusalCode: 451 })
    smsServer.state.status = 503
    for (const minutes of [16, 15, 15, 15, 15, 15]) expect(await escalate(minutes)).not.toEqual([])
    expect((await result()).notices[0]).toMatchObject({ state: 'queued', isRetried: true })
    mailServer.state.refusals = 0
    smsServer.state.status = 200
    const before = smsServer.received.length
    expect(await escalate(0)).toEqual([])
    expect(mailServer.mailsTo(technician.user.email)).toHaveLength(1)
    const sent = smsServer.received.slice(before).filter(({ body }) => body.includes(`#${reportId} `))
    // One for the Technician, and one for the Admin, who is told after two silent steps.
    expect(sent).toHaveLength(2)
    expect(
      (await outcomes()).map(([step, , , state]) => state === (step === 6 ? 'accepted' : 'canceled')),
    ).not.toContain(false)
  })

  it('goes out once when the job’s connection was lost [CRIT-63]', async () => {
    await escalate(16)
    const [first] = await notices()
    await app.database.execute(
      "update critical_notices set state = 'sending', changed_at = now() - interval '6 minutes' where id = $1",
      [first?.id],
    )
    for (let times = 0; times < 2; times++) await app.services.escalation.send({ noticeId: first?.id ?? 0 })
    expect(mailServer.mailsTo(technician.user.email)).toHaveLength(1)
    await app.services.escalation.run()
    expect((await outcomes())[0]).toEqual([1, 'Technician Person', 'email', 'unconfirmed'])
  })

  it('goes to a Doctor, then an Admin, without a named person who can act [CRIT-64]', async () => {
    const told = async () => new Set((await notices()).map(({ userId }) => userId))
    const name = (userId: number) =>
      app.database.execute(
        "insert into lab_critical_contacts (lab_id, step, user_id) values ($1, 'half', $2)",
        [lab.id, userId],
      )
    await app.database.execute('delete from lab_critical_contacts where lab_id = $1', [lab.id])
    const [invited, receptionist] = [
      await app.createUser('Doctor', lab),
      await app.createUser('Receptionist', lab),
    ]
    await app.database.execute('update users set is_invited = true where id = $1', [invited.id])
    await name(invited.id)
    await name(receptionist.id)
    await escalate(16)
    expect(await told()).toEqual(new Set([admin.user.id]))
    const doctor = await app.createUser('Doctor', lab)
    await app.database.execute('delete from critical_notices')
    await escalate(15)
    expect(await told()).toEqual(new Set([doctor.id]))
    await app.database.execute('update users set deactivated_at = now() where user_type_id in (1, 2)')
    await app.database.execute('delete from critical_notices')
    await escalate(15)
    expect(await told()).toEqual(new Set())
    await app.database.execute('update users set deactivated_at = null where user_type_id in (1, 2)')
    expect((await entries())[0]).toMatch(/step 3: nobody could be told$/)
  })

  it('goes only to those who can open a report that awaits release [CRIT-65]', async () => {
    await needTwoPersons(admin, lab)
    const doctor = await app.createUser('Doctor', lab)
    const author = await app.signedIn('Technician', lab)
    await app.database.execute(
      "update critical_results set closed_at = now(), closing = 'withdrawn' where closed_at is null",
    )
    await submitReport(author, await registerPatient(author), type, { isCritical: true })
    await escalate(16)
    // The named Technician may not release, and is no author.
    expect(new Set((await notices()).map(({ userId }) => userId))).toEqual(new Set([doctor.id]))
  })
})

describe('the escalation', () => {
  it('goes on with the others when one result fails, which is tried later [CRIT-67]', async () => {
    const { id: other } = await publishReport(technician, await registerPatient(technician), type, {
      isCritical: true,
    })
    await app.database.execute(
      `create function fail_escalation() returns trigger language plpgsql as $$
       begin raise exception 'out of order'; end $$;
       create trigger fail before update of escalations on critical_results for each row
         when (old.report_id = ${reportId}) execute function fail_escalation()`,
    )
    now = new Date(now.getTime() + 16 * 60_000)
    await expect(app.services.escalation.run()).rejects.toThrow('out of order')
    const told = () =>
      app.database.query(
        `select distinct c.report_id::integer as id from critical_notices n
           join critical_results c on c.id = n.critical_result_id where c.lab_id = $1 order by 1`,
        [lab.id],
      )
    expect(await told()).toEqual([{ id: other }])
    await app.database.execute('drop function fail_escalation cascade')
    await app.services.escalation.run()
    expect(await told()).toEqual([{ id: reportId }, { id: other }])
  })

  it('waits in a restored backup until an Admin confirms, and sends one message then [CRIT-68]', async () => {
    await app.database.execute('update critical_results set restored_at = now() where report_id = $1', [
      reportId,
    ])
    await escalate(60)
    expect(await notices()).toEqual([])
    expect(await result()).toMatchObject({ awaitsConfirmation: true })
    expect((await technician.post('/critical/confirmRestored')).status).toBe(403)
    expect((await technician.get('/critical/getCounts')).body.data.restored).toBe(0)
    expect((await admin.get('/critical/getCounts')).body.data.restored).toBe(1)
    expect(sure(await admin.post('/critical/confirmRestored'))).toEqual({ confirmed: 1 })
    await escalate(0)
    expect(mailServer.mailsTo(technician.user.email)).toHaveLength(1)
    expect(await result()).toMatchObject({ awaitsConfirmation: false })
    expect((await admin.get('/activity/getAll?action=critical.confirm-restored')).body.data).toMatchObject([
      { summary: 'Confirmed the escalation of 1 critical result of the restored backup' },
    ])
  })

  it('reports what is open, late and undelivered as metrics [CRIT-69]', async () => {
    const page = readMetricsPage(await app.services.monitoring.page())
    expect(['open', 'late', 'undelivered'].map((name) => page.valueOf(`zelab_critical_${name}`))).toEqual([
      1, 0, 0,
    ])
    await app.database.execute(
      "update critical_results set due_at = now() - interval '1 minute' where report_id = $1",
      [reportId],
    )
    mailServer.state.refusals = 1_000
    smsServer.state.status = 400
    await escalate(16)
    await app.database.execute("update critical_notices set created_at = created_at - interval '3 minutes'")
    expect(await state()).toEqual({ open: 1, late: 1, undelivered: 1 })
    await app.database.execute('update critical_results set restored_at = now(), escalations = 0')
    expect(await state()).toMatchObject({ undelivered: 0 })
    now = new Date()
    sure(await recordCall(technician, reportId))
    expect(await state()).toEqual({ open: 0, late: 0, undelivered: 0 })
  })
})

it('critical results are not turned on where nobody could be told [CRIT-66]', async () => {
  const silent = await startTestApp()
  try {
    const theirs = await silent.createLab()
    const theirAdmin = await silent.signedIn('Admin')
    const answer = await theirAdmin.put(`/lab/updateCriticalSettings/${theirs.id}`, { isOn: true })
    expect([answer.status, answer.body.code]).toEqual([409, 'CRITICAL_NO_CHANNEL'])
    expect(answer.body.message).toMatch(/SMTP_URL.*SMS_URL/)
    sure(await theirAdmin.put(`/lab/updateCriticalSettings/${theirs.id}`, { targetMinutes: 15 }))
  } finally {
    await silent.stop()
  }
})
