import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import {
  decisionOn,
  needTwoPersons,
  openUnreleased,
  releaseReport,
  submitReport,
} from '../../../testing/release.ts'
import { TEST_PASSWORD, useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  pdfBytes,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const author = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const patientId = await registerPatient(author)
const typeId = await addReportType(doctor)
await needTwoPersons(admin, lab)

const counts = async (client: ApiClient) => sure(await client.get('/release/getCounts'))
const idsIn = async (client: ApiClient, list: string) =>
  (await client.get(`/release/getAll?list=${list}&limit=100`)).body.data.map(({ id }: { id: number }) => id)
const reportOf = async (id: number) => (await doctor.get(`/report/getById/${id}`)).body.data

describe('the rule of a lab', () => {
  it('starts with one person until the Admin changes it, and applies to the chosen types [RELEASE-01]', async () => {
    const other = await app.createLab()
    const there = await app.signedIn('Doctor', other)
    const patient = await registerPatient(there)
    expect(sure(await there.get(`/lab/getReleaseSettings/${other.id}`))).toMatchObject({
      ...{ twoPersons: 'none', reportTypeIds: [], techniciansRelease: false, allowsAlone: false },
    })
    await publishReport(there, patient, typeId)
    const path = `/lab/updateReleaseSettings/${other.id}`
    expect((await there.put(path, { twoPersons: 'all' })).status).toBe(403)
    for (const reportTypeIds of [[], [999_999]])
      expect((await admin.put(path, { twoPersons: 'types', reportTypeIds })).status).toBe(400)
    sure(await admin.put(path, { twoPersons: 'types', reportTypeIds: [typeId] }))
    await submitReport(there, patient, typeId)
    const further = await addReportType(there)
    await publishReport(there, patient, further)
    const unused = await addReportType(there)
    sure(await admin.put(path, { reportTypeIds: [typeId, unused] }))
    sure(await there.delete(`/report/deleteReportType/${unused}`))
    expect(sure(await there.get(`/lab/getReleaseSettings/${other.id}`)).reportTypeIds).toEqual([typeId])
    expect((await doctor.get(`/lab/getReleaseSettings/${other.id}`)).status).toBe(404)
  })

  it('lets Technicians release only when it says so [RELEASE-02]', async () => {
    const technician = await app.signedIn('Technician', lab)
    const id = await submitReport(author, patientId, typeId)
    expect(await counts(technician)).toMatchObject({ mayRelease: false, awaiting: 0 })
    expect(await idsIn(technician, 'awaiting')).toEqual([])
    const body = { revision: 1, sha256: 'a'.repeat(64) }
    expect((await technician.post(`/release/release/${id}`, body)).status).toBe(404)
    await needTwoPersons(admin, lab, { techniciansRelease: true })
    expect(await idsIn(technician, 'awaiting')).toContain(id)
    expect((await releaseReport(technician, id)).status).toBe(200)
    await needTwoPersons(admin, lab, { techniciansRelease: false })
  })
})

describe('a report that awaits release', () => {
  it('becomes the report that its author published once another person releases it [RELEASE-03]', async () => {
    const content = pdfBytes()
    const fileUrl = await uploadFile(author, content)
    const id = await submitReport(author, patientId, typeId, { title: 'Lipids', fileUrl })
    expect(await idsIn(author, 'own')).toContain(id)
    expect(await idsIn(doctor, 'awaiting')).toContain(id)
    const released = await releaseReport(doctor, id)
    expect(released.body.message).toBe('Report released successfully')
    const { reportId } = released.body.data
    expect(await reportOf(reportId)).toMatchObject({
      ...{ title: 'Lipids', remark: 'Within range', version: 1, filePath: fileUrl },
      user: { email: author.user.email },
    })
    const [version] = (await doctor.get(`/report/getVersions/${reportId}`)).body.data
    expect(version.released).toEqual({ by: { fullName: 'Doctor Person' }, isAlone: false })
    expect(await idsIn(doctor, 'awaiting')).not.toContain(id)
    expect((await releaseReport(doctor, id).catch(() => null))?.status).not.toBe(200)
    const { data } = (await admin.get('/activity/getAll?limit=10')).body
    const actions = data.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['release.release', 'report.publish', 'release.open']))
  })

  it('refuses a release by an author, an Admin or a Receptionist [RELEASE-04]', async () => {
    const id = await submitReport(doctor, patientId, typeId)
    const refused = await releaseReport(doctor, id)
    expect([refused.status, refused.body.code]).toEqual([403, 'RELEASE_BY_AUTHOR'])
    for (const role of ['Admin', 'Receptionist'] as const) {
      const client = await app.signedIn(role, lab)
      const body = { revision: 1, sha256: 'a'.repeat(64) }
      expect((await client.post(`/release/release/${id}`, body)).status).toBe(403)
      expect((await client.get(`/release/getById/${id}`)).status).toBe(role === 'Admin' ? 404 : 403)
    }
    const elsewhere = await app.signedIn('Doctor')
    expect((await elsewhere.get(`/release/getById/${id}`)).status).toBe(404)
    expect((await elsewhere.raw('GET', `/api/v1/release/file/${id}`)).status).toBe(404)
  })

  it('needs what was opened for its release: revision, file and the opening itself [RELEASE-05]', async () => {
    const id = await submitReport(author, patientId, typeId)
    const { body: file } = await doctor.get(`/release/getById/${id}`)
    const unopened = { revision: 1, sha256: file.data.file.sha256 as string }
    const release = (body: object) => doctor.post(`/release/release/${id}`, body)
    expect((await release(unopened)).body.code).toBe('UNRELEASED_NOT_OPENED')
    const seen = await openUnreleased(doctor, id)
    expect(seen).toEqual(unopened)
    expect((await release({ ...seen, sha256: 'a'.repeat(64) })).body.code).toBe('UNRELEASED_CHANGED')
    const corrected = { title: 'Corrected', reportTypeId: typeId, revision: 1 }
    sure(await author.put(`/release/correct/${id}`, corrected))
    expect((await release(seen)).body.code).toBe('UNRELEASED_CHANGED')
    expect((await release({ ...seen, revision: 2 })).body.code).toBe('UNRELEASED_NOT_OPENED')
    expect((await releaseReport(doctor, id)).status).toBe(200)
  })

  it('needs a sign-in or a confirmed password within 15 minutes [RELEASE-06]', async () => {
    const releaser = await app.signedIn('Doctor', lab)
    await app.database.execute(
      `update sessions set created_at = now() - interval '16 minutes' where user_id = $1`,
      [releaser.user.id],
    )
    const id = await submitReport(author, patientId, typeId)
    const seen = await openUnreleased(releaser, id)
    const many = { items: [{ id, ...seen }] }
    for (const answer of [
      await releaser.post(`/release/release/${id}`, seen),
      await releaser.post('/release/releaseMany', many),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'IDENTITY_CHECK_REQUIRED'])
    const password = TEST_PASSWORD
    expect((await releaser.post('/auth/confirm-identity', { password: 'Wrong1234!' })).status).toBe(400)
    sure(await releaser.post('/auth/confirm-identity', { password }))
    expect((await releaser.post('/release/releaseMany', many)).body.data[0]).toMatchObject({
      id,
      problem: null,
    })
  })

  it('becomes one report for 50 requests at once, and for a repeated one [RELEASE-07]', async () => {
    const id = await submitReport(author, patientId, typeId)
    const doctors = await Promise.all([1, 2, 3, 4, 5].map(() => app.signedIn('Doctor', lab)))
    const seen = await openUnreleased(doctors[0] as ApiClient, id)
    for (const one of doctors) await openUnreleased(one, id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (doctors[index % 5] as ApiClient).post(`/release/release/${id}`, seen),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    const again = await submitReport(author, patientId, typeId)
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const body = await openUnreleased(doctor, again)
    const [first, second] = [
      await doctor.post(`/release/release/${again}`, body, key),
      await doctor.post(`/release/release/${again}`, body, key),
    ]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.data).toEqual(first.body.data)
  })

  it('goes back with a reason, takes a corrected file, or is discarded [RELEASE-08]', async () => {
    const id = await submitReport(author, patientId, typeId)
    const back = (reason: string) => doctor.post(`/release/return/${id}`, { revision: 1, reason })
    for (const reason of ['Too short', 'x'.repeat(501)]) expect((await back(reason)).status).toBe(400)
    sure(await back('The unit of the result is missing'))
    expect((await back('The unit of the result is missing')).status).toBe(409)
    expect(sure(await author.get(`/release/getById/${id}`))).toMatchObject({
      ...{ state: 'returned', returned: { reason: 'The unit of the result is missing' } },
    })
    expect(await counts(author)).toMatchObject({ returned: 1 })
    expect(await idsIn(doctor, 'awaiting')).not.toContain(id)
    const content = pdfBytes()
    const fileUrl = await uploadFile(author, content)
    const corrected = { title: 'With unit', reportTypeId: typeId, revision: 1, fileUrl }
    expect((await doctor.put(`/release/correct/${id}`, corrected)).status).toBe(403)
    sure(await author.put(`/release/correct/${id}`, corrected))
    const { reportId } = (await releaseReport(doctor, id)).body.data
    expect(await reportOf(reportId)).toMatchObject({ title: 'With unit', remark: null, filePath: fileUrl })

    const other = await submitReport(author, patientId, typeId)
    sure(await author.post(`/release/discard/${other}`, { revision: 1 }))
    expect((await author.raw('GET', `/api/v1/release/file/${other}`)).status).toBe(404)
    expect((await author.post(`/release/discard/${other}`, { revision: 1 })).status).toBe(409)
  })

  it('keeps its file, which nothing else can use or remove [RELEASE-09]', async () => {
    const fileUrl = await uploadFile(author)
    const id = await submitReport(author, patientId, typeId, { fileUrl })
    await app.database.execute(`update report_files set created_at = now() - interval '2 days'`)
    await app.services.files.removeLeftovers()
    const again = { title: 'Again', reportTypeId: typeId, patientId, fileUrl }
    expect((await author.post(`/user/uploadPatientReportFile/${patientId}`, again)).status).toBe(400)
    expect((await author.delete('/report/deleteReportFile', { fileUrl })).status).toBe(409)
    expect((await admin.delete(`/patient/delete/${patientId}`)).status).toBe(409)
    expect((await releaseReport(doctor, id)).status).toBe(200)
  })
})

