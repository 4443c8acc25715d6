import { createHash, randomUUID } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import type { ReceivedFile } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { openIncomingFiles } from '../../../platform/file-storage/incoming-files.ts'
import { StorageUnavailableError } from '../../../platform/file-storage/file-storage.ts'
import type { ApiClient } from '../../../testing/api-client.ts'
import { caseOf } from '../../../testing/cases.ts'
import { dropFile, listInbox, reportPdf } from '../../../testing/inbox.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { pdfBytes } from '../../../testing/test-records.ts'
import { zipOf, type ZipEntry } from '../../../testing/zip-files.ts'

let technician: ApiClient & { user: { id: number } }
let takenFiles = Infinity

const app = await useTestApp({
  storage: (disk) => ({
    ...disk,
    stage: (name, content) => {
      if (takenFiles-- > 0) return disk.stage(name, content)
      content.destroy()
      return Promise.reject(new StorageUnavailableError(new Error('gone')))
    },
  }),
})

beforeEach(async () => {
  takenFiles = Infinity
  technician = await app.signedIn('Technician')
})

const incoming = () => readdir(path.join(app.dataDir, 'files', 'incoming'))
const drop = async (entries: ZipEntry[] | Buffer, key = randomUUID()) => {
  const archive = Buffer.isBuffer(entries) ? entries : zipOf(entries)
  const answer = await dropFile(technician, archive, 'Scans.ZIP', { key })
  expect(await incoming()).toEqual([])
  return { ...answer, rows: (answer.body.data ?? []) as ReceivedFile[] }
}
const codes = (rows: ReceivedFile[]) => rows.map(({ problem }) => problem?.code ?? 'received')
const reports = (count: number): Promise<ZipEntry[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, number) => ({
      name: `${number}.pdf`,
      content: await reportPdf(),
    })),
  )

it('continues after a file without pages, and after a defective one [INBOX-125]', async () => {
  const damaged = await drop(caseOf('zip-good-nopages-good.zip'))
  expect([damaged.status, codes(damaged.rows)]).toEqual([200, ['received', 'PDF_DAMAGED', 'received']])
  await app.database.execute(
    "alter table inbox_items add constraint unexpected check (file_name <> 'unlucky.pdf') not valid",
  )
  try {
    const [first, second] = await reports(2)
    const unlucky = { name: 'unlucky.pdf', content: await reportPdf() }
    const { status, rows } = await drop([...(first ? [first] : []), unlucky, ...(second ? [second] : [])])
    expect([status, codes(rows)]).toEqual([200, ['received', 'FILE_NOT_PROCESSED', 'received']])
  } finally {
    await app.database.execute('alter table inbox_items drop constraint unexpected')
  }
})

