import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashSecretToken } from '../../../platform/secret-token.ts'
import { sure } from '../../../testing/api-client.ts'
import { insertDelegate } from '../../../testing/delegates.ts'
import { giveConsent, startDeliveriesApp, type DeliveriesApp } from '../../../testing/deliveries.ts'
import { LinkClient } from '../../../testing/link-client.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'

const BORN = '1990-05-01'
const SENTENCE = 'Your report is ready. Please contact the lab.'

let suite: DeliveriesApp
let { app, lab, doctor, admin, type, mailServer, send, sendDue, deliveriesOf } = {} as DeliveriesApp
let receptionist: Awaited<ReturnType<DeliveriesApp['app']['signedIn']>>
beforeAll(async () => {
  suite = await startDeliveriesApp()
  ;({ app, lab, doctor, admin, type, mailServer, send, sendDue, deliveriesOf } = suite)
  receptionist = await app.signedIn('Receptionist', lab)
})
afterAll(() => suite.stop())

const setHolding = async (holdsUnpaid: boolean, isOn = true) =>
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn, holdsUnpaid }))
beforeEach(async () => {
  await app.database.execute('delete from rate_limits')
  await setHolding(true)
})

const setPayment = (visitId: number, payment: string) =>
  receptionist.put(`/visit/update/${visitId}`, { payment })
const newVisit = async (patientId: number, payment = 'due'): Promise<number> =>
  sure(await receptionist.post(`/visit/create/${patientId}`, { payment })).id
const reportOf = async (payment = 'due') => {
  const patientId = await registerPatient(doctor, { dob: BORN })
  sure(await giveConsent(doctor, patientId))
  const { email } = (await doctor.get(`/patient/getById/${patientId}`)).body.data
  const visitId = await newVisit(patientId, payment)
  const { id: reportId } = await publishReport(doctor, patientId, type, { visitId })
  return { patientId, email: email as string, visitId, reportId }
}
const heldReport = async () => {
  const report = await reportOf()
  sure(await send(report.reportId))
  await sendDue()
  return report
}
const textsTo = (email: string) => mailServer.mailsTo(email).map(({ text }) => text)
const statesOf = async (reportId: number): Promise<string[]> =>
  (await deliveriesOf(reportId)).map(
    ({ purpose, state }: { purpose: string; state: string }) => `${purpose} ${state}`,
  )
const linkIn = (text: string | undefined) => new LinkClient(app, /\/r\/(\w+)/.exec(text ?? '')?.[1] ?? '')
const openedLink = async () => {
  const report = await reportOf('paid')
  sure(await send(report.reportId))
  await sendDue()
  const link = linkIn(textsTo(report.email)[0])
  await link.identify(BORN)
  return { ...report, link }
}

