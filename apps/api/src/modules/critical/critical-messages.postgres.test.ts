import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../testing/api-client.ts'
import { recordCall, seenReport, useCritical } from '../../testing/critical.ts'
import { giveConsent, startDeliveriesApp } from '../../testing/deliveries.ts'
import { publishReport, registerPatient, uploadFile } from '../../testing/test-records.ts'
import { stopAtEnd } from '../../testing/stop-at-end.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

const suite = await stopAtEnd(startDeliveriesApp())
const { app, lab, doctor, admin, type, mailServer, send, sendDue, deliveriesOf } = suite
await useCritical(admin, lab.id)
await app.database.execute(
  `insert into lab_delivery_settings (lab_id, is_automatic, quiet_from_hour, quiet_until_hour) values ($1, true, 0, 0)
     on conflict (lab_id) do update set is_automatic = true, quiet_from_hour = 0, quiet_until_hour = 0`,
  [lab.id],
)

const critical = async (changes: object = {}) => {
  const patientId = await registerPatient(doctor)
  sure(await giveConsent(doctor, patientId))
  const email = sure(await doctor.get(`/patient/getById/${patientId}`)).email as string
  const { id } = await publishReport(doctor, patientId, type, { isCritical: true, ...changes })
  await sendDue()
  return { id, patientId, mails: () => mailServer.mailsTo(email) }
}
const call = (id: number, changes: object = {}) => recordCall(doctor, id, changes)
const states = async (id: number) =>
  (await deliveriesOf(id)).map(({ state, hold }: { state: string; hold: string | null }) => [state, hold])

describe('the patient of a critical report', () => {
  it('gets no message before the call is read back, and then one [CRIT-16]', async () => {
    const { id, mails } = await critical()
    expect(await states(id)).toEqual([['held', 'critical']])
    sure(await call(id, { outcome: 'reached' }))
    await sendDue()
    expect(mails()).toEqual([])
    sure(await call(id))
    await Promise.all([sendDue(), sendDue()])
    await sendDue()
    expect(mails()).toHaveLength(1)
    expect(await states(id)).toEqual([['sent', null]])
  })

  it('gets what was asked for when a Doctor says so, with a reason that is recorded [CRIT-17]', async () => {
    const { id, patientId, mails } = await critical()
    const technician = await app.signedIn('Technician', lab)
    const reason = { reason: 'The patient is on the way to the hospital' }
    const seen = await seenReport(doctor, id)
    for (const client of [technician, admin])
      expect((await client.post(`/critical/allowMessage/${id}`, { ...seen, ...reason })).status).toBe(403)
    expect((await doctor.post(`/critical/allowMessage/${id}`, { ...seen, reason: ' ' })).status).toBe(400)
    sure(await doctor.post(`/critical/allowMessage/${id}`, { ...seen, ...reason }))
    expect((await doctor.post(`/critical/allowMessage/${id}`, { ...seen, ...reason })).body.code).toBe(
      'CRITICAL_MESSAGE_ALLOWED',
    )
    await sendDue()
    expect(mails()).toHaveLength(1)
    const [result] = sure(await doctor.get(`/critical/getByReportId/${id}`)).results
    expect(result).toMatchObject({ closed: null, messageAllowed: reason })
    // A correction after the call waits for its own call.
    sure(await call(id))
    const fileUrl = await uploadFile(doctor)
    const fields = { title: 'Corrected', reportTypeId: type, patientId, fileUrl, reason: 'wrong-result' }
    sure(await doctor.put(`/report/update/${id}`, fields))
    await sendDue()
    expect((await states(id))[0]).toEqual(['held', 'critical'])
    sure(await call(id))
    await sendDue()
    expect(mails()).toHaveLength(2)
  })

  it('still gets the report from staff, and never waits for payment [CRIT-18]', async () => {
    const isOn = { isOn: true, holdsUnpaid: true }
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, isOn))
    const { id, patientId, mails } = await critical()
    const due = sure(await doctor.post(`/visit/create/${patientId}`, { payment: 'due', reportIds: [id] }))
    expect(due.payment).toBe('due')
    sure(await suite.handOver(id, 'slip'))
    sure(await send(id))
    sure(await call(id))
    await sendDue()
    expect(mails().map(({ text }) => text)).toEqual([
      expect.stringMatching(/a document is ready/),
      expect.stringMatching(/a document is ready/),
    ])
  })

  it('gets what waited for a flag that a Doctor removes as a mistake; its calls are kept [CRIT-36]', async () => {
    const { id, mails } = await critical()
    sure(await call(id, { outcome: 'reached' }))
    const [open] = sure(await doctor.get(`/critical/getByReportId/${id}`)).results
    const seen = await seenReport(doctor, id)
    const remove = (reason: string, client: ApiClient = doctor) =>
      client.post(`/critical/removeFlag/${open.id}`, { ...seen, reason })
    const reason = 'The analyzer printed the wrong unit'
    for (const role of ['Technician', 'Receptionist'] as const)
      expect((await remove(reason, await app.signedIn(role, lab))).status).toBe(403)
    expect((await remove(reason, await app.signedIn('Doctor'))).status).toBe(404)
    for (const text of ['Too short', 'x'.repeat(501)])
      expect((await remove(text)).body.errors?.[0]?.path).toBe('reason')
    expect(await states(id)).toEqual([['held', 'critical']])
    sure(await remove(reason))
    expect((await remove(reason)).body.code).toBe('CRITICAL_NOT_OPEN')
    await sendDue()
    expect(mails()).toHaveLength(1)
    const [result] = sure(await doctor.get(`/critical/getByReportId/${id}`)).results
    expect(result).toMatchObject({
      closed: { as: 'mistaken', by: { fullName: 'Doctor Person' }, reason },
      calls: [{ outcome: 'reached' }],
    })
    const [{ summary }] = (await admin.get('/activity/getAll?action=critical.remove-flag&limit=1')).body.data
    expect(summary).toBe(
      `Removed the critical flag of report #${id}, version 1, which was a mistake: ${reason}`,
    )
    // A correction of what was never critical starts no clock.
    const fields = { title: 'Corrected', reportTypeId: type, reason: 'wrong-result' }
    const { patient } = sure(await doctor.get(`/report/getById/${id}`))
    const fileUrl = await uploadFile(doctor)
    sure(await doctor.put(`/report/update/${id}`, { ...fields, patientId: patient.id, fileUrl }))
    expect(sure(await doctor.get(`/critical/getByReportId/${id}`)).results).toHaveLength(1)
  })

  it('gets nothing of a report that was withdrawn before the call [CRIT-07]', async () => {
    const { id, mails } = await critical()
    sure(await withdrawReport(doctor, id, { reason: 'wrong-file' }))
    await sendDue()
    expect(mails()).toEqual([])
    expect(
      await app.database.query('select 1 from deliveries where report_id = $1 and state = $2', [id, 'held']),
    ).toEqual([])
  })
})