describe('a ZIP archive', () => {
  it('adds nothing more once the user was deactivated [RULE-42]', async () => {
    const admin = await app.signedIn('Admin')
    const archive = zipOf(await reports(40))
    const items = async () =>
      (
        await app.database.one<{ count: number }>('select count(*) from inbox_items where uploaded_by = $1', [
          technician.user.id,
        ])
      ).count
    const answer = dropFile(technician, archive, 'scans.zip')
    await expect.poll(items).toBeGreaterThan(0)
    expect((await admin.delete(`/user/delete/${technician.user.id}`)).status).toBe(200)
    expect((await answer).status).toBe(401)
    expect(await items()).toBeLessThan(40)
    expect(await incoming()).toEqual([])
  })

  it('adds each of its files to the inbox, unchanged [INBOX-50]', async () => {
    const entries = await reports(3)
    const { status, rows } = await drop([
      { name: 'folder/', method: 0 },
      ...entries,
      { name: '__MACOSX/._0.pdf', content: Buffer.from('x') },
      { name: 'folder/.DS_Store', content: Buffer.from('x') },
    ])
    expect(status).toBe(200)
    expect(rows.map(({ fileName }) => fileName)).toEqual(['0.pdf', '1.pdf', '2.pdf'])
    for (const [index, { itemId }] of rows.entries()) {
      const answer = await technician.raw('GET', `/api/v1/inbox/file/${itemId}`)
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(entries[index]?.content)
    }
  })

  it('reports a refused file in its row and adds the others [INBOX-51]', async () => {
    const [good = { name: '' }] = await reports(1)
    const damagedBytes = deflateRawSync(pdfBytes())
    damagedBytes.fill(0xff, 10)
    const { status, rows } = await drop([
      { name: 'tool.exe', content: Buffer.from('MZ') },
      { name: 'fake.pdf', content: Buffer.from('no') },
      { name: 'inner.zip', content: zipOf(await reports(1)) },
      { name: 'wrong-sum.pdf', content: pdfBytes(), crc: 1 },
      { name: 'damaged.pdf', compressed: damagedBytes, content: pdfBytes() },
      { name: 'unknown-method.pdf', content: pdfBytes(), method: 12 },
      good,
      { ...good, name: 'again.pdf' },
    ])
    expect(status).toBe(200)
    expect(codes(rows)).toEqual([
      'FILE_TYPE_NOT_ALLOWED',
      'FILE_CONTENT_MISMATCH',
      'FILE_TYPE_NOT_ALLOWED',
      'ZIP_DAMAGED',
      'ZIP_DAMAGED',
      'ZIP_DAMAGED',
      'received',
      'INBOX_DUPLICATE',
    ])
    expect(await listInbox(technician)).toHaveLength(1)
  })

  it('adds nothing twice when it is sent again under its key [INBOX-52]', async () => {
    const entries = await reports(3)
    const key = randomUUID()
    const first = await drop(entries, key)
    const again = await drop(entries, key)
    expect(again.rows).toEqual(first.rows)
    expect(await listInbox(technician)).toHaveLength(3)
  })

  it('continues after an outage when it is sent again [INBOX-52]', async () => {
    const entries = await reports(4)
    const key = randomUUID()
    takenFiles = 2
    const failed = await drop(entries, key)
    expect(failed.status).toBe(503)
    expect(await listInbox(technician)).toHaveLength(2)
    takenFiles = Infinity
    const { status, rows } = await drop(entries, key)
    expect(status).toBe(200)
    expect(codes(rows)).toEqual(['received', 'received', 'received', 'received'])
    expect(await listInbox(technician)).toHaveLength(4)
  })

  it('uses names without folders, in any encoding [INBOX-50]', async () => {
    const names: [string | Buffer, string][] = [
      ['../../etc/cron.d/a.pdf', 'a.pdf'],
      ['/absolute/b.pdf', 'b.pdf'],
      ['./.scans/d.pdf', 'd.pdf'],
      ['C:\\scans\\c.pdf', 'c.pdf'],
      ['\u0646\u062a\u064a\u062c\u0629.pdf', '\u0646\u062a\u064a\u062c\u0629.pdf'],
      [Buffer.from('\u0646\u062a.pdf'), '\u0646\u062a.pdf'],
      [Buffer.from([0x82, 0x2e, 0x70, 0x64, 0x66]), '\u00e9.pdf'],
    ]
    const entries = await Promise.all(names.map(async ([name]) => ({ name, content: await reportPdf() })))
    const { rows } = await drop(entries)
    expect(rows.map(({ fileName }) => fileName)).toEqual(names.map(([, shown]) => shown))
    expect(codes(rows)).toEqual(names.map(() => 'received'))
  })
})

