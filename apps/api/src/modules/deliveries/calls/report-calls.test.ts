import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newDelegate } from '../../../testing/delegates.ts'
import { giveConsent, recordReportCall, startDeliveriesApp } from '../../../testing/deliveries.ts'
import { publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const suite = await stopAtEnd(startDeliveriesApp())
const { app, lab, type, doctor, sendableReport, send, sendDue } = suite
const receptionist = await app.signedIn('Receptionist', lab)

const listed = async (address: string, reportId: number) => {
  const rows = (await doctor.get(`/delivery/${address}limit=100`)).body.data
  return rows.filter(({ report }: { report: { id: number } }) => report.id === reportId)
}
const attentionOf = (reportId: number) => listed('getAll?view=attention&', reportId)

const fail = async (reportId: number) => {
  await send(reportId)
  await sendDue()
  await app.database.execute(
    "update deliveries set state = 'failed', failure = 'address-refused' where report_id = $1",
    [reportId],
  )
}
const failed = async () => {
  const report = await sendableReport()
  await fail(report.reportId)
  expect(await attentionOf(report.reportId)).toHaveLength(1)
  return report
}

describe('a call about a report', () => {
  it('shows its time, outcome and caller, and appears in the activity log [DELIV-60]', async () => {
    const { reportId, patientId } = await failed()
    const calledAt = new Date(Date.now() - 600_000).toISOString()
    const answer = await recordReportCall(receptionist, reportId, { outcome: 'no-answer', calledAt })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const by = { fullName: 'Receptionist Person' }
    expect(await attentionOf(reportId)).toEqual([
      expect.objectContaining({ call: { outcome: 'no-answer', note: null, calledAt, by } }),
    ])
    await recordReportCall(receptionist, reportId, { outcome: 'other', note: 'Asks for a print', calledAt })
    const [delivery] = await attentionOf(reportId)
    expect(delivery.call).toEqual({ outcome: 'other', note: 'Asks for a print', calledAt, by })
    const csv = await (await doctor.raw('GET', '/api/v1/delivery/export?view=attention')).text()
    expect(csv).toContain('Receptionist Person,Other: Asks for a print')
    expect(
      await app.database.query(
        "select summary, lab_id from activity_log where action = 'delivery.call' and object_id = $1 order by id limit 1",
        [reportId],
      ),
    ).toEqual([
      { summary: `Called patient ZL-${patientId} about report #${reportId}: no answer`, lab_id: lab.id },
    ])
  })

  it('takes a message from the list once its recipient was reached, until a later one fails [DELIV-61]', async () => {
    const { reportId } = await failed()
    await recordReportCall(doctor, reportId, { outcome: 'wrong-number' })
    expect(await attentionOf(reportId)).toHaveLength(1)
    await recordReportCall(doctor, reportId)
    expect(await attentionOf(reportId)).toEqual([])
    expect((await listed('getAll?', reportId))[0].call.outcome).toBe('reached')
    await fail(reportId)
    expect(await attentionOf(reportId)).toEqual([expect.objectContaining({ call: null })])
  })

  it('settles a link that was not opened, and a correction only when it was about the correction [DELIV-61]', async () => {
    const { reportId, patientId } = await sendableReport()
    await send(reportId)
    await sendDue()
    const ageBy = (days: number) =>
      app.database.execute(
        'update deliveries set sent_at = sent_at - make_interval(days => $2) where report_id = $1',
        [reportId, days],
      )
    await ageBy(4)
    expect(await attentionOf(reportId)).toHaveLength(1)
    await recordReportCall(doctor, reportId)
    expect(await attentionOf(reportId)).toEqual([])
    await app.database.execute(
      `update report_links set first_opened_at = now(), opened_version = 1
        where delivery_id in (select id from deliveries where report_id = $1)`,
      [reportId],
    )
    await doctor.put(`/report/update/${reportId}`, {
      ...{ title: 'Blood count', reportTypeId: type, patientId, fileUrl: await uploadFile(doctor) },
      reason: 'wrong-result',
    })
    await app.database.execute(
      `update reports set amended_at = amended_at - interval '2 days' where id = $1`,
      [reportId],
    )
    const corrections = () => listed('getAll?view=correction-not-opened&', reportId)
    expect(await corrections()).toEqual([
      expect.objectContaining({ report: { id: reportId, title: 'Blood count', version: 2 } }),
    ])
    await recordReportCall(doctor, reportId)
    expect(await corrections()).toHaveLength(1)
    await recordReportCall(doctor, reportId, { version: 2 })
    expect(await corrections()).toEqual([])
  })

  it('settles a report whose patient has no contact [DELIV-61]', async () => {
    const patientId = await registerPatient(doctor, { email: '' })
    await giveConsent(doctor, patientId, { whatsapp: false })
    const { id } = await publishReport(doctor, patientId, type)
    const noContact = () => listed('getWithoutContact?', id)
    await recordReportCall(doctor, id, { outcome: 'no-answer' })
    expect(await noContact()).toEqual([
      expect.objectContaining({ call: expect.objectContaining({ outcome: 'no-answer' }) }),
    ])
    const csv = await (await doctor.raw('GET', '/api/v1/delivery/export?view=no-contact')).text()
    expect(csv).toContain('Doctor Person,No answer')
    await recordReportCall(doctor, id)
    expect(await noContact()).toEqual([])
  })

  it('belongs to its recipient only [DELIV-61]', async () => {
    const { reportId, patientId } = await failed()
    const delegateId = await newDelegate(doctor, patientId)
    await recordReportCall(doctor, reportId, { delegateId })
    expect(await attentionOf(reportId)).toEqual([expect.objectContaining({ call: null })])
    const other = await sendableReport()
    const refused = await recordReportCall(doctor, other.reportId, { delegateId })
    expect([refused.status, refused.body.code]).toEqual([409, 'DELEGATE_NOT_FOUND'])
  })

  it('must not lie in the future, needs an existing version, and a note for another outcome [DELIV-62]', async () => {
    const { reportId } = await sendableReport()
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const statusOf = async (changes: object) => (await recordReportCall(doctor, reportId, changes)).status
    expect(await statusOf({ calledAt: later })).toBe(400)
    expect(await statusOf({ outcome: 'other' })).toBe(400)
    expect(await statusOf({ outcome: 'read-back' })).toBe(400)
    expect(await statusOf({ note: 'n'.repeat(1001) })).toBe(400)
    expect(await statusOf({ version: 2 })).toBe(409)
    await doctor.delete(`/report/deleteById/${reportId}`)
    expect((await recordReportCall(receptionist, reportId)).status).toBe(404)
    expect(await statusOf({})).toBe(200)
  })

  it('appears once for a repeated request, and stays unchanged [DELIV-62]', async () => {
    const { reportId } = await sendableReport()
    const key = { 'idempotency-key': randomUUID() }
    const call = { calledAt: new Date().toISOString() }
    const answers = await Promise.all([1, 2, 3].map(() => recordReportCall(doctor, reportId, call, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const calls = await app.database.query('select id from report_calls where report_id = $1', [reportId])
    expect(calls).toHaveLength(1)
  })
})
