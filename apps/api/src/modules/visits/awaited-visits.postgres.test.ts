import type { AwaitedVisit, PatientVisits } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiAnswer, type ApiClient } from '../../testing/api-client.ts'
import { decisionOn, needTwoPersons } from '../../testing/release.ts'
import { type TestLab, useTestApp } from '../../testing/test-app.ts'
import { addReportType, patientFields, publishReport, registerPatient } from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

let lab: TestLab
let doctor: ApiClient
let receptionist: ApiClient

const app = await useTestApp()
const admin = await app.signedIn('Admin')
const blood = await addReportType(admin)

beforeEach(async () => {
  lab = await app.createLab()
  doctor = await app.signedIn('Doctor', lab)
  receptionist = await app.signedIn('Receptionist', lab)
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
})

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const visitOf = async (patientId: number, fields: object): Promise<number> =>
  sure(await receptionist.post(`/visit/create/${patientId}`, { reportTypeIds: [blood], ...fields })).id
const promisedIn = async (minutes: number, fields: object = {}) => {
  const patientId = await registerPatient(receptionist)
  await visitOf(patientId, { promisedAt: minutesFromNow(minutes), ...fields })
  return patientId
}
const listed = async (list: string, client = receptionist) =>
  ((await client.get(`/visit/getAwaited?list=${list}`)).body.data as AwaitedVisit[]).map(
    ({ patient }) => patient.id,
  )
const states = async (patientIds: number[], client = receptionist) =>
  (await client.get(`/visit/getStates?patients=${patientIds.join(',')}`)).body.data as PatientVisits[]

const sureAwaiting = ({ status, body }: ApiAnswer): { id: number } => {
  expect(status).toBe(202)
  return { id: body.data.unreleasedId }
}

