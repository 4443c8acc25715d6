import { beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { insertDelegate } from '../../../testing/delegates.ts'
import { giveConsent } from '../../../testing/deliveries.ts'
import { BORN, CONTACT_THE_LAB, startHeldLinks } from '../../../testing/held-links.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const suite = await stopAtEnd(startHeldLinks())
const {
  app,
  lab,
  doctor,
  admin,
  receptionist,
  type,
  mailServer,
  send,
  sendDue,
  deliveriesOf,
  setHolding,
  setPayment,
  newVisit,
  reportOf,
  heldReport,
  openedLink,
  textsTo,
  statesOf,
  linkIn,
} = suite

beforeEach(async () => {
  await app.database.execute('delete from rate_limits')
  await suite.setHolding(true)
})

describe('a link to a report of a visit that is due', () => {
  it('goes out at once unless the lab holds links and the payment is due [PAY-02]', async () => {
    for (const payment of ['unknown', 'paid']) {
      const { email, reportId } = await reportOf(payment)
      sure(await send(reportId))
      await sendDue()
      expect(textsTo(email), payment).toEqual([expect.stringContaining('/r/')])
    }
    await setHolding(false)
    const { email, reportId } = await reportOf()
    sure(await send(reportId))
    await sendDue()
    expect(textsTo(email)).toEqual([expect.stringContaining('/r/')])
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
    expect((await receptionist.get(`/lab/getVisitSettings/${lab.id}`)).body.data).toMatchObject({
      isOn: true,
      holdsUnpaid: false,
    })
  })

  it('waits, and the patient is asked once to contact the lab, without a link [PAY-03]', async () => {
    const { patientId, email, visitId, reportId } = await reportOf()
    expect((await doctor.get(`/delivery/getOptions/${reportId}`)).body.data.hold).toBe('unpaid')
    expect(sure(await send(reportId))).toMatchObject({ state: 'held', hold: 'unpaid', sentAt: null })
    const { id: second } = await publishReport(doctor, patientId, type, { visitId })
    sure(await send(second))
    await Promise.all([sendDue(), sendDue()])
    await sendDue()
    expect(textsTo(email)).toEqual([`Harbour Lab: ${CONTACT_THE_LAB} Call +97141234567`])
    expect(await statesOf(reportId)).toEqual(['contact-lab sent', 'report held'])
    expect(await statesOf(second)).toEqual(['report held'])
    const [{ events }] = await deliveriesOf(second)
    expect(events).toMatchObject([{ kind: 'held', detail: 'unpaid' }])
  })

  it('comes in Arabic for a patient who reads it [PAY-03]', async () => {
    const { email, reportId } = await reportOf()
    sure(await doctor.post(`/delivery/send/${reportId}`, { language: 'ar' }))
    await sendDue()
    expect(textsTo(email)[0]).toContain('تقريركم جاهز. يرجى التواصل مع المختبر.')
  })

  it.each(['paid', 'waived'])(
    'goes out exactly once when it is %s, by two at once [PAY-04]',
    async (payment) => {
      const { email, visitId, reportId } = await heldReport()
      const waived = payment === 'waived' ? { waiverReason: 'Staff member' } : {}
      const pay = () => doctor.put(`/visit/update/${visitId}`, { payment, ...waived })
      const queued = () =>
        app.database.one<{ count: number }>(
          `select count(*) from graphile_worker.jobs where task_identifier = 'send-deliveries'`,
        )
      const before = (await queued()).count
      await Promise.all([pay(), pay(), sendDue()])
      expect((await queued()).count).toBeGreaterThan(before)
      const { connectionString, dataDir } = app
      const other = await startTestApp({
        smtpUrl: mailServer.url,
        installation: { connectionString, dataDir },
      })
      try {
        await Promise.all([sendDue(), other.services.deliveryWorker.run()])
        await sendDue()
      } finally {
        await other.stop()
      }
      expect(textsTo(email)).toEqual([
        expect.stringContaining(CONTACT_THE_LAB),
        expect.stringMatching(/^Harbour Lab: a document is ready\. http/),
      ])
      expect(await statesOf(reportId)).toEqual(['contact-lab sent', 'report sent'])
      expect((await linkIn(textsTo(email)[1]).identify(BORN)).status).toBe(303)
    },
  )

  it('waits when it is due again before the worker comes to it [PAY-05]', async () => {
    const { email, visitId, reportId } = await reportOf('paid')
    sure(await send(reportId))
    sure(await setPayment(visitId, 'due'))
    await sendDue()
    expect(textsTo(email)).toEqual([expect.stringContaining(CONTACT_THE_LAB)])
    sure(await setPayment(visitId, 'paid'))
    await app.database.execute(
      "update deliveries set state = 'queued', hold = null, due_at = now() where hold is not null",
    )
    sure(await setPayment(visitId, 'due'))
    await sendDue()
    expect(await statesOf(reportId)).toEqual(['contact-lab sent', 'report held'])
    expect(textsTo(email)).toHaveLength(1)
  })

  it('replaces the request to contact the lab when it is paid before that is sent [PAY-05]', async () => {
    const { email, visitId, reportId } = await reportOf()
    sure(await send(reportId))
    sure(await setPayment(visitId, 'paid'))
    await sendDue()
    expect(await statesOf(reportId)).toEqual(['contact-lab canceled', 'report sent'])
    expect(textsTo(email)).toEqual([expect.stringContaining('/r/')])
  })

  it('goes out once the lab stops holding links, or stops using visits [PAY-06]', async () => {
    for (const settings of [
      { holdsUnpaid: false, isOn: true },
      { holdsUnpaid: true, isOn: false },
    ]) {
      await setHolding(true)
      const { email, reportId } = await heldReport()
      await setHolding(settings.holdsUnpaid, settings.isOn)
      await sendDue()
      expect(await statesOf(reportId)).toEqual(['contact-lab sent', 'report sent'])
      expect(textsTo(email)).toHaveLength(2)
    }
  })

  it('follows the visit: another one, none, a canceled one, or that of a merged record [PAY-06]', async () => {
    const moved = await heldReport()
    const paid = await newVisit(moved.patientId, 'paid')
    sure(await receptionist.put(`/visit/update/${moved.visitId}`, { reportIds: [] }))
    sure(await receptionist.put(`/visit/update/${paid}`, { reportIds: [moved.reportId] }))
    const canceled = await heldReport()
    sure(await receptionist.post(`/visit/cancel/${canceled.visitId}`))
    const merged = await heldReport()
    const survivorId = await registerPatient(doctor)
    sure(
      await admin.post('/patient/merge', { survivorId, mergedId: merged.patientId, reason: 'Same person' }),
    )
    await sendDue()
    expect(await statesOf(moved.reportId)).toEqual(['contact-lab sent', 'report sent'])
    expect(await statesOf(canceled.reportId)).toEqual(['contact-lab sent', 'report sent'])
    expect(await statesOf(merged.reportId)).toEqual(['contact-lab sent', 'report held'])
  })

  it('ends with its report, its consent, or by staff [PAY-06]', async () => {
    const [withdrawn, refused, stopped] = [await heldReport(), await heldReport(), await heldReport()]
    await withdrawReport(doctor, withdrawn.reportId, { reason: 'wrong-file' })
    sure(await giveConsent(doctor, refused.patientId, { email: false }))
    const [, waiting] = await deliveriesOf(stopped.reportId)
    sure(await doctor.post(`/delivery/revoke/${waiting.id}`))
    await sendDue()
    for (const { reportId } of [withdrawn, refused, stopped])
      expect(await statesOf(reportId)).toEqual(['contact-lab sent', 'report canceled'])
  })

  it('waits for the end of the quiet hours when it is freed [PAY-11]', async () => {
    const setQuiet = async (quiet: object) =>
      sure(
        await admin.put(`/lab/updateDeliverySettings/${lab.id}`, {
          ...{ linkDays: 30, isAutomatic: false, ...quiet },
        }),
      )
    const { email, visitId, reportId } = await heldReport()
    const withdrawn = await heldReport()
    const hour = (new Date().getUTCHours() + 4) % 24
    await setQuiet({ quietFromHour: hour, quietUntilHour: (hour + 2) % 24 })
    try {
      sure(await setPayment(visitId, 'paid'))
      await withdrawReport(doctor, withdrawn.reportId, { reason: 'wrong-file' })
      await sendDue()
      expect(await statesOf(reportId)).toEqual(['contact-lab sent', 'report queued'])
      expect(await statesOf(withdrawn.reportId)).toEqual(['contact-lab sent', 'report canceled'])
      const { minutes } = await app.database.one<{ minutes: number }>(
        `select extract(epoch from due_at - now())::integer / 60 as minutes from deliveries where report_id = $1 and state = 'queued'`,
        [reportId],
      )
      expect(minutes).toBeGreaterThanOrEqual(59)
      expect(minutes).toBeLessThanOrEqual(120)
      await app.database.execute(
        "update deliveries set due_at = now() where report_id = $1 and state = 'queued'",
        [reportId],
      )
      await sendDue()
      expect(textsTo(email)).toHaveLength(2)
    } finally {
      await setQuiet({ quietFromHour: 0, quietUntilHour: 0 })
    }
  })

  it('goes out although any number of others before it still wait [PAY-12]', async () => {
    const waiting = await heldReport()
    await app.database.execute(
      `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version, state, hold)
       select report_id, lab_id, 1, 'email', 'report', 'many@mail.test', 'en', 1, 'held', 'unpaid'
         from deliveries cross join generate_series(1, 1200) where report_id = $1 and state = 'held'`,
      [waiting.reportId],
    )
    const { email, visitId } = await heldReport()
    sure(await setPayment(visitId, 'paid'))
    await sendDue()
    expect(textsTo(email)).toHaveLength(2)
    const { held } = await app.database.one<{ held: number }>(
      "select count(*) as held from deliveries where report_id = $1 and state = 'held'",
      [waiting.reportId],
    )
    expect(held).toBe(1201)
    await app.database.execute("delete from deliveries where contact = 'many@mail.test'")
  })

  it('waits as well when it is automatic, a correction, sent again, renewed, or for a delegate [PAY-07]', async () => {
    await admin.put(`/lab/updateDeliverySettings/${lab.id}`, {
      ...{ linkDays: 30, isAutomatic: true, quietFromHour: 0, quietUntilHour: 0 },
    })
    const automatic = await reportOf()
    await sendDue()
    expect(await statesOf(automatic.reportId)).toEqual(['contact-lab sent', 'report held'])
    await admin.put(`/lab/updateDeliverySettings/${lab.id}`, {
      ...{ linkDays: 30, isAutomatic: false, quietFromHour: 0, quietUntilHour: 0 },
    })
    const read = await openedLink()
    sure(await setPayment(read.visitId, 'due'))
    const amended = await doctor.put(`/report/update/${read.reportId}`, {
      ...{ title: 'Blood count', reportTypeId: type, patientId: read.patientId, reason: 'wrong-result' },
      fileUrl: await uploadFile(doctor),
    })
    expect(amended.status).toBe(200)
    await sendDue()
    expect(await statesOf(read.reportId)).toEqual(['contact-lab sent', 'amended held', 'report sent'])

    const failed = await reportOf('paid')
    sure(await send(failed.reportId))
    await app.database.execute("update deliveries set state = 'failed', due_at = null where report_id = $1", [
      failed.reportId,
    ])
    sure(await setPayment(failed.visitId, 'due'))
    const [{ id }] = await deliveriesOf(failed.reportId)
    const [again] = sure(await doctor.post('/delivery/resendMany', { ids: [id] }))
    expect(again.delivery).toMatchObject({ state: 'held', hold: 'unpaid' })
    expect((await doctor.post(`/delivery/resend/${id}`)).body.code).toBe('DELIVERY_NOT_RESENDABLE')

    const expired = await openedLink()
    sure(await setPayment(expired.visitId, 'due'))
    await app.database.execute(
      'update report_links set expires_at = now() where delivery_id in (select id from deliveries where report_id = $1)',
      [expired.reportId],
    )
    await expired.link.post('/renew')
    await sendDue()
    expect(await statesOf(expired.reportId)).toEqual(['contact-lab sent', 'renewal held', 'report sent'])

    const child = await reportOf()
    const delegate = await insertDelegate(app.database, child.patientId, {
      by: receptionist.user.id,
      kind: 'delegate',
    })
    sure(await doctor.post(`/delivery/send/${child.reportId}`, { language: 'en', delegateId: delegate.id }))
    await sendDue()
    expect(textsTo(delegate.email ?? '')).toEqual([expect.stringContaining(CONTACT_THE_LAB)])
  })
})