describe('a link to a report of a visit that is due', () => {
  it('is sent at once unless the lab holds links, or the payment is not due [PAY-02]', async () => {
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
    expect((await receptionist.get(`/lab/getVisitSettings/${lab.id}`)).body.data).toEqual({
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
    expect(textsTo(email)).toEqual([`Harbour Lab: ${SENTENCE} Call +97141234567`])
    expect(await statesOf(reportId)).toEqual(['contact-lab sent', 'report held'])
    expect(await statesOf(second)).toEqual(['report held'])
    const [{ events }] = await deliveriesOf(second)
    expect(events).toMatchObject([{ kind: 'held', detail: 'unpaid' }])
  })

  it('is in Arabic for a patient who reads it [PAY-03]', async () => {
    const { email, reportId } = await reportOf()
    sure(await doctor.post(`/delivery/send/${reportId}`, { language: 'ar' }))
    await sendDue()
    expect(textsTo(email)[0]).toContain('تقريركم جاهز. يرجى التواصل مع المختبر.')
  })

  it.each(['paid', 'waived'])(
    'is sent exactly once when it is %s, by two at once [PAY-04]',
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
        expect.stringContaining(SENTENCE),
        expect.stringMatching(/^Harbour Lab: a document is ready\. http/),
      ])
      expect(await statesOf(reportId)).toEqual(['contact-lab sent', 'report sent'])
      expect((await linkIn(textsTo(email)[1]).identify(BORN)).status).toBe(303)
    },
  )

  it('is not sent when it is due again before the worker comes to it [PAY-05]', async () => {
    const { email, visitId, reportId } = await reportOf('paid')
    sure(await send(reportId))
    sure(await setPayment(visitId, 'due'))
    await sendDue()
    expect(textsTo(email)).toEqual([expect.stringContaining(SENTENCE)])
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

  it('is sent once the lab stops holding links, or stops using visits [PAY-06]', async () => {
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

  it('is canceled with its report, its consent, or by staff [PAY-06]', async () => {
    const [withdrawn, refused, stopped] = [await heldReport(), await heldReport(), await heldReport()]
    await doctor.delete(`/report/deleteById/${withdrawn.reportId}`, { reason: 'wrong-file' })
    sure(await giveConsent(doctor, refused.patientId, { email: false }))
    const [, waiting] = await deliveriesOf(stopped.reportId)
    sure(await doctor.post(`/delivery/revoke/${waiting.id}`))
    await sendDue()
    for (const { reportId } of [withdrawn, refused, stopped])
      expect(await statesOf(reportId)).toEqual(['contact-lab sent', 'report canceled'])
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
    expect(textsTo(delegate.email ?? '')).toEqual([expect.stringContaining(SENTENCE)])
  })
})

describe('the pages of a patient', () => {
  it('show the same sentence instead of a held report, and no file [PAY-08]', async () => {
    const { link, visitId } = await openedLink()
    expect((await link.get()).html).toContain('Blood count')
    sure(await setPayment(visitId, 'due'))
    const { status, html } = await link.get()
    expect(status).toBe(200)
    expect(html).toContain(SENTENCE)
    expect(html).not.toContain('Blood count')
    for (const path of ['/file', '/file?download=1', '/slip', '/pass', '/reports', '/views', '/code'])
      expect((await link.get(path)).html, path).not.toMatch(/%PDF|Blood count|<form[^>]*send-code/)
    expect((await link.get('/page')).status).toBe(404)
    const other = new LinkClient(app, link.token)
    expect((await other.get()).html).not.toContain(SENTENCE)
    await other.identify(BORN)
    expect((await other.get()).html).toContain(SENTENCE)
    expect((await link.get('?lang=ar')).html).toContain('تقريركم جاهز. يرجى التواصل مع المختبر.')
    sure(await setPayment(visitId, 'paid'))
    expect((await link.get()).html).toContain('Blood count')
  })

  it('list no held report of the patient, and open none [PAY-08]', async () => {
    const { link, patientId } = await openedLink()
    const visitId = await newVisit(patientId)
    const held = await publishReport(doctor, patientId, type, { visitId, title: 'Lipid panel' })
    await app.database.execute(
      `update link_sessions set has_code = true
        where link_id = (select id from report_links where token_hash = $1)`,
      [hashSecretToken(link.token)],
    )
    const listed = async () => (await link.get('/reports')).html
    expect(await listed()).toContain('Blood count')
    expect(await listed()).not.toContain('Lipid panel')
    expect((await link.get(`/reports/${held.id}/file`)).status).toBe(404)
    sure(await setPayment(visitId, 'paid'))
    expect(await listed()).toContain('Lipid panel')
    expect((await link.get(`/reports/${held.id}/file`)).status).toBe(200)
  })
})

describe('what staff hand over', () => {
  it('is not held: the link opens, paper is recorded, the code is checked, staff read the report [PAY-09]', async () => {
    const { reportId, visitId } = await reportOf()
    const slip = sure(await suite.handOver(reportId, 'slip'))
    expect(slip.delivery.state).toBe('handed-over')
    const link = linkIn(slip.link)
    await link.identify(BORN)
    expect((await link.get()).html).toContain('Blood count')
    expect((await link.get('/file')).status).toBe(200)
    const { summary } = (await admin.get('/activity/getAll?action=delivery.hand-over&limit=1')).body.data[0]
    expect(summary).toContain('held from the patient')
    expect((await suite.handOverPaper(reportId)).status).toBe(200)
    const { code } = await app.database.one<{ code: string }>(
      'select code from verification_codes where report_id = $1',
      [reportId],
    )
    const page = await (await app.client().raw('GET', `/v/${code}`)).text()
    sure(await setPayment(visitId, 'paid'))
    const strip = (text: string) => text.replace(/name="key" value="[^"]*"/g, '')
    expect(strip(await (await app.client().raw('GET', `/v/${code}`)).text())).toBe(strip(page))
    expect((await doctor.get(`/report/getById/${reportId}`)).status).toBe(200)
  })
})
