import { randomUUID } from 'node:crypto'
import type { Visit } from '@zelab/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { decideItem, dropReport } from '../../testing/inbox.ts'
import { needTwoPersons, releaseReport } from '../../testing/release.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const receptionist = await app.signedIn('Receptionist', lab)
const elsewhere = await app.signedIn('Doctor')
const blood = await addReportType(doctor)
const urine = await addReportType(doctor)
let patientId: number
beforeAll(() => turn(true))
beforeEach(async () => {
  patientId = await registerPatient(doctor)
})

const turn = async (isOn: boolean) => {
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn }))
}
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const add = (fields: object = {}, client = receptionist, id = patientId) =>
  client.post(`/visit/create/${id}`, fields)
const change = (id: number, fields: object, client = receptionist) =>
  client.put(`/visit/update/${id}`, fields)
const newVisit = async (fields: object = {}): Promise<Visit> => sure(await add(fields)) as Visit
const visitsOf = async (id = patientId): Promise<Visit[]> =>
  (await receptionist.get(`/visit/getByPatientId/${id}`)).body.data
const problemOf = ({ body }: { body: { errors?: { path: string }[] } }) => body.errors?.[0]?.path

describe('visits', () => {
  it('stay off by default: no list shows one, and none is added [VISIT-01]', async () => {
    const other = await app.signedIn('Receptionist')
    const theirs = await registerPatient(other)
    expect((await other.get(`/visit/getByPatientId/${theirs}`)).body).toMatchObject({
      data: [],
      lab: { usesVisits: false },
    })
    for (const answer of [
      await other.post(`/visit/create/${theirs}`, {}),
      await other.post('/user/patient/onboarding', {
        ...{ fullName: 'Noura Saleh', phone: '+971501230000', dob: '1990-01-01' },
        visit: { reportTypeIds: [] },
      }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'VISITS_OFF'])
  })

  it('disappear when the Admin turns them off, and return [VISIT-01]', async () => {
    const { id } = await newVisit({ reportTypeIds: [blood] })
    await turn(false)
    expect(await visitsOf()).toEqual([])
    expect((await receptionist.get('/visit/getAwaited')).body.data).toEqual([])
    expect((await receptionist.get(`/visit/getStates?patients=${patientId}`)).body.data).toEqual([])
    expect((await change(id, { note: 'Late' })).body.code).toBe('VISITS_OFF')
    expect((await receptionist.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true })).status).toBe(403)
    await turn(true)
    expect(await visitsOf()).toMatchObject([{ id, state: 'awaited' }])
  })

  it('store every field, and leave absent ones as they are [VISIT-02]', async () => {
    const referrer = sure(
      await receptionist.post(`/lab/addReferrer/${lab.id}`, { kind: 'doctor', name: 'Dr. Sara Nasser' }),
    )
    const visit = await newVisit({
      ...{ reportTypeIds: [blood, urine], referrerId: referrer.id, payment: 'due', note: 'Fasting' },
      ...{ collectedAt: hoursFromNow(-2), receivedAt: hoursFromNow(-1), promisedAt: hoursFromNow(3) },
    })
    expect(visit).toMatchObject({
      state: 'awaited',
      referrer: { name: 'Dr. Sara Nasser', kind: 'doctor' },
      payment: 'due',
      note: 'Fasting',
    })
    expect(visit.expected.map(({ id }) => id).toSorted()).toEqual([blood, urine].toSorted())
    const changed = sure(await change(visit.id, { note: null, updatedAt: visit.updatedAt }))
    expect(changed).toEqual({ ...visit, note: null, updatedAt: changed.updatedAt })
    expect((await change(visit.id, { note: 'Stale', updatedAt: visit.updatedAt })).body.code).toBe(
      'RECORD_CHANGED',
    )
    const { summary, action } = (await admin.get('/activity/getAll?action=visit.update&limit=1')).body.data[0]
    expect([action, summary]).toEqual([
      'visit.update',
      `Changed visit #${visit.id} of patient ZL-${patientId}`,
    ])
  })

  it('count as received when they are added or registered, unless another time is given [VISIT-66]', async () => {
    const before = Date.now()
    expect(Date.parse((await newVisit()).receivedAt ?? '')).toBeGreaterThanOrEqual(before)
    for (const receivedAt of [hoursFromNow(-1), null])
      expect(await newVisit({ receivedAt })).toMatchObject({ receivedAt })
    expect(await newVisit({ promisedAt: hoursFromNow(-1) })).toMatchObject({ receivedAt: null })
    const answer = await receptionist.post('/user/patient/onboarding', {
      ...{ fullName: 'Noura Saleh', phone: '+971501230077', dob: '1990-01-01' },
      visit: { reportTypeIds: [blood] },
    })
    const [registered] = await visitsOf(sure(answer).id)
    expect(Date.parse(registered?.receivedAt ?? '')).toBeGreaterThanOrEqual(before)
  })

  it('refuse times in the future or out of order at their field [VISIT-03]', async () => {
    for (const [fields, path] of [
      [{ collectedAt: hoursFromNow(1) }, 'collectedAt'],
      [{ receivedAt: hoursFromNow(1) }, 'receivedAt'],
      [{ collectedAt: hoursFromNow(-1), receivedAt: hoursFromNow(-2) }, 'receivedAt'],
      [{ receivedAt: hoursFromNow(-1), promisedAt: hoursFromNow(-2) }, 'promisedAt'],
      [{ collectedAt: '2026-02-30T10:00:00Z' }, 'collectedAt'],
      [{ promisedAt: '2999-01-01T10:00:00Z' }, 'promisedAt'],
      [{ reportTypeIds: Array.from({ length: 21 }, () => blood) }, 'reportTypeIds'],
      [{ reportTypeIds: [999_999] }, 'reportTypeIds'],
      [{ note: 'x'.repeat(1001) }, 'note'],
    ] as const)
      expect(problemOf(await add(fields)), JSON.stringify(fields)).toBe(path)
    const { id, receivedAt } = await newVisit({ collectedAt: hoursFromNow(-1) })
    expect(problemOf(await change(id, { receivedAt: hoursFromNow(-2) }))).toBe('receivedAt')
    expect(await visitsOf()).toMatchObject([{ id, receivedAt }])
  })

  it('become paid by any staff, and waived by a Doctor or Admin with a reason [PAY-01]', async () => {
    const { id } = await newVisit({ payment: 'due' })
    const waived = { payment: 'waived', waiverReason: 'Staff member' }
    expect((await change(id, waived)).status).toBe(403)
    expect((await add(waived)).status).toBe(403)
    expect(problemOf(await change(id, { payment: 'waived' }, doctor))).toBe('waiverReason')
    expect(sure(await change(id, waived, doctor))).toMatchObject({
      ...waived,
      paymentSet: { by: { fullName: expect.any(String) } },
    })
    expect(sure(await change(id, { note: 'Called' }))).toMatchObject(waived)
    expect(sure(await change(id, { payment: 'paid' }))).toMatchObject({ payment: 'paid', waiverReason: null })
    expect(sure(await change(id, waived, admin))).toMatchObject(waived)
  })

  it('stay hidden from other labs, as do referrers [VISIT-04]', async () => {
    const { id } = await newVisit()
    const referrer = sure(
      await receptionist.post(`/lab/addReferrer/${lab.id}`, { kind: 'clinic', name: 'Palm Clinic' }),
    )
    for (const answer of [
      await elsewhere.get(`/visit/getByPatientId/${patientId}`),
      await elsewhere.get(`/lab/getReferrers/${lab.id}`),
      await add({}, elsewhere),
      await change(id, { note: 'Other' }, elsewhere),
      await elsewhere.post(`/visit/cancel/${id}`),
      await elsewhere.put(`/referrer/update/${referrer.id}`, { kind: 'clinic', name: 'Changed' }),
      await elsewhere.post(`/referrer/archive/${referrer.id}`),
    ])
      expect(answer.status).toBe(404)
    const otherLab = await app.createLab()
    sure(await admin.put(`/lab/updateVisitSettings/${otherLab.id}`, { isOn: true }))
    const theirs = await app.signedIn('Receptionist', otherLab)
    const theirPatient = await registerPatient(theirs)
    const foreign = await theirs.post(`/visit/create/${theirPatient}`, { referrerId: referrer.id })
    expect(problemOf(foreign)).toBe('referrerId')
  })

  it('change once with an idempotency key, when added and canceled [VISIT-05]', async () => {
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const path = `/visit/create/${patientId}`
    const first = sure(await receptionist.post(path, { reportTypeIds: [blood] }, key))
    expect(sure(await receptionist.post(path, { reportTypeIds: [blood] }, key)).id).toBe(first.id)
    expect(await visitsOf()).toHaveLength(1)
    const report = await publishReport(doctor, patientId, blood, { visitId: first.id })
    const cancelKey = { headers: { 'idempotency-key': randomUUID() } }
    for (let times = 0; times < 2; times++)
      expect(sure(await receptionist.post(`/visit/cancel/${first.id}`, {}, cancelKey))).toMatchObject({
        state: 'canceled',
        reports: [],
      })
    expect((await receptionist.post(`/visit/cancel/${first.id}`)).body.code).toBe('VISIT_CANCELED')
    expect((await change(first.id, { note: 'More' })).body.code).toBe('VISIT_CANCELED')
    expect((await doctor.get(`/report/getById/${report.id}`)).status).toBe(200)
    const referrerKey = { headers: { 'idempotency-key': randomUUID() } }
    const add = () =>
      receptionist.post(`/lab/addReferrer/${lab.id}`, { kind: 'doctor', name: 'Dr. Once Only' }, referrerKey)
    expect(sure(await add()).id).toBe(sure(await add()).id)
  })
})

