import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { pdfOfText, pdfObjects, pdfOf } from '../../../testing/hostile-files.ts'
import { startTestApp, useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
const admin = await app.signedIn('Admin')
const typeId = await addReportType(doctor)
const patientId = await registerPatient(doctor)

const UNDRAWABLE = pdfOf(
  pdfObjects({
    page: '/Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >>',
    more: [
      '<< /Length 24 >>\nstream\n100 0 0 100 0 0 cm /I Do\nendstream',
      '<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode /Length 4 >>\nstream\nnone\nendstream',
    ],
  }),
)

let sheets = 0
const sheet = () => pdfOfText(['Patient: Layla Haddad', `Result ${++sheets}`])
const publish = async (content?: Buffer) =>
  publishReport(technician, patientId, typeId, {
    fileUrl: await uploadFile(technician, content ?? (await sheet())),
  })
const read = async (filePath: string, client = doctor as ApiClient, headers: Record<string, string> = {}) => {
  const response = await client.raw('GET', `${filePath}/page`, { headers })
  const content = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return {
    response,
    status: response.status,
    content,
    code: isJson ? JSON.parse(String(content)).code : undefined,
  }
}
const images = () =>
  app.database.query<{ file_id: number; name: string | null; sha256: Buffer }>(
    `select i.* from page_images i order by i.made_at desc, i.file_id desc`,
  )
const pathOf = (name: string) => path.join(app.dataDir, 'files', name.slice(0, 2), name)
const firstPageOf = async (id: number, client = doctor as ApiClient) =>
  (await client.get(`/report/getById/${id}`)).body.data.firstPage
const entriesOf = async (id: number) => {
  await app.services.activity.flush()
  const { data } = (await admin.get(`/activity/getAll?objectType=report&objectId=${id}&limit=50`)).body
  return data.filter(({ action }: { action: string }) => action === 'report.preview')
}

describe('the first page as an image', () => {
  it('comes with its size known once it was made, and is drawn once [PAGE-01] [PAGE-04]', async () => {
    const { id, filePath } = await publish()
    expect(await firstPageOf(id)).toEqual({
      address: `${filePath}/page`,
      width: null,
      height: null,
      isUnavailable: false,
    })
    const first = await read(filePath)
    expect(first.status).toBe(200)
    expect(first.response.headers.get('content-type')).toBe('image/webp')
    const { width, height } = await loadImage(first.content)
    expect(await firstPageOf(id)).toMatchObject({ width, height, isUnavailable: false })
    const [made] = await images()
    const again = await read(filePath)
    expect(again.content.equals(first.content)).toBe(true)
    expect((await images())[0]).toEqual(made)
  })

  it('carries the headers of a health record, and an entity tag [PAGE-05]', async () => {
    const { filePath } = await publish()
    const { response, content } = await read(filePath)
    const etag = `"${createHash('sha256').update(content).digest('hex')}"`
    expect(response.headers.get('etag')).toBe(etag)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await read(filePath, doctor, { 'if-none-match': etag })).status).toBe(304)
  })

  it('gets drawn once for simultaneous first requests [PAGE-03]', async () => {
    const { filePath } = await publish()
    const before = (await images()).length
    const stored = await storedFiles()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => read(filePath, index % 2 ? doctor : technician)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await images()).length).toBe(before + 1)
    expect(await storedFiles()).toBe(stored + 1)
  })

  it('gets drawn in the background after publishing [PAGE-04]', async () => {
    const jobs = await startTestApp({ withJobs: true })
    const client = await jobs.signedIn('Doctor')
    const report = await publishReport(client, await registerPatient(client), await addReportType(client), {
      fileUrl: await uploadFile(client, await sheet()),
    })
    await expect
      .poll(async () => (await client.get(`/report/getById/${report.id}`)).body.data.firstPage.width)
      .toBe(1200)
    await jobs.stop()
  })
})

const storedFiles = async () => {
  let count = 0
  for await (const file of app.storage.list()) count += file.sizeBytes > 0 ? 1 : 0
  return count
}

describe('access to the image', () => {
  it('equals access to the file [PAGE-05]', async () => {
    const { id, filePath } = await publish()
    const outsider = await app.signedIn('Doctor')
    const receptionist = await app.signedIn('Receptionist', lab)
    await read(filePath)
    expect((await read(filePath, app.client())).status).toBe(401)
    expect((await read(filePath, outsider)).code).toBe('FILE_NOT_FOUND')
    expect((await read(filePath, receptionist)).status).toBe(200)
    expect((await read(filePath, admin)).status).toBe(200)
    const upload = await uploadFile(technician, await sheet())
    expect((await read(upload, technician)).code).toBe('FILE_NOT_FOUND')
    await withdrawReport(doctor, id, { reason: 'wrong-file' })
    expect((await read(filePath, receptionist)).code).toBe('FILE_NOT_FOUND')
    expect((await read(filePath, admin)).code).toBe('FILE_NOT_FOUND')
    expect((await read(filePath, technician)).status).toBe(200)
    const [image] = await images()
    expect((await doctor.raw('GET', `/api/v1/report/file/${image?.name}`)).status).toBe(404)
  })
})

