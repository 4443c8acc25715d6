import { describe, expect, it } from 'vitest'
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
const technician = await app.signedIn('Technician', lab)
const patientId = await registerPatient(doctor)
const typeId = await addReportType(doctor, 'Blood count')

interface Report {
  id: number
  filePath: string
}

const publish = () => publishReport(doctor, patientId, typeId)

const amend = (report: Report, changes: Record<string, unknown>, client: ApiClient = technician) =>
  client.put(`/report/update/${report.id}`, {
    title: 'Blood count',
    remark: 'Within range',
    reportTypeId: typeId,
    patientId,
    fileUrl: report.filePath,
    reason: 'clerical',
    ...changes,
  })

const versionsOf = async (report: Report, client = doctor) =>
  (await client.get(`/report/getVersions/${report.id}`)).body.data as Record<string, unknown>[]

const expectUnchanged = async (report: Report) => {
  expect(await versionsOf(report)).toHaveLength(1)
  expect((await doctor.get(`/report/getById/${report.id}`)).body.data).toMatchObject(report)
}

describe('amendment', () => {
  it('publishes title, remark, type and file as the next version with reason and note [AMEND-01] [AMEND-02]', async () => {
    const report = await publish()
    const otherType = await addReportType(doctor)
    const fileUrl = await uploadFile(technician)
    const changes = { title: 'Full blood count', remark: '', reportTypeId: otherType, fileUrl }
    const response = await amend(report, {
      ...changes,
      reason: 'wrong-result',
      note: 'Second run',
      version: 1,
    })
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('Report amended successfully')
    const current = { ...report, title: 'Full blood count', remark: null, filePath: fileUrl, version: 2 }
    expect(response.body.data).toMatchObject({ ...current, reportType: { id: otherType } })
    expect((await doctor.get('/report/getAll?limit=1')).body.data[0]).toEqual(response.body.data)

    const [second, first] = await versionsOf(report)
    expect(second).toMatchObject({
      version: 2,
      title: 'Full blood count',
      remark: null,
      reportType: { id: otherType },
      filePath: fileUrl,
      isFileNew: true,
      by: { fullName: 'Technician Person' },
      reason: 'wrong-result',
      note: 'Second run',
    })
    expect(first).toMatchObject({
      version: 1,
      title: 'Blood count',
      remark: 'Within range',
      reportType: { id: typeId, title: 'Blood count' },
      filePath: report.filePath,
      isFileNew: false,
      by: { fullName: 'Doctor Person' },
      reason: null,
      note: null,
    })
  })

  it('reuses the current file if wanted, and allows another amendment [AMEND-02] [AMEND-06]', async () => {
    const report = await publish()
    expect((await amend(report, { title: 'Second' })).status).toBe(200)
    expect((await amend(report, { title: 'Third', reason: 'other', note: 'Asked for' })).status).toBe(200)
    const versions = await versionsOf(report)
    expect(versions.map(({ version, title, isFileNew }) => [version, title, isFileNew])).toEqual([
      [3, 'Third', false],
      [2, 'Second', false],
      [1, 'Blood count', false],
    ])
  })

  it('leaves an entry without patient data [AMEND-08]', async () => {
    const report = await publish()
    await amend(report, { title: 'Secret title', reason: 'late-result', note: 'Layla called' })
    const admin = await app.signedIn('Admin')
    const { data } = (await admin.get('/activity/getAll?action=report.amend&limit=1')).body
    expect(data[0]).toMatchObject({
      actor: { id: technician.user.id },
      object: { type: 'report', id: report.id },
      summary: `Amended report #${report.id}, now version 2: Further results`,
    })
  })

  it('fails from an older version, and succeeds for one of two concurrent requests [AMEND-03]', async () => {
    const report = await publish()
    expect((await amend(report, { title: 'Second', version: 1 })).status).toBe(200)
    const late = await amend(report, { title: 'Late', version: 1 })
    expect(late.status).toBe(409)
    expect(late.body.message).toMatch(/^Another user amended this report in the meantime/)
    const titles = ['One', 'Two', 'Three', 'Four'].map((word) => `Title ${word}`)
    const responses = await Promise.all(titles.map((title) => amend(report, { title, version: 2 })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await versionsOf(report)).toHaveLength(3)
  })

  it('requires a known reason, and a note for another one [AMEND-04]', async () => {
    const report = await publish()
    const cases: [Record<string, unknown>, string, string][] = [
      [{ reason: undefined }, 'reason', 'Please select a reason'],
      [{ reason: '' }, 'reason', 'Please select a reason'],
      [{ reason: 'because' }, 'reason', 'Please select a reason'],
      [{ reason: 'wrong-patient' }, 'reason', 'Please select a reason'],
      [{ reason: 'other' }, 'note', 'Please describe the reason in the note'],
      [{ reason: 'other', note: '  ' }, 'note', 'Please describe the reason in the note'],
      [{ note: 'n'.repeat(1001) }, 'note', 'Please use at most 1000 characters'],
      [{ title: 'ab' }, 'title', 'Title must be at least 3 characters'],
      [{ reportTypeId: 999_999 }, 'reportTypeId', 'Please select a report type'],
    ]
    for (const [changes, path, message] of cases) {
      const response = await amend(report, { title: 'New title', ...changes })
      expect(response.status, path).toBe(400)
      expect(response.body.errors).toContainEqual({ path, message })
    }
    await expectUnchanged(report)
  })

  it('fails when it changes nothing, including an identical file [AMEND-04]', async () => {
    const content = pdfBytes()
    const report = await publishReport(doctor, patientId, typeId, {
      fileUrl: await uploadFile(doctor, content),
    })
    const again = await uploadFile(technician, content)
    for (const changes of [{}, { title: '  Blood count ' }, { fileUrl: again }]) {
      const response = await amend(report, changes)
      expect(response.status).toBe(400)
      expect(response.body.message).toBe('Nothing differs from the published version')
    }
    await expectUnchanged(report)
    expect((await amend(report, { fileUrl: again, title: 'New title' })).status).toBe(200)
  })

  it('requires a Doctor or Technician of the lab [AMEND-05]', async () => {
    const report = await publish()
    for (const role of ['Admin', 'Receptionist'] as const)
      expect((await amend(report, { title: 'New' }, await app.signedIn(role, lab))).status).toBe(403)
    const outsider = await amend(report, { title: 'New' }, await app.signedIn('Doctor'))
    const absent = await amend({ ...report, id: 999_999 }, { title: 'New' })
    expect(outsider.status).toBe(404)
    expect(outsider.body).toEqual(absent.body)
    await expectUnchanged(report)
  })

  it('fails for a withdrawn report [AMEND-05]', async () => {
    const report = await publish()
    await withdrawReport(doctor, report.id, { reason: 'invalid-test' })
    const response = await amend(report, { title: 'New title' })
    expect(response.status).toBe(409)
    expect(response.body.message).toBe(
      'This report has been withdrawn in the meantime by Doctor Person: Test not valid',
    )
    expect(await versionsOf(report)).toHaveLength(1)
  })

  it('accepts neither another patient nor a used file [AMEND-06]', async () => {
    const report = await publish()
    const other = await registerPatient(doctor)
    const moved = await amend(report, { title: 'New title', patientId: other })
    expect(moved.status).toBe(400)
    expect(moved.body.errors[0].path).toBe('patientId')
    const amended = await publish()
    await amend(amended, { fileUrl: await uploadFile(technician) })
    const files = [await uploadFile(doctor), (await publish()).filePath, 'https://evil.example/x.pdf']
    for (const fileUrl of files) {
      const response = await amend(report, { fileUrl })
      expect(response.status, fileUrl).toBe(400)
      expect(response.body.errors[0].path).toBe('fileUrl')
    }
    expect((await amend(amended, { title: 'Back again' })).status).toBe(400)
    await expectUnchanged(report)
  })
})

describe('file of an earlier version', () => {
  it('stays readable, unchanged, only for users who may see the report [AMEND-02] [AMEND-07]', async () => {
    const [before, after] = [pdfBytes(), pdfBytes()]
    const report = await publishReport(doctor, patientId, typeId, {
      fileUrl: await uploadFile(doctor, before),
    })
    const amended = await amend(report, { fileUrl: await uploadFile(technician, after) })
    const admin = await app.signedIn('Admin')
    const receptionist = await app.signedIn('Receptionist', lab)
    const bytesOf = async (client: ApiClient, path: string) =>
      Buffer.from(await (await client.raw('GET', path)).arrayBuffer())
    for (const client of [doctor, receptionist, admin]) {
      expect((await bytesOf(client, report.filePath)).equals(before)).toBe(true)
      expect((await bytesOf(client, amended.body.data.filePath)).equals(after)).toBe(true)
      expect(await versionsOf(report, client)).toHaveLength(2)
    }
    const { data } = (await admin.get('/activity/getAll?action=report.preview')).body
    const summaries = data.map((entry: { summary: string }) => entry.summary)
    expect(summaries).toContain(`Opened an earlier file of report #${report.id}`)

    const outsider = await app.signedIn('Doctor')
    expect((await outsider.raw('GET', report.filePath)).status).toBe(404)
    expect((await outsider.get(`/report/getVersions/${report.id}`)).status).toBe(404)
    const removal = await doctor.delete('/report/deleteReportFile', { fileUrl: report.filePath })
    expect(removal.status).toBe(409)
    await app.database.execute("update report_files set created_at = now() - interval '2 days'")
    await app.services.files.removeLeftovers()
    expect((await bytesOf(doctor, report.filePath)).equals(before)).toBe(true)

    await withdrawReport(doctor, report.id, { reason: 'invalid-test' })
    for (const client of [receptionist, admin]) {
      expect((await client.raw('GET', report.filePath)).status).toBe(404)
      expect((await client.get(`/report/getVersions/${report.id}`)).status).toBe(404)
    }
    expect((await bytesOf(doctor, report.filePath)).equals(before)).toBe(true)
    expect(await versionsOf(report)).toHaveLength(2)
  })

  it('cannot be rewritten, not even by the owner of the database [AMEND-02]', async () => {
    const report = await publish()
    await amend(report, { title: 'Second' })
    for (const statement of [
      "update report_versions set title = 'Other' where version = 1",
      'delete from report_versions',
      'truncate report_versions cascade',
      `update reports set title = 'Other' where id = ${report.id}`,
    ])
      await expect(app.database.execute(statement), statement).rejects.toThrow(
        /stays as it was|new version only/,
      )
  })
})