describe('a hostile archive', () => {
  const refusals: [string, string, () => Buffer | Promise<Buffer>][] = [
    ['no archive', 'ZIP_DAMAGED', () => Buffer.from('not an archive at all, only text')],
    ['an empty file', 'ZIP_DAMAGED', () => Buffer.alloc(0)],
    ['an archive without files', 'ZIP_EMPTY', () => zipOf([{ name: 'folder/', method: 0 }])],
    ['a truncated one', 'ZIP_DAMAGED', async () => zipOf(await reports(2)).subarray(0, -30)],
    [
      'one with a damaged directory',
      'ZIP_DAMAGED',
      async () => {
        const archive = zipOf(await reports(2))
        archive.write('XX', archive.indexOf('PK\u0001\u0002'))
        return archive
      },
    ],
    ['an encrypted one', 'ZIP_ENCRYPTED', () => zipOf([{ name: 'a.pdf', content: pdfBytes(), flags: 1 }])],
    [
      'too many files',
      'ZIP_TOO_MANY_FILES',
      () =>
        zipOf(
          Array.from({ length: 201 }, (_, number) => ({ name: `${number}.pdf`, content: Buffer.from('x') })),
        ),
    ],
    [
      'too many folders',
      'ZIP_TOO_MANY_FILES',
      () => zipOf(Array.from({ length: 2_001 }, (_, number) => ({ name: `${number}/`, method: 0 }))),
    ],
    [
      'entries that share their bytes',
      'ZIP_DAMAGED',
      () => {
        const content = pdfBytes()
        return zipOf([
          { name: 'a.pdf', content },
          { name: 'b.pdf', content, sameAs: 0 },
        ])
      },
    ],
  ]
  it.each(refusals)('fails as a whole: %s [INBOX-53]', async (_, code, make) => {
    const { status, body } = await drop(await make())
    expect(body.code).toBe(code)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await listInbox(technician)).toEqual([])
  })

  it('stops at the real size of entries that inflate to too much [INBOX-54]', async () => {
    const start = process.memoryUsage().rss
    // Inflating it takes one second. Its header claims ten bytes or the real size.
    const bomb = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300 * 1024 * 1024)])
    const compressed = deflateRawSync(bomb)
    expect(compressed.length).toBeLessThan(bomb.length / 500)
    const [good = { name: '' }] = await reports(1)
    const { rows } = await drop([
      { name: 'honest.pdf', content: bomb, compressed },
      { name: 'lying.pdf', compressed, claimedSize: 10 },
      good,
    ])
    expect(codes(rows)).toEqual(['FILE_TOO_LARGE', 'ZIP_DAMAGED', 'received'])
    expect(process.memoryUsage().rss - start).toBeLessThan(1024 ** 3)
  })

  it('leaves no file behind after a crash [INBOX-55]', async () => {
    const folder = path.join(app.dataDir, 'crashed')
    const files = await openIncomingFiles(folder)
    const left = path.join(folder, 'left.tmp')
    await writeFile(left, 'half an archive')
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
    await utimes(left, twoHoursAgo, twoHoursAgo)
    await openIncomingFiles(files.folder)
    expect(await readdir(folder)).toEqual([])
  })

  it('ends soon after its client disconnects [INBOX-55]', async () => {
    const entries = await reports(60)
    const form = new FormData()
    form.append('reportFile', new Blob([new Uint8Array(zipOf(entries))]), 'scans.zip')
    const leaving = new AbortController()
    const request = technician
      .raw('POST', `/api/v1/inbox/uploadFile?key=${randomUUID()}`, { body: form, signal: leaving.signal })
      .catch(() => undefined)
    await expect.poll(async () => (await listInbox(technician)).length).toBeGreaterThan(1)
    leaving.abort()
    await request
    await expect.poll(incoming).toEqual([])
    expect((await listInbox(technician)).length).toBeLessThan(60)
  })
})

it('adds one archive of a user at a time [INBOX-55]', async () => {
  const sums = new Set<string>()
  const answers = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const entries = await reports(3)
      for (const { content } of entries)
        sums.add(
          createHash('sha256')
            .update(content ?? '')
            .digest('hex'),
        )
      return dropFile(technician, zipOf(entries), 'scans.zip')
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const ids = answers.flatMap(({ body }) => (body.data as ReceivedFile[]).map(({ itemId }) => itemId ?? 0))
  expect(new Set(ids).size).toBe(6)
  const [first = [], second = []] = answers.map(({ body }) =>
    (body.data as ReceivedFile[]).map(({ itemId }) => itemId ?? 0),
  )
  expect(Math.max(...first) < Math.min(...second) || Math.max(...second) < Math.min(...first)).toBe(true)
})
