import { rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { needTwoPersons, openUnreleased, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, pdfBytes, registerPatient, uploadFile } from '../../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab()
const author = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const patientId = await registerPatient(author)
const typeId = await addReportType(doctor)
const admin = await app.signedIn('Admin')
await needTwoPersons(admin, lab)

const isOpened = async (id: number) => sure(await doctor.get(`/release/getById/${id}`)).isOpened as boolean
const fileOf = (id: number) => `/api/v1/release/file/${id}`
/** Waits for what the server records after the answer. */
const settle = () => setTimeout(100)

/** Entries of the activity log about its file, without the names. */
const entriesAbout = async (id: number): Promise<string[]> =>
  (await admin.get('/activity/getAll?action=release.open&limit=100')).body.data
    .map(({ summary }: { summary: string }) => summary.split(` of report A-${id} `))
    .filter(([, rest]: string[]) => rest !== undefined)
    .map(([what]: string[]) => what)
    .filter((what: string) => what.endsWith('file'))

/** Disconnects after the first bytes. */
const readFirstBytes = (id: number) =>
  new Promise<void>((resolve, reject) => {
    const asked = request(`${doctor.origin}${fileOf(id)}`, { headers: { cookie: doctor.cookieHeader() } })
    asked.on('response', (answer) =>
      answer.once('data', () => {
        answer.destroy()
        resolve()
      }),
    )
    asked.on('error', reject)
    asked.end()
  })

it('counts as opened once the last byte of the whole file was sent, and by nothing less, also in the activity log [RELEASE-80]', async () => {
  const large = Buffer.concat([pdfBytes(), Buffer.from(`%${'x'.repeat(9_000_000)}\n`)])
  const id = await submitReport(author, patientId, typeId, { fileUrl: await uploadFile(author, large) })
  const { sha256 } = sure(await doctor.get(`/release/getById/${id}`)).file
  const less: [string, Record<string, string>, number][] = [
    ['HEAD', {}, 200],
    ['GET', { 'if-none-match': `"${sha256}"` }, 304],
    ['GET', { range: 'bytes=0-0' }, 206],
    ['GET', { range: 'bytes=0-' }, 206],
    ['GET', { range: 'bytes=99999999-' }, 416],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, 200],
    ['GET', { purpose: 'prefetch' }, 200],
  ]
  for (const [method, headers, status] of less) {
    const answer = await doctor.raw(method, fileOf(id), { headers })
    await answer.arrayBuffer()
    expect(answer.status, `${method} ${JSON.stringify(headers)}`).toBe(status)
  }
  const entries = await entriesAbout(id)
  expect(entries.toSorted()).toEqual([
    ...Array(2).fill('Prefetched the file'),
    ...Array(2).fill('Read a part of the file'),
  ])
  await readFirstBytes(id)
  await settle()
  expect(await isOpened(id)).toBe(false)
  const refused = await doctor.post(`/release/release/${id}`, { revision: 1, sha256 })
  expect(refused.body.code).toBe('UNRELEASED_NOT_OPENED')
  const seen = await openUnreleased(doctor, id)
  expect(await isOpened(id)).toBe(true)
  expect(seen.sha256).toBe(sha256)
  sure(await doctor.post(`/release/release/${id}`, seen))
})

it('refuses, and publishes nothing, when the stored file is missing or changed [RELEASE-81]', async () => {
  const content = pdfBytes()
  const fileUrl = await uploadFile(author, content)
  const id = await submitReport(author, patientId, typeId, { fileUrl })
  const seen = await openUnreleased(doctor, id)
  const name = path.basename(fileUrl)
  const stored = path.join(app.dataDir, 'files', name.slice(0, 2), name)
  const reports = () => app.database.one('select count(*) from reports')
  const before = await reports()
  const changed = Buffer.from(content)
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)
  const many = async () =>
    (await doctor.post('/release/releaseMany', { items: [{ id, ...seen }] })).body.data[0].problem.code
  for (const [damage, code] of [
    [() => writeFile(stored, changed), 'RELEASE_FILE_CHANGED'],
    [() => writeFile(stored, content.subarray(0, 100)), 'RELEASE_FILE_CHANGED'],
    [() => rm(stored), 'RELEASE_FILE_MISSING'],
  ] as const) {
    await damage()
    const answer = await doctor.post(`/release/release/${id}`, seen)
    expect([answer.status, answer.body.code]).toEqual([409, code])
    expect(await many()).toBe(code)
  }
  // A file that cannot be read is not opened either.
  const other = await app.signedIn('Doctor', lab)
  expect((await other.raw('GET', fileOf(id))).status).toBe(404)
  await settle()
  expect(sure(await other.get(`/release/getById/${id}`)).isOpened).toBe(false)
  expect(await entriesAbout(id)).toEqual(['Opened the file'])
  expect(await reports()).toEqual(before)
  await writeFile(stored, content)
  sure(await doctor.post(`/release/release/${id}`, seen))
})
