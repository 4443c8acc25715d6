import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { giveConsent, startDeliveriesApp, type DeliveriesApp } from '../../../testing/deliveries.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { findQuietEnd } from './announcements.repository.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

let { app, lab, doctor, admin, type, mailServer, sendableReport, send, sendDue, deliveriesOf } =
  {} as DeliveriesApp

const suite = await stopAtEnd(startDeliveriesApp())
;({ app, lab, doctor, admin, type, mailServer, sendableReport, send, sendDue, deliveriesOf } = suite)

const sentReport = async (fields?: Record<string, unknown>) => {
  const report = await sendableReport(fields)
  await send(report.reportId)
  await sendDue()
  return report
}
const amend = async (reportId: number, patientId: number) => {
  const answer = await doctor.put(`/report/update/${reportId}`, {
    title: 'Blood count',
    reportTypeId: type,
    patientId,
    fileUrl: await uploadFile(doctor),
    reason: 'wrong-result',
  })
  if (answer.status !== 200) throw new Error(`No amendment: ${JSON.stringify(answer.body)}`)
}
const openLinks = (reportId: number) =>
  app.database.execute(
    `update report_links set first_opened_at = now() where delivery_id in
       (select id from deliveries where report_id = $1)`,
    [reportId],
  )
const textsTo = (email: string) => mailServer.mailsTo(email).map(({ text }) => text)
const purposesOf = async (reportId: number) =>
  (await deliveriesOf(reportId)).map(({ purpose }: { purpose: string }) => purpose)

describe('an amendment', () => {
  it('reaches the earlier recipient once, with a new link [DELIV-09]', async () => {
    const { reportId, patientId, email } = await sentReport()
    await amend(reportId, patientId)
    const { connectionString, dataDir } = app
    const other = await startTestApp({ smtpUrl: mailServer.url, installation: { connectionString, dataDir } })
    try {
      await Promise.all([sendDue(), other.services.deliveryWorker.run()])
      await sendDue()
    } finally {
      await other.stop()
    }
    expect(textsTo(email)).toEqual([
      expect.stringMatching(/^Harbour Lab: a document is ready\. http/),
      expect.stringMatching(/^Harbour Lab: a document was corrected\. http/),
    ])
    const [announced] = await deliveriesOf(reportId)
    expect(announced).toMatchObject({
      purpose: 'amended',
      reportVersion: 2,
      requestedBy: null,
      state: 'sent',
    })
    expect(await app.database.query('select 1 from report_announcements where announced_at is null')).toEqual(
      [],
    )
  })

  it('skips a recipient whose first message still waits [DELIV-09]', async () => {
    const { reportId, patientId, email } = await sendableReport()
    await send(reportId)
    await app.database.execute(
      "update deliveries set due_at = now() + interval '1 hour' where report_id = $1 and state = 'queued'",
      [reportId],
    )
    await amend(reportId, patientId)
    await sendDue()
    expect(await purposesOf(reportId)).toEqual(['report'])
    expect(textsTo(email)).toEqual([])
  })

  it('skips a former contact, one without consent, and one to whom nothing was sent [DELIV-09]', async () => {
    const changed = await sentReport()
    await app.database.execute("update patients set email = 'new1@mail.test' where id = $1", [
      changed.patientId,
    ])
    await amend(changed.reportId, changed.patientId)
    const silent = await sentReport()
    await giveConsent(doctor, silent.patientId, { email: false })
    await amend(silent.reportId, silent.patientId)
    const unsent = await sendableReport()
    await amend(unsent.reportId, unsent.patientId)
    await sendDue()
    expect(await purposesOf(changed.reportId)).toEqual(['report'])
    expect(await purposesOf(silent.reportId)).toEqual(['report'])
    expect(await purposesOf(unsent.reportId)).toEqual([])
  })
})

