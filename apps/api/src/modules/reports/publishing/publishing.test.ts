import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  pdfBytes,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const patientId = await registerPatient(doctor, {
  fullName: 'Hessa Khan',
  emrId: 'EMR-5',
  email: 'hessa@mail.test',
})
const typeId = await addReportType(doctor, 'Blood count')

const publish = async (changes: Record<string, unknown> = {}, client = doctor, path = patientId) =>
  client.post(`/user/uploadPatientReportFile/${path}`, {
    title: 'Blood count',
    remark: 'Within range',
    reportTypeId: typeId,
    patientId,
    ...('fileUrl' in changes ? {} : { fileUrl: await uploadFile(client) }),
    ...changes,
  })

const countReports = async () => (await doctor.get('/report/getAll')).body.pagination.totalItems as number

const expectRefused = async (changes: Record<string, unknown>, message: string) => {
  const before = await countReports()
  const response = await publish(changes)
  expect(response.status).toBe(400)
  expect(response.body.message).toBe(message)
  expect(await countReports()).toBe(before)
}

describe('publishing', () => {
  it('creates a report with type, patient and uploader [API-USER-09 API-ENT-25 API-ENT-26 API-ENT-27 API-ENT-28 API-ENT-29]', async () => {
    const fileUrl = await uploadFile(doctor)
    const response = await publish({ fileUrl })
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('Report published successfully')
    expect(response.body.data).toEqual({
      id: expect.any(Number),
      title: 'Blood count',
      remark: 'Within range',
      filePath: fileUrl,
      createdAt: expect.any(String),
      version: 1,
      reportType: { id: typeId, title: 'Blood count' },
      patient: {
        id: patientId,
        fullName: 'Hessa Khan',
        dateOfBirth: '1990-05-01',
        gender: 'FEMALE',
        email: 'hessa@mail.test',
        phone: { number: expect.stringMatching(/^\+971/) },
        emrId: 'EMR-5',
        createdAt: expect.any(String),
      },
      user: { fullName: 'Doctor Person', email: expect.stringContaining('doctor') },
      withdrawal: null,
      marks: [],
    })
  })

  it('rejects a patient in the URL that differs from the one in the form, and stores nothing', async () => {
    const other = await registerPatient(doctor)
    const before = await countReports()
    const response = await publish({ patientId: other })
    expect(response.status).toBe(400)
    expect(response.body.message).toBe(
      'The patient in the address and in the form differ. Nothing was published.',
    )
    expect(await countReports()).toBe(before)
  })

  it('accepts each uploaded file once', async () => {
    const fileUrl = await uploadFile(doctor)
    expect((await publish({ fileUrl })).status).toBe(200)
    await expectRefused({ fileUrl }, 'This uploaded file is no longer available. Please upload it again.')
    const race = await uploadFile(doctor)
    const responses = await Promise.all([publish({ fileUrl: race }), publish({ fileUrl: race })])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400])
  })

  it('accepts only file URLs that were issued to this user', async () => {
    const message = 'This uploaded file is no longer available. Please upload it again.'
    const colleague = await app.signedIn('Technician', lab)
    const foreign = [
      await uploadFile(colleague),
      'https://evil.example/report.pdf',
      'javascript:alert(1)',
      '/api/v1/report/file/../../etc/passwd',
      `/api/v1/report/file/${'A'.repeat(43)}.pdf`,
    ]
    for (const fileUrl of foreign) await expectRefused({ fileUrl }, message)
  })

  it('answers 404 for an unknown patient', async () => {
    const response = await publish({ patientId: 999_999 }, doctor, 999_999)
    expect(response.status).toBe(404)
    expect(response.body.message).toBe('Patient not found')
  })
})

describe('report rules', () => {
  it('accept a title of 3 characters [VAL-REPORT-01]', async () => {
    expect((await publish({ title: 'abc' })).status).toBe(200)
  })
  it('reject a title of 2 characters after trimming [VAL-REPORT-02]', async () => {
    for (const title of ['ab', '  ab  ', '', undefined])
      await expectRefused({ title }, 'Title must be at least 3 characters')
  })
  it('accept a missing or blank remark [VAL-REPORT-03]', async () => {
    for (const remark of [undefined, '', '   ', null])
      expect((await publish({ remark })).body.data.remark).toBeNull()
  })
  it('reject a remark of 2 characters [VAL-REPORT-04]', () =>
    expectRefused({ remark: 'ab' }, 'Remarks must be at least 3 characters'))
  it('accept a remark of 100 characters and reject 101 [VAL-REPORT-05 VAL-REPORT-06]', async () => {
    expect((await publish({ remark: 'r'.repeat(100) })).status).toBe(200)
    await expectRefused({ remark: 'r'.repeat(101) }, 'Remarks must not exceed 100 characters')
  })
  it('reject a missing report type, All, and one that does not exist [VAL-REPORT-07]', async () => {
    for (const reportTypeId of [undefined, '', 0, '0', 999_999])
      await expectRefused({ reportTypeId }, 'Please select a report type')
  })
  it('reject a missing patient [VAL-REPORT-08, PUB-45]', () =>
    expectRefused({ patientId: undefined }, 'Please select a patient'))
  it('reject a missing file [VAL-REPORT-09]', async () => {
    for (const fileUrl of [undefined, '', ' ']) await expectRefused({ fileUrl }, 'Please upload a file')
  })
})

