import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { nextNumber, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

let app: TestApp
let doctor: ApiClient
beforeAll(async () => {
  app = await startTestApp()
  doctor = await app.signedIn('Doctor')
})
afterAll(() => app.stop())

describe('report types', () => {
  it('are added with title and description and listed [API-REPORT-17 API-REPORT-18 API-REPORT-19 API-ENT-35]', async () => {
    const added = await doctor.post('/report/addReportType', {
      title: 'Blood count',
      description: 'All cells',
    })
    expect(added.status).toBe(200)
    expect(added.body.message).toBe('Report type added successfully')
    expect(added.body.data).toEqual({
      id: expect.any(Number),
      title: 'Blood count',
      description: 'All cells',
    })
    const { body } = await doctor.get('/report/getReportTypes')
    expect(body.data).toContainEqual(added.body.data)
  })
  it('take a title of 2 characters and not of 1 [VAL-TYPE-01 VAL-TYPE-02]', async () => {
    expect((await doctor.post('/report/addReportType', { title: 'CT' })).status).toBe(200)
    const short = await doctor.post('/report/addReportType', { title: 'C' })
    expect(short.status).toBe(400)
    expect(short.body.message).toBe('Report type must contain at least 2 characters')
  })
  it('need no description [VAL-TYPE-03]', async () => {
    for (const description of [undefined, '', null]) {
      const answer = await doctor.post('/report/addReportType', {
        title: `Type ${nextNumber()}`,
        description,
      })
      expect(answer.body.data.description).toBeNull()
    }
  })
  it('have titles that differ by more than case', async () => {
    await doctor.post('/report/addReportType', { title: 'X-Ray' })
    const answer = await doctor.post('/report/addReportType', { title: 'x-ray' })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('A report type with this title already exists')
  })
  it('can be renamed [API-REPORT-20]', async () => {
    const id = await addReportType(doctor)
    const answer = await doctor.put(`/report/updateReportType/${id}`, {
      title: 'Renamed type',
      description: 'Why',
    })
    expect(answer.body.data).toEqual({ id, title: 'Renamed type', description: 'Why' })
    expect((await doctor.put('/report/updateReportType/999999', { title: 'Nothing' })).status).toBe(404)
  })
  it('can be deleted while no report uses them [API-REPORT-21]', async () => {
    const id = await addReportType(doctor)
    expect((await doctor.delete(`/report/deleteReportType/${id}`)).status).toBe(200)
    const { body } = await doctor.get('/report/getReportTypes')
    expect(body.data.some((type: { id: number }) => type.id === id)).toBe(false)
    expect((await doctor.delete(`/report/deleteReportType/${id}`)).status).toBe(404)
  })
  it('stay while a report uses them', async () => {
    const id = await addReportType(doctor)
    await publishReport(doctor, await registerPatient(doctor), id)
    const answer = await doctor.delete(`/report/deleteReportType/${id}`)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('This report type is used by reports and cannot be deleted')
  })
})
