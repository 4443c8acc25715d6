import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { giveConsent, startDeliveriesApp } from '../../../testing/deliveries.ts'
import { publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const suite = await stopAtEnd(startDeliveriesApp())
const {
  app,
  lab,
  doctor,
  admin,
  type,
  mailServer,
  sendableReport,
  send,
  sendDue,
  handOverPaper,
  deliveriesOf,
} = suite

const newReport = async () => {
  const patientId = await registerPatient(doctor)
  const { id } = await publishReport(doctor, patientId, type)
  return { patientId, reportId: id }
}
const amend = async (reportId: number, patientId: number) => {
  const fields = { title: 'Blood count', reportTypeId: type, patientId, reason: 'wrong-result' }
  const answer = await doctor.put(`/report/update/${reportId}`, {
    ...fields,
    fileUrl: await uploadFile(doctor),
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const withdraw = (reportId: number) => doctor.delete(`/report/deleteById/${reportId}`)
const purposesOf = async (reportId: number) =>
  (await deliveriesOf(reportId)).map(({ purpose }: { purpose: string }) => purpose)
const attentionOf = async (reportId: number) =>
  (await doctor.get('/delivery/getAll?view=attention&limit=100')).body.data.filter(
    (delivery: { report: { id: number } }) => delivery.report.id === reportId,
  )

describe('a report handed over on paper', () => {
  it('creates a delivery without a link, with its entry in the activity log [DELIV-45]', async () => {
    const { reportId, patientId } = await newReport()
    const receptionist = await app.signedIn('Receptionist', lab)
    const answer = await handOverPaper(reportId, 1, receptionist)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({
        report: { id: reportId, title: 'Blood count', version: 1 },
        patient: expect.objectContaining({ id: patientId }),
        channel: 'paper',
        purpose: 'report',
        contact: null,
        delegate: null,
        state: 'handed-over',
        reportVersion: 1,
        requestedBy: { fullName: 'Receptionist Person' },
        sentAt: expect.any(String),
        link: null,
      }),
    ])
    const events = [expect.objectContaining({ kind: 'handed-over', by: { fullName: 'Receptionist Person' } })]
    expect(await deliveriesOf(reportId)).toEqual([{ ...answer.body.data, events }])
    expect(
      await app.database.query(
        "select action, summary, lab_id from activity_log where action like 'delivery.%' and object_id = $1",
        [reportId],
      ),
    ).toEqual([
      {
        action: 'delivery.paper',
        summary: `Handed over version 1 of report #${reportId} on paper to patient ZL-${patientId}`,
        lab_id: lab.id,
      },
    ])
  })

  it('counts once for a repeated request, even when both arrive at once [DELIV-45]', async () => {
    const { reportId } = await newReport()
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => handOverPaper(reportId, 1, doctor, key)))
    answers.push(await handOverPaper(reportId, 1, doctor, key))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await deliveriesOf(reportId)).toHaveLength(1)
  })

  it('belongs to the surviving record of a merge [DELIV-45]', async () => {
    const { reportId, patientId } = await newReport()
    await handOverPaper(reportId)
    const survivorId = await registerPatient(doctor)
    const merged = await admin.post('/patient/merge', {
      survivorId,
      mergedId: patientId,
      reason: 'Registered twice',
    })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const again = await handOverPaper(reportId)
    expect(again.body.data.patient.id).toBe(survivorId)
    for (const id of [survivorId, patientId])
      expect((await doctor.get(`/delivery/getOfPatient/${id}`)).body.data).toHaveLength(2)
  })

  it('fails for another lab, and for a withdrawn or corrected report [DELIV-46]', async () => {
    const { reportId, patientId } = await newReport()
    const outsider = await app.signedIn('Receptionist')
    const foreign = await handOverPaper(reportId, 1, outsider)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await handOverPaper(999_999, 1, outsider)).body)
    await amend(reportId, patientId)
    for (const version of [1, 3]) {
      const { status, body } = await handOverPaper(reportId, version)
      expect([status, body.code]).toEqual([409, 'PRINT_OUTDATED'])
    }
    expect((await handOverPaper(reportId, 2)).status).toBe(200)
    await withdraw(reportId)
    const withdrawn = await handOverPaper(reportId, 2)
    expect([withdrawn.status, withdrawn.body.code]).toEqual([409, 'REPORT_WITHDRAWN'])
    const receptionist = await app.signedIn('Receptionist', lab)
    expect((await handOverPaper(reportId, 2, receptionist)).status).toBe(404)
    expect(await deliveriesOf(reportId)).toHaveLength(1)
  })

  it('cannot be sent again or ended [DELIV-47]', async () => {
    const { reportId } = await newReport()
    const { id } = (await handOverPaper(reportId)).body.data
    for (const [action, code] of [
      ['resend', 'DELIVERY_NOT_RESENDABLE'],
      ['revoke', 'LINK_ALREADY_ENDED'],
    ]) {
      const { status, body } = await doctor.post(`/delivery/${action}/${id}`)
      expect([status, body.code]).toEqual([409, code])
    }
  })

  it('appears under its channel and in the export [DELIV-47]', async () => {
    const { reportId, patientId } = await newReport()
    const { id } = (await handOverPaper(reportId)).body.data
    const query = `view=all&channel=paper&search=ZL-${patientId}`
    const found = (await doctor.get(`/delivery/getAll?${query}`)).body.data
    expect(found.map((delivery: { id: number }) => delivery.id)).toEqual([id])
    const csv = await (await doctor.raw('GET', `/api/v1/delivery/export?${query}`)).text()
    expect(csv.split('\r\n')[1]).toMatch(new RegExp(`^${id},.*,Blood count,Paper,,,Report,en,Handed over,,`))
  })
})