describe('the reports of a visit', () => {
  it('fulfill it by type, and no longer once withdrawn [VISIT-06]', async () => {
    const { id } = await newVisit({ reportTypeIds: [blood, urine] })
    const first = await publishReport(doctor, patientId, blood, { visitId: id })
    expect(await visitsOf()).toMatchObject([{ state: 'awaited', reports: [{ id: first.id }] }])
    const second = await publishReport(doctor, patientId, urine, { visitId: 'none' })
    expect(await visitsOf()).toMatchObject([{ state: 'awaited' }])
    sure(await change(id, { reportIds: [first.id, second.id] }))
    expect(await visitsOf()).toMatchObject([{ state: 'ready' }])
    await withdrawReport(doctor, second.id, { reason: 'wrong-file' })
    expect(await visitsOf()).toMatchObject([{ state: 'awaited', reports: [{ id: first.id }] }])
    sure(await change(id, { reportTypeIds: [blood] }))
    expect(await visitsOf()).toMatchObject([{ state: 'ready' }])
    sure(await change(id, { reportIds: [] }))
    expect(await visitsOf()).toMatchObject([{ state: 'awaited', reports: [] }])
  })

  it('exclude reports of other patients and other visits [VISIT-07]', async () => {
    const [{ id }, other] = [await newVisit(), await newVisit()]
    const report = await publishReport(doctor, patientId, blood, { visitId: other.id })
    const foreign = await publishReport(doctor, await registerPatient(doctor), blood)
    for (const reportIds of [[report.id], [foreign.id], [999_999]])
      expect(problemOf(await change(id, { reportIds }))).toBe('reportIds')
    expect((await visitsOf()).map(({ reports }) => reports.length)).toEqual([1, 0])
    const stranger = await registerPatient(doctor)
    const wrong = await doctor.post(`/user/uploadPatientReportFile/${stranger}`, {
      ...{ title: 'Blood count', reportTypeId: blood, patientId: stranger, visitId: id },
      fileUrl: await uploadFile(doctor),
    })
    expect(problemOf(wrong)).toBe('visitId')
    await expect(
      app.database.execute('update reports set visit_id = $1 where id = $2', [id, foreign.id]),
    ).rejects.toThrow('reports_visit_fkey')
  })

  it('leave nothing awaited when the last two are published at once [VISIT-06]', async () => {
    const { id } = await newVisit({ reportTypeIds: [blood, urine] })
    await Promise.all([
      publishReport(doctor, patientId, blood, { visitId: id }),
      publishReport(doctor, patientId, urine, { visitId: id }),
    ])
    expect(await visitsOf()).toMatchObject([{ state: 'ready' }])
  })

  it('move with it when records are merged, and return when that is undone [VISIT-08]', async () => {
    const { id } = await newVisit({ reportTypeIds: [blood] })
    await publishReport(doctor, patientId, blood, { visitId: id })
    const survivorId = await registerPatient(doctor)
    sure(await admin.post('/patient/merge', { survivorId, mergedId: patientId, reason: 'Same person' }))
    expect(await visitsOf(survivorId)).toMatchObject([{ id, patientId: survivorId, state: 'ready' }])
    const later = await publishReport(doctor, survivorId, urine, { visitId: id })
    const merges = (await admin.get(`/patient/getMerges/${survivorId}`)).body.data
    sure(await admin.post(`/patient/undoMerge/${merges[0].id}`, {}))
    expect(await visitsOf()).toMatchObject([{ id, patientId, state: 'ready' }])
    expect((await visitsOf())[0]?.reports.map((report) => report.id)).toContain(later.id)
    expect(await visitsOf(survivorId)).toEqual([])
  })

  it('gain a file of the inbox that names the visit, once it is released [VISIT-50]', async () => {
    const [first, second] = [await newVisit({ reportTypeIds: [blood] }), await newVisit()]
    const publish = async (visitId: number, ofPatient = patientId) => {
      const itemId = await dropReport(doctor, randomUUID())
      const body = { title: 'Blood count', reportTypeId: blood, patientId: ofPatient, visitId }
      return decideItem(doctor, `/inbox/publish/${itemId}?revision=1`, body)
    }
    expect(problemOf(await publish(first.id, await registerPatient(doctor)))).toBe('visitId')
    sure(await publish(first.id))
    await needTwoPersons(admin, lab)
    const unreleasedId = (await publish(second.id)).body.data.unreleasedId as number
    expect(await visitsOf()).toMatchObject([{ reports: [] }, { id: first.id, state: 'ready', reports: [{}] }])
    sure(await releaseReport(await app.signedIn('Doctor', lab), unreleasedId))
    expect(await visitsOf()).toMatchObject([{ id: second.id, reports: [{}] }, { id: first.id }])
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
  })
})

it('cancels visits while their reports are withdrawn, without a deadlock [VISIT-60]', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const id = await registerPatient(doctor)
      const visit = sure(await add({ reportTypeIds: [blood] }, receptionist, id)) as Visit
      const { id: reportId } = await publishReport(doctor, id, blood, { visitId: visit.id })
      return { visitId: visit.id, reportId }
    }),
  )
  const answers = await Promise.all(
    pairs.flatMap(({ visitId, reportId }) => [
      receptionist.post(`/visit/cancel/${visitId}`, {}),
      withdrawReport(doctor, reportId, { reason: 'specimen-problem', note: 'Clotted' }),
    ]),
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
})
