import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { FileStorage } from '../../platform/file-storage/file-storage.ts'
import { openIncomingFiles } from '../../platform/file-storage/incoming-files.ts'
import { createS3Storage } from '../../platform/file-storage/s3-storage.ts'
import { startFlakyProxy, type FlakyProxy } from '../../testing/flaky-proxy.ts'
import { locationOn, type S3Server } from '../../testing/s3/s3-server.ts'
import { S3_SERVERS } from '../../testing/s3/s3-servers.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  addReportType,
  pdfBytes,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../testing/test-records.ts'
import { reassignReport } from '../../testing/withdrawal.ts'

let folder: string
let server: S3Server
let proxy: FlakyProxy
let bucket: FileStorage
let app: TestApp
let doctor: Awaited<ReturnType<TestApp['signedIn']>>
let patientId: number
let typeId: number

beforeAll(async () => {
  const startServer = Object.values(S3_SERVERS).at(-1)
  if (!startServer) throw new Error('There is no server to test with')
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-bucket-'))
  server = await startServer()
  proxy = await startFlakyProxy(server.origin)
  bucket = await createS3Storage(
    locationOn(server, proxy.origin),
    await openIncomingFiles(path.join(folder, 'incoming')),
    { silenceMs: 1000 },
  )
  app = await startTestApp({ storage: () => bucket })
  doctor = await app.signedIn('Doctor')
  patientId = await registerPatient(doctor)
  typeId = await addReportType(doctor)
})
afterEach(() => {
  proxy.transforms.toServer = undefined
  proxy.transforms.toClient = undefined
  proxy.cutAll()
})
afterAll(async () => {
  await app.stop()
  await bucket.close()
  await proxy.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const largePdf = () => {
  const pdf = pdfBytes()
  const comment = Buffer.from(`%${randomBytes(4_500_000).toString('hex')}\n`)
  return Buffer.concat([pdf, comment, pdf.subarray(pdf.lastIndexOf('startxref'))])
}
const read = async (address: string, headers: Record<string, string> = {}) => {
  const response = await doctor.raw('GET', address, { headers })
  return { response, content: Buffer.from(await response.arrayBuffer()) }
}
const countFiles = async () =>
  (await app.database.one<{ count: number }>('select count(*) from report_files')).count

it('uploads, publishes and reads a report through the product only [OPS-07]', async () => {
  for (const content of [pdfBytes(), largePdf()]) {
    const fileUrl = await uploadFile(doctor, content)
    const { filePath } = await publishReport(doctor, patientId, typeId, { fileUrl })
    expect(filePath).toMatch(/^\/api\//)
    const { response, content: whole } = await read(filePath)
    expect(response.status).toBe(200)
    expect(response.headers.get('location')).toBeNull()
    expect(whole.equals(content)).toBe(true)
    const part = await read(filePath, { range: 'bytes=10-99' })
    expect(part.response.status).toBe(206)
    expect(part.content.equals(content.subarray(10, 100))).toBe(true)
    expect((await app.client().raw('GET', filePath)).status).toBe(401)
    const outsider = await app.signedIn('Doctor')
    expect((await outsider.raw('GET', filePath)).status).toBe(404)
  }
})

it('publishes a report of the wrong patient for the right one with a separate file', async () => {
  const content = largePdf()
  const wrong = await publishReport(doctor, patientId, typeId, { fileUrl: await uploadFile(doctor, content) })
  const response = await reassignReport(doctor, wrong.id, {
    patientId: await registerPatient(doctor),
  })
  expect(response.status).toBe(200)
  expect(response.body.data.filePath).not.toBe(wrong.filePath)
  expect((await read(response.body.data.filePath as string)).content.equals(content)).toBe(true)
})

it('removes an upload from the bucket', async () => {
  const fileUrl = await uploadFile(doctor)
  const name = fileUrl.split('/').at(-1) ?? ''
  expect((await doctor.delete('/report/deleteReportFile', { fileUrl })).status).toBe(200)
  await expect(bucket.open(name)).rejects.toThrow('is not in the storage')
})

it('rejects an upload with 503 and without a row while the bucket is unavailable, and accepts it afterwards [OPS-04]', async () => {
  const before = await countFiles()
  proxy.transforms.toServer = (_, { cut }) => {
    cut()
    return undefined
  }
  expect((await doctor.upload(pdfBytes(), 'result.pdf')).status).toBe(503)
  expect(await countFiles()).toBe(before)
  const ready = await fetch(`${app.origin}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ storage: 'failing', database: 'ok' })
  proxy.transforms.toServer = undefined
  await uploadFile(doctor)
  expect(await countFiles()).toBe(before + 1)
})

it('resumes a download after the bucket disconnects; fails rather than truncating it when the bucket stays unavailable [OPS-05]', async () => {
  const content = largePdf()
  const { filePath } = await publishReport(doctor, patientId, typeId, {
    fileUrl: await uploadFile(doctor, content),
  })
  proxy.cutAll()
  let cuts = 0
  proxy.transforms.toClient = (chunk, { sent, cut }) => {
    if (cuts > 0 || sent + chunk.length < 4_000_000) return chunk
    cuts++
    cut()
    return undefined
  }
  expect((await read(filePath)).content.equals(content)).toBe(true)
  expect(cuts).toBe(1)

  proxy.cutAll()
  cuts = 0
  proxy.transforms.toServer = (chunk, { cut }) => {
    if (cuts === 0) return chunk
    cut()
    return undefined
  }
  await expect(read(filePath)).rejects.toThrow()
  expect(cuts).toBe(1)
})