describe('a withdrawal', () => {
  it('reaches a patient who opened the report, without a link [DELIV-09]', async () => {
    const opened = await sentReport()
    await openLinks(opened.reportId)
    const unopened = await sentReport()
    for (const { reportId } of [opened, unopened])
      await withdrawReport(doctor, reportId, { reason: 'wrong-file' })
    await sendDue()
    await sendDue()
    expect(textsTo(opened.email)[1]).toBe(
      'Harbour Lab: a document was withdrawn. Please do not rely on it. Call +97141234567',
    )
    expect(textsTo(opened.email)).toHaveLength(2)
    expect(await deliveriesOf(opened.reportId)).toMatchObject([
      { purpose: 'withdrawn', link: null, state: 'sent' },
      { purpose: 'report' },
    ])
    expect(textsTo(unopened.email)).toHaveLength(1)
  })
})

describe('a report of the wrong patient', () => {
  const withdrawWrong = (reportId: number) => withdrawReport(doctor, reportId, { reason: 'wrong-patient' })
  const sentInError = async (reportId: number) =>
    (await doctor.get(`/delivery/getOfReport/${reportId}`)).body.sentInError
  const confirm = (reportId: number, client = doctor, headers = {}) =>
    client.post(`/delivery/confirmSentInError/${reportId}`, undefined, { headers })

  it('leads to a request to delete it once a Doctor or an Admin confirms [DELIV-10]', async () => {
    const { reportId, patientId, email } = await sentReport()
    expect(await sentInError(reportId)).toBeNull()
    expect((await confirm(reportId)).body.code).toBe('ERROR_NOT_CONFIRMABLE')
    await withdrawWrong(reportId)
    await sendDue()
    expect(textsTo(email)).toHaveLength(1)
    expect(await sentInError(reportId)).toEqual({ recipients: 1, confirmed: null })

    for (const role of ['Technician', 'Receptionist'] as const)
      expect((await confirm(reportId, await app.signedIn(role, lab))).status).toBe(403)
    expect((await confirm(reportId, await app.signedIn('Doctor'))).status).toBe(404)
    // The message corrects an error, so it needs no consent and goes to the contact that received the report.
    await giveConsent(doctor, patientId, { email: false })
    const key = { 'idempotency-key': `confirm-${reportId}` }
    for (let attempt = 1; attempt <= 2; attempt++)
      expect((await confirm(reportId, admin, key)).status).toBe(200)
    await app.database.execute("update patients set email = 'new2@mail.test' where id = $1", [patientId])
    await sendDue()
    await sendDue()
    expect(textsTo(email)[1]).toBe(
      'Harbour Lab: a document was sent to you in error. Please delete it. Call +97141234567',
    )
    expect(textsTo(email)).toHaveLength(2)
    expect(await sentInError(reportId)).toEqual({
      recipients: 1,
      confirmed: { by: { fullName: 'Admin Person' } },
    })
    const again = await confirm(reportId)
    expect([again.status, again.body.code]).toEqual([409, 'ERROR_NOT_CONFIRMABLE'])
    expect(
      await app.database.query(
        "select summary, lab_id from activity_log where action = 'delivery.confirm-error' and object_id = $1",
        [reportId],
      ),
    ).toEqual([{ summary: `Asked the recipients of report #${reportId} to delete it: 1`, lab_id: lab.id }])
  })

  it('reaches the recipient although the contact changed while it waited [DELIV-10]', async () => {
    const { reportId, patientId, email } = await sentReport()
    await withdrawWrong(reportId)
    await confirm(reportId)
    mailServer.state.refusalCode = 450
    mailServer.state.refusals = 1
    await sendDue()
    await app.database.execute("update patients set email = 'new3@mail.test' where id = $1", [patientId])
    await giveConsent(doctor, patientId, { email: false })
    await suite.makeDue(reportId)
    await sendDue()
    expect(textsTo(email)).toHaveLength(2)
  })

  it('lacks recipients when it was only handed over [DELIV-10]', async () => {
    const { reportId } = await sendableReport()
    await suite.handOver(reportId, 'slip')
    await withdrawWrong(reportId)
    expect(await sentInError(reportId)).toBeNull()
    expect((await confirm(reportId)).body.code).toBe('ERROR_NOT_CONFIRMABLE')
  })
})

