import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { jpegOf } from '../../testing/hostile-files.ts'
import { useTestApp } from '../../testing/test-app.ts'
import {
  addReportType,
  pdfBytes,
  PNG_BYTES,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab()
const technician = await app.signedIn('Technician', lab)

const JPEG_BYTES = jpegOf()

const filesOnDisk = async () =>
  (await readdir(path.join(app.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length
const rowsInDatabase = async () =>
  (await app.database.one<{ count: number }>('select count(*) from report_files')).count
const stored = async () => ({ files: await filesOnDisk(), rows: await rowsInDatabase() })

const expectNothingStored = async (action: () => Promise<unknown>) => {
  const before = await stored()
  await action()
  expect(await stored()).toEqual(before)
}

describe('uploading', () => {
  it('stores the file and answers with its URL [API-REPORT-13 API-REPORT-14]', async () => {
    const content = pdfBytes()
    const response = await technician.upload(content, 'My result.pdf')
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ success: true, originalFileName: 'My result.pdf' })
    expect(response.body.data).toEqual({
      fileSrc: response.body.fileSrc,
      fileUrl: response.body.fileUrl,
      originalFileName: 'My result.pdf',
    })
    expect(response.body.fileUrl).toMatch(/^\/api\/v1\/report\/file\/[\w-]{43}\.pdf$/)
    const row = await app.database.one<{ sha256: Buffer; size_bytes: number }>(
      'select sha256, size_bytes from report_files order by id desc limit 1',
    )
    expect(row.sha256.equals(createHash('sha256').update(content).digest())).toBe(true)
    expect(row.size_bytes).toBe(content.length)
  })

  it('notes the SHA-1 for FHIR [API-OUT-70]', async () => {
    const content = pdfBytes()
    await uploadFile(technician, content)
    const { sha1 } = await app.database.one<{ sha1: Buffer }>(
      'select sha1 from report_files order by id desc limit 1',
    )
    expect(sha1.equals(createHash('sha1').update(content).digest())).toBe(true)
  })

  it('accepts PDF, JPEG and PNG with their extensions in any case', async () => {
    for (const [content, name, ending] of [
      [pdfBytes(), 'a.PDF', '.pdf'],
      [JPEG_BYTES, 'b.jpg', '.jpg'],
      [JPEG_BYTES, 'c.JPEG', '.jpg'],
      [PNG_BYTES, 'd.png', '.png'],
    ] as const)
      expect(await uploadFile(technician, content, name)).toMatch(new RegExp(`\\${ending}$`))
  })

  it('rejects other kinds by extension and by first bytes [VAL-REPORT-10]', async () => {
    await expectNothingStored(async () => {
      for (const [content, name] of [
        [Buffer.from('<script>alert(1)</script>'), 'page.html'],
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'picture.svg'],
        [pdfBytes(), 'program.exe'],
        [Buffer.from('MZ\u0090\u0000'), 'program.pdf'],
        [Buffer.from('<html></html>'), 'page.pdf'],
        [PNG_BYTES, 'scan.pdf'],
        [pdfBytes(), 'scan.png'],
        [Buffer.from('hello'), 'note'],
        [Buffer.alloc(0), 'empty.pdf'],
      ] as const) {
        const response = await technician.upload(content, name)
        expect(response.status).toBe(415)
        expect(response.body.message).toMatch(
          /^(Only PDF, JPG, JPEG and PNG|The content of this file does not match)/,
        )
      }
    })
  })

  it('rejects a file over the configured limit and stores none of it', async () => {
    await app.database.query('update settings set upload_limit_mb = 1')
    await expectNothingStored(async () => {
      const response = await technician.upload(
        Buffer.concat([pdfBytes(), Buffer.alloc(1024 * 1024)]),
        'big.pdf',
      )
      expect(response.status).toBe(413)
      expect(response.body.message).toBe('The file is larger than 1 MB. Please upload a smaller file.')
    })
    const content = pdfBytes()
    const full = Buffer.concat([content, Buffer.alloc(1024 * 1024 - content.length)])
    expect((await technician.upload(full, 'just.pdf')).status).toBe(200)
    await app.database.query('update settings set upload_limit_mb = 10')
  })

  it('rejects a request without a file part of that name', async () => {
    await expectNothingStored(async () => {
      expect((await technician.upload(pdfBytes(), 'a.pdf', 'otherPart')).status).toBe(400)
      expect((await technician.post('/report/uploadReportFile', { reportFile: 'text' })).status).toBe(415)
      expect((await technician.post('/report/uploadReportFile', new FormData())).status).toBe(400)
      expect((await technician.post('/report/uploadReportFile')).status).toBe(415)
    })
  })

  it('stores nothing of an interrupted upload', async () => {
    await expectNothingStored(async () => {
      await new Promise<void>((resolve) => {
        const upload = httpRequest(`${app.origin}/api/v1/report/uploadReportFile`, {
          method: 'POST',
          headers: {
            cookie: technician.cookieHeader(),
            origin: technician.site,
            'content-type': 'multipart/form-data; boundary=cut',
            'content-length': 1_000_000,
          },
        })
        upload.on('error', () => resolve())
        upload.write(
          '--cut\r\ncontent-disposition: form-data; name="reportFile"; filename="half.pdf"\r\n\r\n%PDF-1.4\n' +
            'x'.repeat(100_000),
        )
        setTimeout(() => upload.destroy(), 150)
      })
      await expect.poll(() => readdir(path.join(app.dataDir, 'files', 'incoming'))).toEqual([])
    })
    expect((await technician.get('/user/dashboard')).status).toBe(200)
  })

  it('shows a name without folders or characters that reorder text', async () => {
    const response = await technician.upload(pdfBytes(), '..\\..\\secret/\u202efdp.pdf')
    expect(response.body.originalFileName).toBe('fdp.pdf')
  })
})

describe('removing an upload', () => {
  it('works for its uploader and answers with success and message [API-REPORT-15 API-REPORT-16]', async () => {
    const before = await stored()
    const fileUrl = await uploadFile(technician)
    const colleague = await app.signedIn('Technician', lab)
    expect((await colleague.delete('/report/deleteReportFile', { fileUrl })).status).toBe(404)
    const response = await technician.delete('/report/deleteReportFile', { fileUrl })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ success: true, message: 'File removed successfully' })
    expect(await stored()).toEqual(before)
    expect((await technician.delete('/report/deleteReportFile', { fileUrl })).status).toBe(404)
  })
  it('happens automatically after a day, unless the file was published', async () => {
    const patient = await registerPatient(technician)
    const report = await publishReport(technician, patient, await addReportType(technician))
    const leftover = await uploadFile(technician)
    const fresh = await uploadFile(technician)
    await app.database.query(
      "update report_files set created_at = now() - interval '25 hours' where name <> $1",
      [path.basename(fresh)],
    )
    await app.services.files.removeLeftovers()
    expect((await technician.raw('GET', leftover)).status).toBe(404)
    expect((await technician.raw('GET', fresh)).status).toBe(200)
    expect((await technician.raw('GET', report.filePath)).status).toBe(200)
    expect((await stored()).files).toBe((await stored()).rows)
  })
})

