import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFiles } from '../../start/open-file-storage.ts'
import { newFileName } from '../../platform/file-storage/file-name.ts'
import {
  FileMissingError,
  StorageUnavailableError,
  storeFile,
} from '../../platform/file-storage/file-storage.ts'
import { openStorage, type StorageLocation } from '../../platform/file-storage/open-storage.ts'
import { openMarker } from '../../platform/file-storage/storage-marker.ts'
import { startFlakyProxy } from '../../testing/flaky-proxy.ts'
import { locationOn, type S3Server } from '../../testing/s3/s3-server.ts'
import { startS3rver } from '../../testing/s3/s3rver.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { checkStorage, markRestoredStorage } from './installation-storage.ts'

const MARKER = 'installation-id'
const quiet = { error() {} }

let test: TestDatabase
let folder: string
beforeEach(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-installation-'))
})
afterEach(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const chunks = (text: string) => Readable.from([Buffer.from(text)])
const pathOf = (name: string) => path.join(folder, name)
const namesIn = (name: string) => readdir(pathOf(name)).catch(() => 'absent')

const addFile = async (location: StorageLocation) => {
  const name = newFileName('.pdf')
  const storage = await openStorage(location)
  await storeFile(storage, name, Readable.from([Buffer.from(name)]))
  await storage.close()
  await test.database.query(
    'alter table report_files drop constraint if exists report_files_report_id_fkey, drop constraint if exists report_files_published_by_someone',
  )
  await test.database.query(
    `insert into report_files (name, original_name, media_type, size_bytes, sha256, report_id)
     values ($1, 'a.pdf', 'application/pdf', $2, $3, 1)`,
    [name, name.length, Buffer.alloc(32)],
  )
  return name
}

const openInstalled = (location: StorageLocation) => openFiles(test.database, location, quiet)
const openAndClose = async (location: StorageLocation) => (await openInstalled(location)).close()

const PLACES: [
  string,
  () => Promise<{ locationOf(name: string): StorageLocation; stop(): Promise<void> }>,
][] = [
  [
    'a folder',
    async () => ({
      locationOf: (name) => ({ kind: 'disk', folder: pathOf(name) }),
      stop: () => Promise.resolve(),
    }),
  ],
  [
    'a bucket',
    async () => {
      const server: S3Server = await startS3rver()
      return {
        locationOf: (name) => ({
          kind: 's3',
          incomingFolder: pathOf('incoming'),
          ...locationOn(server),
          prefix: `${name}/`,
        }),
        stop: () => server.stop(),
      }
    },
  ],
]

describe.each(PLACES)('the storage in %s', (_, start) => {
  let place: Awaited<ReturnType<typeof start>>
  beforeEach(async () => {
    place = await start()
  })
  afterEach(() => place.stop())

  it('gets its mark at the first start, and no other one is accepted afterwards [INST-02]', async () => {
    const files = place.locationOf('files')
    const unfinished = await openMarker(files)
    await unfinished.write('')
    unfinished.close()
    await openAndClose(files)
    await openAndClose(files)
    const empty = place.locationOf('empty')
    await expect(openInstalled(empty)).rejects.toThrow(/not the one of this installation.*is missing.*Mount/)
    expect(await namesIn('empty')).toBe('absent')
    const marker = await openMarker(files)
    await checkStorage(test.database, marker)
    await marker.write('another')
    await expect(openInstalled(files)).rejects.toThrow(/belongs to another installation.*names another/)
    await expect(checkStorage(test.database, marker)).rejects.toThrow(/another installation/)
    await markRestoredStorage(test.database, marker)
    marker.close()
    await openAndClose(files)
    const other = await openMarker(empty)
    await expect(checkStorage(test.database, other)).rejects.toThrow(/is missing/)
    other.close()
  })

  it('gets its mark in an earlier version once its newest files are found [INST-02]', async () => {
    const files = place.locationOf('files')
    const names = [await addFile(files), await addFile(files)]
    const old = place.locationOf('old')
    await expect(openInstalled(old)).rejects.toThrow(`the report file ${names[1]} is missing`)
    expect(await namesIn('old')).toBe('absent')
    await openAndClose(files)
    await openAndClose(files)
    await addFile(old)
    await expect(openInstalled(old)).rejects.toThrow(`the report file ${names[1]} is missing`)
  })
})

describe('a folder that is unmounted while the service runs', () => {
  it('takes nothing, loses nothing, and works again once it is back [INST-03]', async () => {
    const location: StorageLocation = { kind: 'disk', folder: pathOf('files') }
    const kept = await addFile(location)
    const storage = await openInstalled(location)
    const name = newFileName('.pdf')
    const staged = await storage.stage(newFileName('.pdf'), chunks('begun before'))
    const unavailable = (work: Promise<unknown>) =>
      expect(work).rejects.toBeInstanceOf(StorageUnavailableError)

    await rename(pathOf('files'), pathOf('away'))
    // The mount point below, in which an earlier version left a folder for uploads.
    await mkdir(pathOf('files/incoming'), { recursive: true })
    await unavailable(storage.check())
    await unavailable(storage.stage(name, chunks('new')))
    await unavailable(storage.receiveTemporary(chunks('new')))
    await unavailable(staged.commit())
    await unavailable(storage.open(kept))
    await unavailable(storage.openChunks(kept))
    await unavailable(storage.find(kept))
    await unavailable(storage.remove(kept))
    await unavailable(storage.list()[Symbol.asyncIterator]().next())
    expect(await readdir(pathOf('files'), { recursive: true })).toEqual(['incoming'])

    await rm(pathOf('files'), { recursive: true })
    await unavailable(storage.stage(name, chunks('new')))
    expect(await namesIn('files')).toBe('absent')

    await mkdir(pathOf('files'))
    await writeFile(pathOf(`files/${MARKER}`), 'another\n')
    await unavailable(storage.stage(name, chunks('new')))
    expect(await namesIn('files')).toEqual([MARKER])

    await rm(pathOf('files'), { recursive: true })
    await rename(pathOf('away'), pathOf('files'))
    await storage.check()
    await storeFile(storage, name, chunks('new'))
    expect(await storage.find(name)).toMatchObject({ sizeBytes: 3 })
    expect(await storage.find(kept)).toMatchObject({ sizeBytes: kept.length })
    await expect(storage.open(newFileName('.pdf'))).rejects.toBeInstanceOf(FileMissingError)
  })

  it('cannot be opened when it cannot be read [INST-02]', async () => {
    await writeFile(pathOf('files'), 'no folder')
    await expect(openInstalled({ kind: 'disk', folder: pathOf('files') })).rejects.toThrow(
      'The folder of the report files cannot be used: ',
    )
  })
})

describe('a bucket that does not answer at the start', () => {
  it('gets compared before its first change [INST-02]', async () => {
    const server = await startS3rver()
    const line = await startFlakyProxy(server.origin)
    const location: StorageLocation = {
      kind: 's3',
      incomingFolder: pathOf('incoming'),
      ...locationOn(server, line.origin),
    }
    try {
      await addFile(location)
      const marker = await openMarker(location)
      await marker.write('another')
      marker.close()
      line.transforms.toServer = (_, { cut }) => {
        cut()
        return undefined
      }
      line.cutAll()
      const storage = await openInstalled(location)
      line.transforms.toServer = undefined
      await expect(storeFile(storage, newFileName('.pdf'), chunks('new'))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('another installation') as string },
      })
      await storage.close()
    } finally {
      await line.stop()
      await server.stop()
    }
  })
})
