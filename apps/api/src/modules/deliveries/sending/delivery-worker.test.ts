import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/context.ts'
import { createMailer } from '../../../platform/mailer.ts'
import { NO_SMS_GATEWAY } from '../../../platform/sms-gateway.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { giveConsent, startDeliveriesApp, type DeliveriesApp } from '../../../testing/deliveries.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { patientFields } from '../../../testing/test-records.ts'
import { createDeliveryWorker } from './delivery-worker.ts'
import { createDeliveryContextReader } from './delivery-context.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

let { app, doctor, admin, type, mailServer, sendableReport, send, sendDue, deliveriesOf } =
  {} as DeliveriesApp

const suite = await stopAtEnd(startDeliveriesApp())
;({ app, doctor, admin, type, mailServer, sendableReport, send, sendDue, deliveriesOf } = suite)

const LINK = /http:\/\/reports\.test\/r\/(\w+)/
const kindsOf = ({ events }: { events: { kind: string }[] }) => events.map(({ kind }) => kind)
const stateOf = async (reportId: number) => {
  const [newest] = await deliveriesOf(reportId)
  return { state: newest.state, failure: newest.failure }
}
const queuedReport = async (fields?: Record<string, unknown>) => {
  const report = await sendableReport(fields)
  expect((await send(report.reportId)).status).toBe(200)
  return report
}

describe('an email to a patient', () => {
  it('contains the exact text, names no person and leads to a separate link [DELIV-03 DELIV-04]', async () => {
    const { reportId, email } = await queuedReport({ fullName: 'Mariam Qasimi' })
    await sendDue()
    const mails = mailServer.mailsTo(email)
    expect(mails).toHaveLength(1)
    const { content, text, html } = mails[0] as (typeof mails)[number]
    const [delivery] = await deliveriesOf(reportId)
    const [link = '', token = ''] = LINK.exec(text) ?? []
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Dubai' }).format(
      new Date(delivery.link.endsAt),
    )
    expect(text).toBe(`Harbour Lab: a document is ready. ${link} Until ${day}. +97141234567`)
    expect(html).toContain(`<a href="${link}"`)
    expect(html).toContain(`Until ${day}. +97141234567`)
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(content).toContain('Subject: Harbour Lab: a document is ready\r\n')
    expect(content).toContain(`Message-ID: <delivery-${delivery.id}@zelab.test>`)
    for (const part of [text, html, content.split('\r\n\r\n')[0]])
      expect(part).not.toMatch(/Mariam|Qasimi|Blood|count|range|ZL-/)
    expect(delivery).toMatchObject({ state: 'sent', failure: null, sentAt: expect.any(String) })
    expect(kindsOf(delivery)).toEqual(['sent'])
    const [stored] = await app.database.query<{ token_hash: Buffer }>(
      'select token_hash from report_links where delivery_id = $1',
      [delivery.id],
    )
    expect(stored?.token_hash).toEqual(hashSecretToken(token))
    expect(
      await app.database.query(
        "select actor_name, summary from activity_log where action = 'delivery.send' and object_id = $1 order by id",
        [reportId],
      ),
    ).toEqual([
      expect.objectContaining({ actor_name: 'Doctor Person' }),
      { actor_name: null, summary: `Sent message ${delivery.id} about report #${reportId} by email` },
    ])
  })

  it('reads right to left in Arabic [DELIV-03]', async () => {
    const { reportId, email } = await sendableReport()
    await doctor.post(`/delivery/send/${reportId}`, { language: 'ar' })
    await sendDue()
    const [mail] = mailServer.mailsTo(email)
    expect(mail?.text).toMatch(/^\u200fHarbour Lab: المستند جاهز\. http/)
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail?.html).toContain('فتح المستند')
  })

  it('goes out with the job that sending queues [DELIV-04]', async () => {
    const { connectionString, dataDir } = app
    const { reportId, email } = await queuedReport()
    const other = await startTestApp({
      smtpUrl: mailServer.url,
      withJobs: true,
      installation: { connectionString, dataDir },
    })
    try {
      await expect.poll(() => mailServer.mailsTo(email).length).toBe(1)
      await expect.poll(async () => (await stateOf(reportId)).state).toBe('sent')
    } finally {
      await other.stop()
    }
  })
})

