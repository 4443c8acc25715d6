import { describe, expect, it } from 'vitest'
import type { ApiAnswer } from '../testing/api-client.ts'
import { useTestApp } from '../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../testing/test-records.ts'

const app = await useTestApp()
const here = await app.signedIn('Doctor')
const there = await app.signedIn('Doctor')
const type = await addReportType(here)
const patient = await registerPatient(here, { fullName: 'Hessa Khan', phone: '+971509998877' })
const report = await publishReport(here, patient, type)

const expectAbsent = async (answer: Promise<ApiAnswer>, absent: Promise<ApiAnswer>) => {
  const [foreign, missing] = await Promise.all([answer, absent])
  expect(foreign.status).toBe(404)
  expect(foreign.body).toEqual(missing.body)
}

describe('another lab’s records', () => {
  it('stay out of lists, counters and search [PERM-12]', async () => {
    const texts = await Promise.all(
      ['/patient/getAll', '/patient/getAll?search=Hessa', '/report/getAll', '/user/dashboard'].map((path) =>
        there.get(path).then(({ body }) => JSON.stringify(body)),
      ),
    )
    for (const text of texts) expect(text).not.toContain('Hessa')
    const { body } = await there.get('/user/dashboard')
    expect(body.data).toMatchObject({ totalPatients: 0, totalReports: 0, newPatientsThisWeek: 0 })
    expect((await there.post('/patient/checkPhone', { phone: '+971509998877' })).body.exists).toBe(false)
  })

  it('answer exactly like absent ones', async () => {
    await expectAbsent(there.get(`/patient/getById/${patient}`), there.get('/patient/getById/999999'))
    await expectAbsent(there.get(`/report/getById/${report.id}`), there.get('/report/getById/999999'))
    await expectAbsent(
      there.get(`/report/getByPatientId/${patient}`),
      there.get('/report/getByPatientId/999999'),
    )
    await expectAbsent(
      there.delete(`/report/deleteById/${report.id}`),
      there.delete('/report/deleteById/999999'),
    )
    const fileUrl = await uploadFile(there)
    const fields = (patientId: number) => ({ title: 'Blood count', reportTypeId: type, patientId, fileUrl })
    await expectAbsent(
      there.post(`/user/uploadPatientReportFile/${patient}`, fields(patient)),
      there.post('/user/uploadPatientReportFile/999999', fields(999_999)),
    )
    expect((await there.raw('GET', report.filePath)).status).toBe(404)
    expect((await here.get(`/report/getById/${report.id}`)).body.data.withdrawal).toBeNull()
  })

  it('appear completely to the Admin', async () => {
    const admin = await app.signedIn('Admin')
    expect((await admin.get(`/patient/getById/${patient}`)).status).toBe(200)
    expect((await admin.get(`/report/getById/${report.id}`)).status).toBe(200)
    expect((await admin.get('/patient/getAll?search=Hessa')).body.pagination.totalItems).toBe(1)
    expect((await admin.raw('GET', report.filePath)).status).toBe(200)
  })
})