describe('reading a file', () => {
  let content: Buffer
  let filePath: string
  beforeAll(async () => {
    content = Buffer.concat([pdfBytes(), Buffer.from('x'.repeat(5000))])
    const patient = await registerPatient(technician)
    const fileUrl = await uploadFile(technician, content)
    const type = await addReportType(technician)
    filePath = (await publishReport(technician, patient, type, { fileUrl, title: 'Röntgen "A/B"' })).filePath
  })
  const read = (headers: Record<string, string> = {}, client = technician) =>
    client.raw('GET', filePath, { headers })

  it('returns the uploaded bytes inline, uncached and with a restrictive content security policy', async () => {
    const response = await read()
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-length')).toBe(String(content.length))
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('etag')).toBe(`"${createHash('sha256').update(content).digest('hex')}"`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="R_ntgen -A-B-.pdf"; filename*=UTF-8''R%C3%B6ntgen%20-A-B-.pdf`,
    )
  })

  it('supports ranges', async () => {
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      [`bytes=-7`, content.length - 7, content.length - 1],
      ['bytes=5000-', 5000, content.length - 1],
      ['bytes=100-99999999', 100, content.length - 1],
    ] as const) {
      const response = await read({ range })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to}/${content.length}`)
      expect(Buffer.from(await response.arrayBuffer()).equals(content.subarray(from, to + 1))).toBe(true)
    }
    const outside = await read({ range: 'bytes=99999999-' })
    expect(outside.status).toBe(416)
    expect(outside.headers.get('content-range')).toBe(`bytes */${content.length}`)
    for (const range of ['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5'])
      expect((await read({ range })).status).toBe(200)
  })

  it('supports entity tags', async () => {
    const etag = (await read()).headers.get('etag') ?? ''
    expect((await read({ 'if-none-match': etag })).status).toBe(304)
    expect((await read({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await read({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  it('requires a session and the own lab [PERM-API-17]', async () => {
    expect((await app.client().raw('GET', filePath)).status).toBe(401)
    expect((await read({}, await app.signedIn('Doctor'))).status).toBe(404)
    expect((await read({}, await app.signedIn('Receptionist', lab))).status).toBe(200)
    expect((await read({}, await app.signedIn('Admin'))).status).toBe(200)
  })

  it('works before publication for the uploader only', async () => {
    const unpublished = await uploadFile(technician)
    expect((await technician.raw('GET', unpublished)).status).toBe(200)
    expect((await (await app.signedIn('Doctor', lab)).raw('GET', unpublished)).status).toBe(404)
    expect((await (await app.signedIn('Admin')).raw('GET', unpublished)).status).toBe(404)
  })

  it('answers 404 for an unknown file', async () => {
    for (const name of [`${'A'.repeat(43)}.pdf`, '..%2F..%2Fetc%2Fpasswd', 'x.pdf', 'incoming'])
      expect((await technician.raw('GET', `/api/v1/report/file/${name}`)).status).toBe(404)
  })
})