describe('the lists of the counter', () => {
  it('show what is late, due within the hour, and awaited today [VISIT-13]', async () => {
    const [late, soon] = [await promisedIn(-1), await promisedIn(30)]
    const inDays = await promisedIn(3 * 24 * 60)
    const unpromised = await registerPatient(receptionist)
    await visitOf(unpromised, {})
    expect(await listed('late')).toEqual([late])
    expect(await listed('soon')).toEqual([soon])
    const today = await listed('today')
    expect(today).toContain(unpromised)
    expect(today).not.toContain(inDays)
    const { data } = (await receptionist.get('/visit/getCounts')).body
    expect(data).toEqual({ today: today.length, late: 1, soon: 1, uncollected: 0 })
    expect(await listed('late', admin)).toContain(late)
    const elsewhere = await app.signedIn('Receptionist')
    for (const list of ['late', 'soon', 'today']) expect(await listed(list, elsewhere)).toEqual([])
  })

  it('leave out visits that are ready, canceled, or of a lab that turned visits off [VISIT-13]', async () => {
    const [ready, canceled] = [await promisedIn(-1), await promisedIn(-1)]
    const [visit] = (await receptionist.get(`/visit/getByPatientId/${ready}`)).body.data
    await publishReport(doctor, ready, blood, { visitId: visit.id })
    const [other] = (await receptionist.get(`/visit/getByPatientId/${canceled}`)).body.data
    sure(await receptionist.post(`/visit/cancel/${other.id}`))
    expect(await listed('late')).toEqual([])
    const third = await promisedIn(-1)
    expect(await listed('late')).toEqual([third])
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: false }))
    expect(await listed('late')).toEqual([])
    expect(await listed('late', admin)).not.toContain(third)
  })

  it('show ready visits until each report was sent or handed over [VISIT-123]', async () => {
    const ready = async () => {
      const patientId = await promisedIn(60)
      const [visit] = (await receptionist.get(`/visit/getByPatientId/${patientId}`)).body.data
      return { patientId, ...(await publishReport(doctor, patientId, blood, { visitId: visit.id })) }
    }
    const awaited = await promisedIn(60)
    const [first, second, third] = [await ready(), await ready(), await ready()]
    expect(await listed('uncollected')).toEqual([first.patientId, second.patientId, third.patientId])
    expect((await receptionist.get('/visit/getCounts')).body.data.uncollected).toBe(3)
    expect(await listed('uncollected', await app.signedIn('Receptionist'))).toEqual([])
    sure(await receptionist.post(`/delivery/handOverPaper/${second.id}`, { version: 1 }))
    sure(await withdrawReport(doctor, third.id, { reason: 'wrong-file' }))
    expect(await listed('uncollected')).toEqual([first.patientId])
    // Paper of an earlier version is not the corrected report.
    sure(
      await doctor.put(`/report/update/${second.id}`, {
        ...{ title: 'Corrected', patientId: second.patientId, reportTypeId: blood },
        ...{ fileUrl: second.filePath, reason: 'wrong-result' },
      }),
    )
    expect(await listed('uncollected')).toEqual([first.patientId, second.patientId])
    await app.database.execute(
      "update visits set created_at = created_at - interval '8 days' where patient_id = $1",
      [first.patientId],
    )
    expect(await listed('uncollected')).toEqual([second.patientId])
    expect(await listed('uncollected')).not.toContain(awaited)
  })

  it('show a visit again when its link was ended before it was opened [VISIT-123]', async () => {
    const patientId = await promisedIn(60)
    const [visit] = (await receptionist.get(`/visit/getByPatientId/${patientId}`)).body.data
    const { id } = await publishReport(doctor, patientId, blood, { visitId: visit.id })
    const handOver = async () =>
      sure(await receptionist.post(`/delivery/handOver/${id}`, { channel: 'copy', language: 'en' })).delivery
        .id
    const end = async (delivery: number) => void sure(await receptionist.post(`/delivery/revoke/${delivery}`))
    const first = await handOver()
    expect(await listed('uncollected')).toEqual([])
    await end(first)
    expect(await listed('uncollected')).toEqual([patientId])
    const opened = await handOver()
    await app.database.execute('update report_links set first_opened_at = now() where delivery_id = $1', [
      opened,
    ])
    await end(opened)
    expect(await listed('uncollected')).toEqual([])
  })

  it('page through many, with a number that stops at 200 [VISIT-13]', async () => {
    const patientId = await promisedIn(-5)
    await app.database.execute(
      `insert into visits (lab_id, patient_id, promised_at, is_awaited)
       select $1, $2, now() - make_interval(mins => n), true from generate_series(1, 230) n`,
      [lab.id, patientId],
    )
    const last = (await receptionist.get('/visit/getAwaited?list=late&limit=100&page=2')).body
    expect([last.data.length, last.pagination]).toEqual([
      100,
      { page: 2, limit: 100, totalItems: 200, totalPages: 2, isEstimate: true },
    ])
    expect((await receptionist.get('/visit/getCounts')).body.data.late).toBe(200)
  })
})

