import { API_BASE, SUCCESS } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { nextNumber, useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')

describe('report types', () => {
  it('appear in the list with title and description once added [API-REPORT-17 API-REPORT-18 API-REPORT-19 API-ENT-35]', async () => {
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
      isSensitive: false,
      loinc: null,
    })
    const { body } = await doctor.get('/report/getReportTypes')
    expect(body.data).toContainEqual(added.body.data)
  })
  it('accept a title of 2 characters and reject 1 [VAL-TYPE-01 VAL-TYPE-02]', async () => {
    expect((await doctor.post('/report/addReportType', { title: 'CT' })).status).toBe(200)
    const short = await doctor.post('/report/addReportType', { title: 'C' })
    expect(short.status).toBe(400)
    expect(short.body.message).toBe('Report type must contain at least 2 characters')
  })
  it('accept a missing description [VAL-TYPE-03]', async () => {
    for (const description of [undefined, '', null]) {
      const response = await doctor.post('/report/addReportType', {
        title: `Type ${nextNumber()}`,
        description,
      })
      expect(response.body.data.description).toBeNull()
    }
  })
  it('need titles that are unique ignoring case', async () => {
    await doctor.post('/report/addReportType', { title: 'X-Ray' })
    const response = await doctor.post('/report/addReportType', { title: 'x-ray' })
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('A report type with this title already exists')
  })
  it('accept a new title [API-REPORT-20]', async () => {
    const id = await addReportType(doctor)
    const response = await doctor.put(`/report/updateReportType/${id}`, {
      title: 'Renamed type',
      description: 'Why',
    })
    expect(response.body.data).toEqual({
      id,
      title: 'Renamed type',
      description: 'Why',
      isSensitive: false,
      loinc: null,
    })
    expect((await doctor.put('/report/updateReportType/999999', { title: 'Nothing' })).status).toBe(404)
  })
  it('become sensitive by a mark, and stay so until they are changed [DELIV-08]', async () => {
    const title = `Genetics ${nextNumber()}`
    const added = await doctor.post('/report/addReportType', { title, isSensitive: true })
    expect(added.body.data).toMatchObject({ title, isSensitive: true })
    const change = async (fields: object) =>
      (await doctor.put(`/report/updateReportType/${added.body.data.id}`, { title, ...fields })).body.data
    expect(await change({ description: 'Why' })).toMatchObject({ description: 'Why', isSensitive: true })
    expect(await change({ isSensitive: false })).toMatchObject({ isSensitive: false })
  })
  it('disappear when deleted while no report uses them [API-REPORT-21]', async () => {
    const id = await addReportType(doctor)
    expect((await doctor.delete(`/report/deleteReportType/${id}`)).status).toBe(200)
    const { body } = await doctor.get('/report/getReportTypes')
    expect(body.data.some((type: { id: number }) => type.id === id)).toBe(false)
    expect((await doctor.delete(`/report/deleteReportType/${id}`)).status).toBe(404)
  })
  it('cannot be deleted while a report uses them', async () => {
    const id = await addReportType(doctor)
    await publishReport(doctor, await registerPatient(doctor), id)
    const response = await doctor.delete(`/report/deleteReportType/${id}`)
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('This report type is used by reports and cannot be deleted')
  })
})

describe('renamed report type', () => {
  it('leaves the title of published reports unchanged, in every lab and response [SAFE-19]', async () => {
    const typeId = await addReportType(doctor, 'Lipid panel')
    const patientId = await registerPatient(doctor)
    const report = await publishReport(doctor, patientId, typeId)
    const elsewhere = await app.signedIn('Technician')
    expect(
      (await elsewhere.put(`/report/updateReportType/${typeId}`, { title: 'Urine culture' })).status,
    ).toBe(200)

    const titlesOf = async (address: string) =>
      (await doctor.get(address)).body.data.map(
        (one: { reportType: { title: string } }) => one.reportType.title,
      ) as string[]
    const found = await doctor.get(`/report/getById/${report.id}`)
    expect(found.body.data.reportType).toEqual({ id: typeId, title: 'Lipid panel' })
    expect(await titlesOf(`/report/getAll?reportTypeId=${typeId}`)).toEqual(['Lipid panel'])
    expect(await titlesOf(`/report/getVersions/${report.id}`)).toEqual(['Lipid panel'])
    const search = await doctor.post('/search/records', { text: `#${report.id}` })
    expect(search.body.data.reports[0].reportType.title).toBe('Lipid panel')
    const unopened = await doctor.get('/insights/unopened')
    expect(unopened.body.data.at(-1)).toMatchObject({ id: report.id, reportType: { title: 'Lipid panel' } })
    const dashboard = await doctor.get('/user/dashboard')
    expect(dashboard.body.data.recentReports[0]).toMatchObject({
      id: report.id,
      reportType: { title: 'Lipid panel' },
    })
    const exported = await (
      await doctor.raw('GET', `${API_BASE}/report/export?reportTypeId=${typeId}`)
    ).text()
    expect(exported).toContain('Lipid panel')
    expect(exported).not.toContain('Urine culture')
  })

  it('gives its new title to reports published or amended afterwards [SAFE-19]', async () => {
    const typeId = await addReportType(doctor, 'Old name of a type')
    const patientId = await registerPatient(doctor)
    const report = await publishReport(doctor, patientId, typeId)
    await doctor.put(`/report/updateReportType/${typeId}`, { title: 'New name of a type' })
    const next = await publishReport(doctor, patientId, typeId)
    expect((await doctor.get(`/report/getById/${next.id}`)).body.data.reportType.title).toBe(
      'New name of a type',
    )
    const amended = await doctor.put(`/report/update/${report.id}`, {
      patientId,
      title: 'Amended title',
      reportTypeId: typeId,
      fileUrl: report.filePath,
      version: 1,
      reason: 'clerical',
    })
    expect(amended.body.message, JSON.stringify(amended.body)).toBe(SUCCESS.reportAmended)
    const { body } = await doctor.get(`/report/getVersions/${report.id}`)
    expect(body.data.map((one: { reportType: { title: string } }) => one.reportType.title)).toEqual([
      'New name of a type',
      'Old name of a type',
    ])
  })

  it('cannot change a frozen title even by SQL [SAFE-19]', async () => {
    const typeId = await addReportType(doctor)
    const { id } = await publishReport(doctor, await registerPatient(doctor), typeId)
    await expect(
      app.database.execute("update reports set report_type_title = 'Other' where id = $1", [id]),
    ).rejects.toThrow('A published report changes by a new version only')
  })

  it('shows beforehand how many reports of the own lab retain their title [SAFE-19]', async () => {
    const typeId = await addReportType(doctor)
    await publishReport(doctor, await registerPatient(doctor), typeId)
    const elsewhere = await app.signedIn('Technician')
    const usageFor = async (client: ApiClient) =>
      (await client.get(`/report/getReportTypeUsage/${typeId}`)).body.data
    expect(await usageFor(doctor)).toEqual({ reports: 1 })
    expect(await usageFor(elsewhere)).toEqual({ reports: 0 })
  })

  it('leaves an entry with both titles [SAFE-19]', async () => {
    const typeId = await addReportType(doctor, 'Before renaming')
    await doctor.put(`/report/updateReportType/${typeId}`, { title: 'After renaming' })
    const admin = await app.signedIn('Admin')
    const { body } = await admin.get('/activity/getAll?action=report-type.update')
    expect(body.data[0].summary).toBe('Renamed the report type Before renaming to After renaming')
  })
})