describe('reports list', () => {
  let client: ApiClient
  let otherType: number
  const titles: string[] = []
  beforeAll(async () => {
    client = await app.signedIn('Technician')
    const patient = await registerPatient(client)
    otherType = await addReportType(client, 'Lipid panel')
    for (let number = 1; number <= 12; number++) {
      titles.push(`Report ${number}`)
      await publishReport(client, patient, number % 3 === 0 ? otherType : typeId, {
        title: `Report ${number}`,
      })
    }
  })
  const titlesOf = async (query = ''): Promise<string[]> =>
    (await client.get(`/report/getAll${query}`)).body.data.map((report: { title: string }) => report.title)

  it('shows 10 reports a page, newest first [API-REPORT-01 API-REPORT-02 API-REPORT-03 API-REPORT-04 API-REPORT-06]', async () => {
    const { status, body } = await client.get('/report/getAll')
    expect(status).toBe(200)
    expect(body.pagination).toEqual({ page: 1, limit: 10, totalItems: 12, totalPages: 2 })
    expect(await titlesOf()).toEqual(titles.toReversed().slice(0, 10))
    expect(await titlesOf('?page=2')).toEqual(['Report 2', 'Report 1'])
    expect(await titlesOf('?sortOrder=asc&limit=2')).toEqual(['Report 1', 'Report 2'])
    expect(await titlesOf('?limit=50')).toHaveLength(12)
  })
  it('filters by type; 0 and invalid values mean all types [API-REPORT-05 API-REPORT-07]', async () => {
    expect(await titlesOf(`?reportTypeId=${otherType}`)).toEqual([
      'Report 12',
      'Report 9',
      'Report 6',
      'Report 3',
    ])
    for (const all of ['0', '', 'x', '-1', '1.5'])
      expect((await client.get(`/report/getAll?reportTypeId=${all}`)).body.pagination.totalItems).toBe(12)
    expect(await titlesOf('?reportTypeId=999999')).toEqual([])
  })
})

describe('single report', () => {
  it('opens by its id [API-REPORT-08 API-REPORT-09]', async () => {
    const report = await publishReport(doctor, patientId, typeId)
    const response = await doctor.get(`/report/getById/${report.id}`)
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject(report)
  })
  it('answers 404 when unknown [API-REPORT-10]', async () => {
    for (const id of ['999999', 'abc', '0']) {
      const response = await doctor.get(`/report/getById/${id}`)
      expect(response.status).toBe(404)
      expect(response.body).toMatchObject({ success: false })
    }
  })
  it('appears in the list of its patient, newest first [API-REPORT-11]', async () => {
    const patient = await registerPatient(doctor)
    const first = await publishReport(doctor, patient, typeId)
    const second = await publishReport(doctor, patient, typeId)
    const { body } = await doctor.get(`/report/getByPatientId/${patient}`)
    expect(body.data.map((report: { id: number }) => report.id)).toEqual([second.id, first.id])
    expect((await doctor.get('/report/getByPatientId/999999')).status).toBe(404)
  })
})

describe('withdrawing', () => {
  it('removes the report from every list and retains it for users who may withdraw [API-REPORT-12]', async () => {
    const patient = await registerPatient(doctor)
    const report = await publishReport(doctor, patient, typeId)
    const before = (await doctor.get('/user/dashboard')).body.data.totalReports as number
    const response = await withdrawReport(doctor, report.id, {
      reason: 'wrong-file',
      note: 'Mixed up',
    })
    expect(response.status).toBe(200)
    expect((await doctor.get(`/patient/getById/${patient}`)).body.data.reports).toEqual([])
    expect((await doctor.get(`/report/getByPatientId/${patient}`)).body.data).toEqual([])
    const dashboard = (await doctor.get('/user/dashboard')).body.data
    expect(dashboard.totalReports).toBe(before - 1)
    expect(dashboard.recentReports.some((recent: { id: number }) => recent.id === report.id)).toBe(false)

    const seen = await doctor.get(`/report/getById/${report.id}`)
    expect(seen.body.data.withdrawal).toMatchObject({
      reason: 'wrong-file',
      note: 'Mixed up',
      by: { fullName: 'Doctor Person' },
    })
    const receptionist = await app.signedIn('Receptionist', lab)
    expect((await receptionist.get(`/report/getById/${report.id}`)).status).toBe(404)
    expect((await doctor.raw('GET', report.filePath)).status).toBe(200)
    expect((await receptionist.raw('GET', report.filePath)).status).toBe(404)
  })
  it('needs no body, and happens once', async () => {
    const report = await publishReport(doctor, patientId, typeId)
    expect((await doctor.delete(`/report/deleteById/${report.id}`)).status).toBe(200)
    expect((await doctor.get(`/report/getById/${report.id}`)).body.data.withdrawal.reason).toBe(
      'No reason given',
    )
    expect((await doctor.delete(`/report/deleteById/${report.id}`)).status).toBe(404)
  })
})

describe('published report', () => {
  it('retains its file, which cannot be removed', async () => {
    const content = pdfBytes()
    const fileUrl = await uploadFile(doctor, content)
    const report = (await publish({ fileUrl })).body.data
    const response = await doctor.delete('/report/deleteReportFile', { fileUrl })
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('A published file cannot be removed')
    const file = await doctor.raw('GET', report.filePath)
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
  })
})