describe('the moment of sending', () => {
  const expectCanceled = async (reportId: number, failure: string, email: string) => {
    await sendDue()
    expect(await stateOf(reportId)).toEqual({ state: 'canceled', failure })
    const [delivery] = await deliveriesOf(reportId)
    expect(delivery.events[0]).toMatchObject({ kind: 'canceled', detail: failure })
    expect(mailServer.mailsTo(email)).toEqual([])
  }

  it('cancels a waiting message whose consent is withdrawn [DELIV-02]', async () => {
    const { reportId, patientId, email } = await queuedReport()
    await giveConsent(doctor, patientId, { email: false })
    const [canceled] = await deliveriesOf(reportId)
    expect(canceled).toMatchObject({ state: 'canceled', failure: 'no-consent' })
    expect(canceled.events[0]).toMatchObject({ kind: 'canceled', by: { fullName: 'Doctor Person' } })
    await sendDue()
    expect(mailServer.mailsTo(email)).toEqual([])
  })

  it('checks consent again [DELIV-02]', async () => {
    const { reportId, patientId, email } = await queuedReport()
    await app.database.execute(
      `insert into patient_consents (patient_id, channel, is_given, wording_version, recorded_by)
       select $1, 'email', false, 1, id from users limit 1`,
      [patientId],
    )
    await expectCanceled(reportId, 'no-consent', email)
  })

  it('cancels a message to a changed or removed contact, and ends its link [DELIV-11]', async () => {
    const sent = await queuedReport()
    await sendDue()
    const waiting = await send(sent.reportId)
    const patient = (await doctor.get(`/patient/getById/${sent.patientId}`)).body.data
    const changed = await doctor.put(`/patient/update/${sent.patientId}`, {
      ...patientFields(),
      emrId: patient.emrId,
      email: 'changed@mail.test',
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const [second, first] = await deliveriesOf(sent.reportId)
    expect(second).toMatchObject({ id: waiting.body.data.id, state: 'canceled', failure: 'contact-changed' })
    expect(first).toMatchObject({ state: 'sent', link: { revocation: 'contact-changed' } })

    // These changes bypass the trigger.
    const { reportId, patientId, email } = await queuedReport()
    await app.database.execute(`update deliveries set contact = 'former@mail.test' where report_id = $1`, [
      reportId,
    ])
    await expectCanceled(reportId, 'contact-changed', 'former@mail.test')
    await send(reportId)
    await app.database.execute('alter table patients disable trigger end_links_to_old_contact')
    await app.database.execute('update patients set email = null where id = $1', [patientId])
    await app.database.execute('alter table patients enable trigger end_links_to_old_contact')
    await expectCanceled(reportId, 'no-contact', email)
  })

  it('cancels a report of a sensitive type to a contact that became shared [DELIV-08]', async () => {
    const { reportId, email } = await queuedReport()
    await app.database.execute('update report_types set is_sensitive = true where id = $1', [type])
    await sendableReport({ fullName: 'Rashid Haddad', email, dob: '1961-01-01' })
    await expectCanceled(reportId, 'shared-contact', email)
    await app.database.execute('update report_types set is_sensitive = false where id = $1', [type])
  })

  it('cancels a withdrawn report [DELIV-02]', async () => {
    const { reportId, email } = await queuedReport()
    await withdrawReport(doctor, reportId, { reason: 'wrong-file' })
    await expectCanceled(reportId, 'report-withdrawn', email)
  })
})

describe('several processes', () => {
  it('send each message once [DELIV-07]', async () => {
    const { connectionString, dataDir } = app
    const other = await startTestApp({ smtpUrl: mailServer.url, installation: { connectionString, dataDir } })
    try {
      const reports = []
      for (let count = 0; count < 12; count++) reports.push(await queuedReport())
      await Promise.all([sendDue(), other.services.deliveryWorker.run(), sendDue()])
      for (const { reportId, email } of reports) {
        expect(mailServer.mailsTo(email)).toHaveLength(1)
        expect(await stateOf(reportId)).toEqual({ state: 'sent', failure: null })
      }
    } finally {
      await other.stop()
    }
  })

  it('never repeat a message whose process stopped while it sent it [DELIV-07]', async () => {
    const { reportId, email } = await queuedReport()
    await app.database.execute(
      `update deliveries set state = 'sending', attempts = 1, due_at = now() + interval '1 minute'
        where report_id = $1`,
      [reportId],
    )
    // Another process may still be sending it.
    await sendDue()
    expect(await stateOf(reportId)).toEqual({ state: 'sending', failure: null })
    await suite.makeDue(reportId)
    await sendDue()
    await sendDue()
    expect(await stateOf(reportId)).toEqual({ state: 'unconfirmed', failure: 'stopped-while-sending' })
    expect(mailServer.mailsTo(email)).toEqual([])
    const [delivery] = await deliveriesOf(reportId)
    expect(kindsOf(delivery)).toEqual(['unconfirmed'])
    const [entry] = await app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'delivery.fail' and object_id = $1",
      [reportId],
    )
    expect(entry?.summary).toBe(
      `Message ${delivery.id} about report #${reportId} was not delivered: it is unknown whether it arrived`,
    )
  })
})

describe('a thousand waiting messages', () => {
  const timeZone = () => Promise.resolve('Asia/Dubai')
  const startWorker = () =>
    createDeliveryWorker({
      database: app.database,
      clock: systemClock,
      timeZone,
      smsGateway: NO_SMS_GATEWAY,
      deliveryContext: createDeliveryContextReader({ clock: systemClock, timeZone }),
      mailer: createMailer({ smtpUrl: mailServer.url, from: 'no-reply@zelab.test', outbox: '' }),
      brand: () => Promise.resolve({ productName: 'Zelab', logo: undefined }),
      publicUrl: 'http://reports.test',
      reportFailure: (error) => expect(error).toBeUndefined(),
      runLimitMs: 1000,
    })
  const insertQueued = (channel: string, reportId: number, contact: string, count: number) =>
    app.database.execute(
      `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language,
                               template_version, state, due_at)
       select $1, $2, 1, $3, 'report', $4, 'en', 1, 'queued', now() from generate_series(1, $5::int)`,
      [reportId, suite.lab.id, channel, contact, count],
    )
  const queuedJobs = async () =>
    (
      await app.database.query<{ task: string }>('select task_identifier as task from graphile_worker.jobs')
    ).map(({ task }) => task)

  it('go out in bounded runs, each once [DELIV-07]', async () => {
    const { reportId, email } = await sendableReport()
    await insertQueued('email', reportId, email, 1000)
    await app.database.execute('delete from graphile_worker._private_jobs')
    const worker = startWorker()
    const started = Date.now()
    await Promise.all([worker.run(), worker.run()])
    expect(Date.now() - started).toBeLessThan(5000)
    const states = await app.database.query<{ state: string; count: number }>(
      'select state, count(*) from deliveries where report_id = $1 group by 1 order by 1',
      [reportId],
    )
    const [queued, sent] = states
    expect([queued?.state, sent?.state]).toEqual(['queued', 'sent'])
    expect(mailServer.mailsTo(email)).toHaveLength(sent?.count ?? 0)
    expect(await queuedJobs()).toEqual(['send-deliveries'])
    expect(await deliveriesOf(reportId, admin)).toHaveLength(50)
  })

  it('delay no SMS: its job is queued while the emails are sent [PROC-31]', async () => {
    const { reportId, email } = await sendableReport()
    await insertQueued('email', reportId, email, 1000)
    const worker = startWorker()
    const before = mailServer.received.length
    const sending = worker.run()
    await expect.poll(() => mailServer.received.length).toBeGreaterThan(before)
    await app.database.execute('delete from graphile_worker._private_jobs')
    await insertQueued('sms', reportId, '+971501234567', 1)
    await worker.run()
    expect(await queuedJobs()).toContain('send-sms-deliveries')
    await sending
  })
})