describe('releasing alone on duty', () => {
  it('needs the lab’s permission, a Doctor and a reason, and a review by another Doctor [RELEASE-10]', async () => {
    const id = await submitReport(doctor, patientId, typeId)
    const reason = 'No other Doctor is on duty tonight'
    await needTwoPersons(admin, lab, { allowsAlone: true })
    for (const changes of [{}, { aloneReason: 'Short' }])
      expect((await releaseReport(doctor, id, changes)).status).toBe(400)
    const { reportId } = sure(await releaseReport(doctor, id, { aloneReason: reason }))
    const [version] = (await doctor.get(`/report/getVersions/${reportId}`)).body.data
    expect(version.released.isAlone).toBe(true)
    const other = await app.signedIn('Doctor', lab)
    expect(await counts(other)).toMatchObject({ mayReview: true, review: 1 })
    expect(await idsIn(doctor, 'review')).toEqual([])
    await needTwoPersons(admin, lab, { techniciansRelease: true })
    expect(await counts(author)).toMatchObject({ mayRelease: true, mayReview: false, review: 0 })
    expect(await idsIn(author, 'review')).toEqual([])
    const { version: _, ...seen } = await decisionOn(other, id)
    expect((await doctor.post(`/release/review/${id}`, seen)).status).toBe(403)
    expect(sure(await other.post(`/release/review/${id}`, seen)).released).toMatchObject({
      ...{ aloneReason: reason, reviewed: { by: { fullName: 'Doctor Person' } } },
    })
    expect((await other.post(`/release/review/${id}`, seen)).status).toBe(409)
    const ofTechnician = await submitReport(author, patientId, typeId)
    await needTwoPersons(admin, lab, { techniciansRelease: true })
    expect((await releaseReport(author, ofTechnician, { aloneReason: reason })).status).toBe(403)
    await needTwoPersons(admin, lab, { techniciansRelease: false, allowsAlone: false })
  })
})
