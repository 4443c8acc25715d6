import { storeWebhook } from '../../testing/integrations.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFiles } from '../../start/open-file-storage.ts'
import { createEncryption } from '../../platform/encryption.ts'
import { newFileName } from '../../platform/file-storage/file-name.ts'
import {
  FileMissingError,
  StorageUnavailableError,
  storeFile,
} from '../../platform/file-storage/file-storage.ts'
import { openStorage, type StorageLocation } from '../../platform/file-storage/open-storage.ts'
import { createDiskMarker, openMarker } from '../../platform/file-storage/storage-marker.ts'
import { startFlakyProxy } from '../../testing/flaky-proxy.ts'
import { locationOn, type S3Server } from '../../testing/s3/s3-server.ts'
import { startS3rver } from '../../testing/s3/s3rver.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { checkKey, openKey } from './installation-key.ts'
import { isServiceConnected } from './installation.repository.ts'
import { replaceLostKey } from './lost-key.ts'
import { checkStorage, markRestoredStorage } from './installation-storage.ts'

const MARKER = 'installation-id'
const FIRST = Buffer.alloc(32, 1).toString('hex')
const SECOND = Buffer.alloc(32, 2).toString('hex')
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

describe('the key', () => {
  const open = (dataDir: string, secretKey?: string) =>
    openKey(test.database, { dataDir: pathOf(dataDir), secretKey })
  const addSecondFactor = (secret: string, email: string) =>
    test.database.query(
      `insert into users (full_name, email, phone, password_hash, user_type_id, totp_secret, totp_confirmed_at)
       values ('Person', $2, '+971500000000', 'none', 1, $1, now())`,
      [createEncryption(Buffer.from(secret)).seal('JBSWY3DPEHPK3PXP'), email],
    )

  it('of the first process is the one of all [INST-01]', async () => {
    const secret = await open('one')
    expect(await readFile(pathOf('one/secret.key'))).toEqual(secret)
    expect(await open('one')).toEqual(secret)
    await expect(open('two')).rejects.toThrow(/is missing: its database exists already.*secret\.key/)
    expect(await namesIn('two')).toBe('absent')
    await expect(open('two', SECOND)).rejects.toThrow(/another key than the installation.*same SECRET_KEY/)
    await checkKey(test.database, secret)
    await expect(checkKey(test.database, Buffer.from(SECOND))).rejects.toThrow(/another key/)
    const [stored] = await test.database.query<{ key_fingerprint: Buffer }>('select * from installation')
    expect(stored?.key_fingerprint.includes(secret)).toBe(false)
  })

  it('is taken from one of several processes that start at once [INST-01]', async () => {
    const keys = Array.from({ length: 6 }, () => randomBytes(32).toString('hex'))
    const opened = await Promise.allSettled(keys.map((key) => open('any', key)))
    const [accepted, ...others] = keys.filter((_, index) => opened[index]?.status === 'fulfilled')
    expect(others).toEqual([])
    expect(await open('any', accepted)).toEqual(Buffer.from(accepted ?? ''))
  })

  it('is accepted by a database of an earlier version when it decrypts a second factor [INST-01]', async () => {
    await addSecondFactor(SECOND, 'other@zelab.test')
    await expect(open('one')).rejects.toThrow(/key of the installation is missing/)
    expect(await namesIn('one')).toBe('absent')
    await expect(open('one', FIRST)).rejects.toThrow(/another key/)
    await addSecondFactor(FIRST, 'first@zelab.test')
    await open('one', FIRST)
    await expect(open('one', SECOND)).rejects.toThrow(/another key/)
  })

  it('of the secrets of webhooks is known, and lost with them: they are paused [API-OUT-35]', async () => {
    await addSecondFactor(FIRST, 'author@zelab.test')
    const [author] = await test.database.query<{ id: number }>('select id from users')
    await test.database.query('update users set totp_secret = null')
    const [lab] = await test.database.query<{ id: number }>(
      "insert into labs (name, address_line1, city) values ('Lab', '1 Test Street', 'Dubai') returning id",
    )
    const place = { labId: lab?.id ?? 0, createdBy: author?.id ?? 0 }
    const id = await storeWebhook(test, place)
    await test.database.query('update integrations set sealed_secret = $1', [
      createEncryption(Buffer.from(FIRST)).seal('whsec_'),
    ])
    await expect(open('one', SECOND)).rejects.toThrow(/another key/)
    await open('one', FIRST)
    await replaceLostKey(test.database, undefined)
    const rows = await test.database.query('select id, state, sealed_secret from integrations')
    expect(rows).toEqual([{ id, state: 'paused', sealed_secret: null }])
  })

  it('that is lost is given up with the second factors, on request only [INST-07]', async () => {
    const lost = await open('one')
    await addSecondFactor(FIRST, 'first@zelab.test')
    await expect(replaceLostKey(test.database, lost)).rejects.toThrow(/not lost, and nothing was changed/)
    await expect(open('two', SECOND)).rejects.toThrow(/another key/)
    const service = new pg.Client({ connectionString: test.connectionString, application_name: 'zelab jobs' })
    await service.connect()
    await expect(replaceLostKey(test.database, undefined)).rejects.toThrow(/service is running/)
    await service.end()
    await expect.poll(() => isServiceConnected(test.database)).toBe(false)
    await replaceLostKey(test.database, undefined)
    const found = await test.database.query<{ totp_secret: Buffer | null }>('select totp_secret from users')
    expect(found).toEqual([{ totp_secret: null }])
    const secret = await open('two')
    expect(secret).not.toEqual(lost)
    await expect(open('one')).rejects.toThrow(/another key/)
    const [entry] = await test.database.query<{ action: string }>(
      'select action from activity_log order by id desc limit 1',
    )
    expect(entry?.action).toBe('service.key')
  })

  it('is not compared in a database of an earlier version', async () => {
    await test.database.query('drop table installation')
    await checkKey(test.database, Buffer.from(SECOND))
    await checkStorage(test.database, createDiskMarker(pathOf('files')))
  })
})

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

  it('is marked by the first start, and no other one is accepted afterwards [INST-02]', async () => {
    const files = place.locationOf('files')
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

  it('of an earlier version is marked once its newest files are found [INST-02]', async () => {
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
  it('is compared before its first change [INST-02]', async () => {
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
