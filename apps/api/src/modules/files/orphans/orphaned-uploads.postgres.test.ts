import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { FileStorage } from '../../../platform/file-storage/file-storage.ts'
import { storeFile, StorageUnavailableError } from '../../../platform/file-storage/file-storage.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { untilWaitsForLocks } from '../../../testing/test-database.ts'
import { pdfBytes, uploadFile } from '../../../testing/test-records.ts'
import type { Caller } from '../../../core/caller.ts'
import { createReportFileService } from '../report-files.service.ts'
import { createOrphanedUploadService } from './orphaned-uploads.service.ts'

const next: { afterPut?: (() => Promise<void>) | undefined; isAway?: boolean; unremovable?: string } = {}

const troubled = (disk: FileStorage): FileStorage => ({
  ...disk,
  async stage(...file) {
    const staged = await disk.stage(...file)
    return {
      ...staged,
      async commit() {
        await staged.commit()
        await next.afterPut?.()
      },
    }
  },
  remove: (name) =>
    next.isAway || name === next.unremovable
      ? Promise.reject(new StorageUnavailableError(new Error('away')))
      : disk.remove(name),
})

const app = await useTestApp({ storage: troubled })
const doctor = await app.signedIn('Doctor')

const newName = () => `${randomBytes(32).toString('base64url')}.pdf`
const isStored = async (name: string) => (await app.storage.find(name)) !== undefined
const reserved = () => app.database.query<{ name: string }>('select name from orphaned_uploads')
const rows = async (name: string) =>
  (await app.database.query('select 1 from report_files where name = $1', [name])).length
const makeAllDue = () => app.database.execute('update orphaned_uploads set remove_from = now()')
const service = () => createOrphanedUploadService({ database: app.database, storage: app.storage })

it('stores nothing and leaves the sender unblamed when the inspection itself fails [SAFE-28]', async () => {
  const files = createReportFileService({
    database: app.database,
    storage: app.storage,
    checks: {
      prepare() {},
      inspect: () => Promise.reject(new Error('The inspection process did not start')),
      readHints: () => Promise.resolve(null),
    },
    orphans: service(),
    tryFile: (work) => work(),
  })
  const content = (async function* () {
    yield await Promise.resolve(pdfBytes())
  })()
  const upload = files.upload({ user: { id: 1 } } as Caller, { fileName: 'a.pdf', expectedBytes: 1, content })
  await expect(upload).rejects.toThrow('The inspection process did not start')
  expect(await reserved()).toEqual([])
  expect(await readdir(path.join(app.dataDir, 'files/incoming'))).toEqual([])
})

it('removes a file whose process ended before creating its row, but only after a day [CHECK-05]', async () => {
  const name = newName()
  await service().reserve(name)
  await storeFile(app.storage, name, Readable.from([pdfBytes()]))
  await app.services.files.removeLeftovers()
  expect(await isStored(name)).toBe(true)
  const { hours } = await app.database.one<{ hours: number }>(
    'select extract(epoch from remove_from - now())::float8 / 3600 as hours from orphaned_uploads',
  )
  expect(hours).toBeGreaterThan(23.9)
  await makeAllDue()
  await app.services.files.removeLeftovers()
  expect(await isStored(name)).toBe(false)
  expect(await reserved()).toEqual([])
})

it('never removes a file that has a row [CHECK-05]', async () => {
  const address = await uploadFile(doctor)
  const name = address.split('/').at(-1) ?? ''
  expect(await reserved()).toEqual([])
  expect(await service().remove(name)).toBe(false)
  expect(await isStored(name)).toBe(true)
})

it('rejects an upload that was removed before it had its row, and never publishes it without a file [CHECK-05]', async () => {
  let name = ''
  next.afterPut = async () => {
    name = (await reserved())[0]?.name ?? ''
    await makeAllDue()
    await app.services.files.removeLeftovers()
  }
  const response = await doctor.upload(pdfBytes(), 'result.pdf')
  next.afterPut = undefined
  expect(response.status).toBe(503)
  expect(name).not.toBe('')
  expect(await rows(name)).toBe(0)
  expect(await isStored(name)).toBe(false)
})

it('waits for a transaction that is creating the file’s row, and then retains the file [CHECK-05]', async () => {
  const name = newName()
  const orphans = service()
  await orphans.reserve(name)
  await storeFile(app.storage, name, Readable.from([pdfBytes()]))
  let clearing: Promise<boolean> | undefined
  await app.database.transaction(async (tx) => {
    await orphans.attach(tx, name)
    await tx.execute(
      `insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
       select $1, 'a.pdf', 'application/pdf', 1, '\\x00', id from users limit 1`,
      [name],
    )
    clearing = orphans.remove(name)
    await untilWaitsForLocks(app.database, 1)
  })
  expect(await clearing).toBe(false)
  expect(await isStored(name)).toBe(true)
})

it('hides an upload removed during a storage outage at once, and deletes it later [CHECK-05]', async () => {
  const address = await uploadFile(doctor)
  const name = address.split('/').at(-1) ?? ''
  next.isAway = true
  expect((await doctor.delete('/report/deleteReportFile', { fileUrl: address })).status).toBe(200)
  expect(await rows(name)).toBe(0)
  expect(await isStored(name)).toBe(true)
  next.isAway = false
  await app.services.files.removeLeftovers()
  expect(await isStored(name)).toBe(false)
})

it('removes the other files when one cannot be removed, which comes again an hour later [SAFE-94]', async () => {
  const names = [newName(), newName(), newName()]
  for (const name of names) {
    await service().reserve(name)
    await storeFile(app.storage, name, Readable.from([pdfBytes()]))
  }
  await makeAllDue()
  const [stuck = ''] = names.toSorted()
  next.unremovable = stuck
  await expect(app.services.files.removeLeftovers()).rejects.toThrow('1 items of a job failed')
  expect(await Promise.all(names.toSorted().map(isStored))).toEqual([true, false, false])
  await app.services.files.removeLeftovers()
  expect(
    await app.database.query(
      "select name from orphaned_uploads where remove_from > now() + interval '50 minutes'",
    ),
  ).toContainEqual({ name: stuck })
  delete next.unremovable
  await makeAllDue()
  await app.services.files.removeLeftovers()
  expect(await isStored(stuck)).toBe(false)
})