describe('what needs attention', () => {
  const notOpened = async () => {
    const report = await sendableReport()
    await send(report.reportId)
    await sendDue()
    await app.database.execute(
      "update deliveries set sent_at = sent_at - interval '4 days' where report_id = $1",
      [report.reportId],
    )
    return report
  }

  it('leaves out reports that the patient has on paper [DELIV-47]', async () => {
    const { reportId, patientId } = await notOpened()
    expect(await attentionOf(reportId)).toHaveLength(1)
    await handOverPaper(reportId)
    await app.database.execute(
      "update deliveries set sent_at = sent_at - interval '9 days' where report_id = $1",
      [reportId],
    )
    expect(await attentionOf(reportId)).toEqual([])
    await amend(reportId, patientId)
    await suite.makeDue(reportId)
    await sendDue()
    await app.database.execute(
      "update deliveries set sent_at = sent_at - interval '4 days' where report_id = $1 and report_version = 2",
      [reportId],
    )
    expect(await attentionOf(reportId)).toHaveLength(1)
  })

  it('leaves out a message that failed although the paper came first, and keeps one about a withdrawal [DELIV-47]', async () => {
    const { reportId } = await sendableReport()
    await handOverPaper(reportId)
    const { id } = (await send(reportId)).body.data
    await app.database.execute("update deliveries set state = 'failed', due_at = null where id = $1", [id])
    expect(await attentionOf(reportId)).toEqual([])
    await app.database.execute("update deliveries set purpose = 'withdrawn' where id = $1", [id])
    expect(await attentionOf(reportId)).toHaveLength(1)
  })

  it('leaves out a correction that was handed over, and not one before it [DELIV-47]', async () => {
    const { reportId, patientId } = await notOpened()
    await app.database.execute(
      `update report_links set first_opened_at = now(), opened_version = 1
        where delivery_id in (select id from deliveries where report_id = $1)`,
      [reportId],
    )
    await handOverPaper(reportId)
    await amend(reportId, patientId)
    await app.database.transaction(async (tx) => {
      await tx.execute('alter table reports disable trigger user')
      await tx.execute("update reports set amended_at = now() - interval '2 days' where id = $1", [reportId])
      await tx.execute('alter table reports enable trigger user')
    })
    expect(await attentionOf(reportId)).toHaveLength(1)
    await handOverPaper(reportId, 2)
    expect(await attentionOf(reportId)).toEqual([])
  })
})

describe('a patient who has a report on paper', () => {
  it('gets a message about its correction and its withdrawal [DELIV-48]', async () => {
    const { reportId, patientId, email } = await sendableReport()
    await handOverPaper(reportId)
    await amend(reportId, patientId)
    await sendDue()
    await suite.makeDue(reportId)
    await sendDue()
    expect(await purposesOf(reportId)).toEqual(['amended', 'report'])
    await withdraw(reportId)
    await sendDue()
    expect(await purposesOf(reportId)).toEqual(['withdrawn', 'amended', 'report'])
    expect(mailServer.mailsTo(email)).toHaveLength(2)
  })

  it('gets none without a consent, and none about a report of another patient [DELIV-48]', async () => {
    const { reportId, patientId } = await sendableReport()
    await giveConsent(doctor, patientId, { email: false, whatsapp: false })
    await handOverPaper(reportId)
    await withdraw(reportId)
    const wrong = await sendableReport()
    await handOverPaper(wrong.reportId)
    await withdrawReport(doctor, wrong.reportId, { reason: 'wrong-patient' })
    await sendDue()
    expect(await purposesOf(reportId)).toEqual(['report'])
    expect(await purposesOf(wrong.reportId)).toEqual(['report'])
  })
})