describe('one line for a patient', () => {
  it('says awaited, late, ready or due [VISIT-14]', async () => {
    const [awaited, late] = [await promisedIn(60), await promisedIn(-60, { payment: 'due' })]
    const ready = await promisedIn(60)
    const [visit] = (await receptionist.get(`/visit/getByPatientId/${ready}`)).body.data
    await publishReport(doctor, ready, blood, { visitId: visit.id })
    const nothing = await registerPatient(receptionist)
    const byId = new Map((await states([awaited, late, ready, nothing])).map((one) => [one.patientId, one]))
    expect(byId.get(awaited)).toMatchObject({ state: 'awaited', dueVisit: null })
    expect(byId.get(late)).toMatchObject({ state: 'late', dueVisit: { id: expect.any(Number) } })
    expect(byId.get(ready)).toMatchObject({ state: 'ready', dueVisit: null, promisedAt: null })
    expect(byId.has(nothing)).toBe(false)
    expect(await states([late], await app.signedIn('Receptionist'))).toEqual([])
    for (const ids of ['', 'x', '-1', '1.5', '9'.repeat(400), `${late},${late}`])
      expect((await receptionist.get(`/visit/getStates?patients=${ids}`)).status, ids).toBe(200)
  })

  it('names the newest visit while its payment is not known [VISIT-81]', async () => {
    const patientId = await promisedIn(60)
    const older = (await states([patientId]))[0]?.unknownPayment
    expect(older).toEqual({ id: expect.any(Number), updatedAt: expect.any(String) })
    const id = await visitOf(patientId, { payment: 'due' })
    expect(await states([patientId])).toMatchObject([{ dueVisit: { id }, unknownPayment: null }])
    sure(await receptionist.put(`/visit/update/${id}`, { payment: 'unknown' }))
    expect(await states([patientId])).toMatchObject([{ dueVisit: null, unknownPayment: { id } }])
  })

  it('shows “ready” beside a newer, empty visit [VISIT-54]', async () => {
    const patientId = await registerPatient(receptionist)
    const visitId = await visitOf(patientId, {})
    const { id } = await publishReport(doctor, patientId, blood, { visitId })
    await visitOf(patientId, { reportTypeIds: [] })
    expect(await states([patientId])).toMatchObject([{ state: 'ready' }])
    sure(await withdrawReport(doctor, id, { reason: 'wrong-file' }))
    expect(await states([patientId])).toMatchObject([{ state: 'awaited' }])
    // A newer visit whose only report was withdrawn is not empty.
    const other = await registerPatient(receptionist)
    await publishReport(doctor, other, blood, { visitId: await visitOf(other, {}) })
    const later = await visitOf(other, { reportTypeIds: [] })
    const wrong = await publishReport(doctor, other, blood, { visitId: later })
    sure(await withdrawReport(doctor, wrong.id, { reason: 'wrong-file' }))
    expect(await states([other])).toMatchObject([{ state: null }])
  })

  it('shows “awaited” while a report is suspended until its correction [VISIT-55]', async () => {
    const patientId = await registerPatient(receptionist)
    const visitId = await visitOf(patientId, { promisedAt: minutesFromNow(-60) })
    const report = await publishReport(doctor, patientId, blood, { visitId })
    await needTwoPersons(admin, lab)
    const { id } = sureAwaiting(
      await doctor.put(`/report/update/${report.id}`, {
        ...{ title: 'Corrected', patientId, reportTypeId: blood, fileUrl: report.filePath },
        ...{ reason: 'wrong-result', suspends: true },
      }),
    )
    const visit = async () => sure(await receptionist.get(`/visit/getByPatientId/${patientId}`))[0]
    expect(await states([patientId])).toMatchObject([{ state: 'awaited', promisedAt: null, targetAt: null }])
    expect(await visit()).toMatchObject({ state: 'awaited', reports: [{ id: report.id }] })
    sure(await doctor.post(`/release/lift/${id}`, await decisionOn(doctor, id)))
    expect(await states([patientId])).toMatchObject([{ state: 'ready' }])
    expect(await visit()).toMatchObject({ state: 'ready' })
  })
})

describe('a registration with what is awaited', () => {
  it('registers the patient and adds the visit with its payment, or neither [VISIT-15, VISIT-80]', async () => {
    const register = (visit: object) =>
      receptionist.post('/user/patient/onboarding', { ...patientFields(), visit })
    const { id } = sure(await register({ reportTypeIds: [blood] }))
    expect((await receptionist.get(`/visit/getByPatientId/${id}`)).body.data).toMatchObject([
      { state: 'awaited', expected: [{ id: blood }] },
    ])
    const paid = sure(await register({ reportTypeIds: [], payment: 'paid' }))
    expect((await receptionist.get(`/visit/getByPatientId/${paid.id}`)).body.data).toMatchObject([
      { state: 'open', payment: 'paid' },
    ])
    expect((await register({ reportTypeIds: [], payment: 'waived' })).status).toBe(400)
    const { count } = await app.database.one<{ count: number }>('select count(*) from patients')
    expect((await register({ reportTypeIds: [999_999] })).status).toBe(400)
    expect((await app.database.one<{ count: number }>('select count(*) from patients')).count).toBe(count)
  })
})