describe('seeing the image', () => {
  it('counts like opening the file: one entry for one look, and the report is opened [PAGE-06]', async () => {
    const { id, filePath } = await publish()
    const openedAt = async () =>
      (
        await app.database.one<{ at: string | null }>(
          'select opened_at as at from report_openings where report_id = $1',
          [id],
        )
      ).at
    await read(filePath, technician)
    expect(await openedAt()).toBeNull()
    await read(filePath)
    await read(filePath)
    const entries = await entriesOf(id)
    expect(entries.map(({ actor }: { actor: { role: string } }) => actor.role)).toEqual([
      'Doctor',
      'Technician',
    ])
    expect(entries[0]).toMatchObject({ summary: `Saw the first page of the file of report #${id}` })
    expect(await openedAt()).not.toBeNull()
    const readers = (await doctor.get(`/report/getReaders/${id}`)).body.data
    expect(readers[0]).toMatchObject({ hasReadFile: true, times: 1, actor: { role: 'Doctor' } })
  })

  it('leaves an entry for an earlier version every time [PAGE-06]', async () => {
    const { id, filePath } = await publish()
    await technician.put(`/report/update/${id}`, {
      title: 'Corrected',
      reportTypeId: typeId,
      patientId,
      fileUrl: await uploadFile(technician, await sheet()),
      reason: 'wrong-result',
    })
    await read(filePath)
    await read(filePath)
    expect((await entriesOf(id)).map(({ summary }: { summary: string }) => summary)).toEqual(
      Array(2).fill(`Saw the first page of an earlier file of report #${id}`),
    )
  })

  it('fails when it cannot be recorded [PAGE-06]', async () => {
    const { filePath } = await publish()
    await read(filePath, technician)
    await app.database.execute('alter table activity_log rename to away')
    const refused = await read(filePath)
    await app.database.execute('alter table away rename to activity_log')
    expect(refused.response.headers.get('content-type')).not.toBe('image/webp')
    expect(refused.status).toBe(500)
  })
})

describe('a page that cannot be drawn', () => {
  it('answers with a code, is not drawn again at once, and is known before the request [PAGE-07]', async () => {
    const { id, filePath } = await publish(UNDRAWABLE)
    expect(await read(filePath)).toMatchObject({ status: 404, code: 'PAGE_IMAGE_FAILED' })
    expect(await firstPageOf(id)).toMatchObject({ isUnavailable: true, width: null })
    const started = performance.now()
    for (let request = 0; request < 20; request++) expect((await read(filePath)).status).toBe(404)
    expect(performance.now() - started).toBeLessThan(3000)
    expect(await entriesOf(id)).toEqual([])
    await app.database.execute(
      "update page_images set made_at = now() - interval '2 days' where name is null",
    )
    expect(await firstPageOf(id)).toMatchObject({ isUnavailable: false })
    expect((await read(filePath)).code).toBe('PAGE_IMAGE_FAILED')
  })
})

describe('the stored image', () => {
  it('gets made again when it is missing or was changed [PAGE-08]', async () => {
    const { filePath } = await publish()
    const { content } = await read(filePath)
    const [first] = await images()
    await rm(pathOf(first?.name ?? ''))
    expect((await read(filePath)).content.equals(content)).toBe(true)
    const [second] = await images()
    expect(second?.name).not.toBe(first?.name)
    await writeFile(pathOf(second?.name ?? ''), 'the first page of another patient')
    expect((await read(filePath)).content.equals(content)).toBe(true)
    expect(await app.storage.find(second?.name ?? '')).toBeUndefined()
  })

  it('counts as no problem and no orphan in the integrity check [PAGE-08]', async () => {
    const { filePath } = await publish()
    await read(filePath)
    const [image] = await images()
    const old = new Date(Date.now() + 3 * 86_400_000)
    const orphans: string[] = []
    for await (const name of app.services.integrity.findOrphans(old)) orphans.push(name)
    expect(orphans).toEqual([])
    expect(await app.services.integrity.removeOrphan(image?.name ?? '')).toBe(false)
    await rm(pathOf(image?.name ?? ''))
    for await (const finding of app.services.integrity.checkFiles(false)) expect(finding).toBeUndefined()
    await app.database.execute('delete from page_images where name = $1', [image?.name])
  })
})