describe('a lab that sends every published report', () => {
  const settings = { linkDays: 14, isAutomatic: true, quietFromHour: 0, quietUntilHour: 0 }
  const change = (changes: object = {}) =>
    admin.put(`/lab/updateDeliverySettings/${lab.id}`, { ...settings, ...changes })
  beforeEach(() => change())
  afterAll(() => change({ isAutomatic: false }))

  it('sends it once, in the language of the patient, with links that work as long as the lab says [DELIV-14]', async () => {
    const { patientId, email } = await sendableReport()
    await sendDue()
    await giveConsent(doctor, patientId, { language: 'ar' })
    const { id } = await publishReport(doctor, patientId, type)
    await Promise.all([sendDue(), sendDue()])
    await sendDue()
    expect(textsTo(email)).toHaveLength(2)
    const [delivery] = await deliveriesOf(id)
    expect(delivery).toMatchObject({ language: 'ar', requestedBy: null, state: 'sent', purpose: 'report' })
    const days = (Date.parse(delivery.link.endsAt) - Date.now()) / (24 * 60 * 60 * 1000)
    expect(days).toBeCloseTo(14, 1)
  })

  it('sends nothing without consent, and no second message for one that the staff sent [DELIV-14]', async () => {
    const patientId = await registerPatient(doctor)
    const { id } = await publishReport(doctor, patientId, type)
    const sent = await sendableReport()
    await send(sent.reportId)
    await sendDue()
    expect(await deliveriesOf(id)).toEqual([])
    expect(await deliveriesOf(sent.reportId)).toHaveLength(1)
  })

  it('waits for the end of the quiet hours, but not with other messages [DELIV-14]', async () => {
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Asia/Dubai' }).format(new Date()),
    )
    const quiet = { quietFromHour: hour, quietUntilHour: (hour + 2) % 24 }
    expect((await change(quiet)).status).toBe(200)
    const { reportId, email } = await sendableReport()
    await sendDue()
    const [waiting] = await deliveriesOf(reportId)
    expect(waiting.state).toBe('queued')
    const { due } = await app.database.one<{ due: string }>(
      "select to_char(due_at at time zone 'Asia/Dubai', 'HH24:MI') as due from deliveries where id = $1",
      [waiting.id],
    )
    expect(due).toBe(`${String((hour + 2) % 24).padStart(2, '0')}:00`)
    await send(reportId)
    await sendDue()
    expect(textsTo(email)).toHaveLength(1)
  })
})

describe('the end of quiet hours', () => {
  it.each([
    [21, 8, '2026-03-01T19:30:00Z', '2026-03-02T04:00:00.000Z'],
    [21, 8, '2026-03-01T17:00:00Z', '2026-03-02T04:00:00.000Z'],
    [21, 8, '2026-03-01T00:30:00Z', '2026-03-01T04:00:00.000Z'],
    [21, 8, '2026-03-01T04:00:00Z', undefined],
    [21, 8, '2026-03-01T16:59:59Z', undefined],
    [1, 5, '2026-03-01T00:30:00Z', '2026-03-01T01:00:00.000Z'],
    [1, 5, '2026-03-01T01:00:00Z', undefined],
    [8, 8, '2026-03-01T04:30:00Z', undefined],
  ])('comes for the hours from %i to %i o’clock at %s: %s [DELIV-14]', async (from, until, now, expected) => {
    await app.database.execute(
      'update lab_delivery_settings set quiet_from_hour = $1, quiet_until_hour = $2 where lab_id = $3',
      [from, until, lab.id],
    )
    const end = await findQuietEnd(app.database, {
      labId: lab.id,
      now: new Date(now),
      timeZone: 'Asia/Dubai',
    })
    expect(end).toBe(expected)
  })

  it('follows the local hour when the clocks change in the night [DELIV-14]', async () => {
    await app.database.execute(
      'update lab_delivery_settings set quiet_from_hour = 21, quiet_until_hour = 8 where lab_id = $1',
      [lab.id],
    )
    const now = new Date('2026-03-28T22:00:00Z')
    expect(await findQuietEnd(app.database, { labId: lab.id, now, timeZone: 'Europe/Berlin' })).toBe(
      '2026-03-29T06:00:00.000Z',
    )
  })
})
