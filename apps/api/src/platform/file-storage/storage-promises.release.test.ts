import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locationOn } from '../../testing/s3/s3-server.ts'
import { S3_SERVERS } from '../../testing/s3/s3-servers.ts'
import { createDiskStorage } from './disk-storage.ts'
import { FileMissingError, storeFile, type FileStorage } from './file-storage.ts'
import { InvalidFileNameError, newFileName } from './file-name.ts'
import { openIncomingFiles } from './incoming-files.ts'
import { createS3Storage } from './s3-storage.ts'

const LISTED_AT_ONCE = 4

interface Opened {
  storage: FileStorage
  incoming: string
  close(): Promise<void>
}

const onDisk = async (folder: string): Promise<Opened> => ({
  storage: await createDiskStorage(path.join(folder, 'files')),
  incoming: path.join(folder, 'files/incoming'),
  close: () => Promise.resolve(),
})

const inBucket =
  (startServer: (typeof S3_SERVERS)[string]) =>
  async (folder: string): Promise<Opened> => {
    const server = await startServer()
    const incoming = path.join(folder, 'incoming')
    const storage = await createS3Storage(
      locationOn(server),
      await openIncomingFiles(incoming),
      {},
      server.hasPages ? LISTED_AT_ONCE : undefined,
    )
    return {
      storage,
      incoming,
      async close() {
        await storage.close()
        await server.stop()
      },
    }
  }

const STORAGES: [string, (folder: string) => Promise<Opened>][] = [
  ['a folder', onDisk],
  ...Object.entries(S3_SERVERS).map(([name, start]): [string, typeof onDisk] => [
    `a bucket of ${name}`,
    inBucket(start),
  ]),
]

const inChunks = (content: Buffer, pieceBytes = 64 * 1024) =>
  Readable.from(
    (function* () {
      for (let start = 0; start < content.length; start += pieceBytes)
        yield content.subarray(start, start + pieceBytes)
    })(),
    { objectMode: false },
  )
const wholeOf = async (content: Readable) => Buffer.concat((await content.toArray()) as Buffer[])

describe.each(STORAGES)('files in %s', (_, open) => {
  let folder: string
  let opened: Opened
  let storage: FileStorage
  const newName = () => newFileName('.pdf')
  const expectAbsent = (name: string) => expect(storage.open(name)).rejects.toBeInstanceOf(FileMissingError)

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'zelab-storage-'))
    opened = await open(folder)
    storage = opened.storage
  })
  afterAll(async () => {
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([0, 1, 70_000, 20 * 1024 * 1024 + 3])('come back unchanged, %i bytes [OPS-01]', async (size) => {
    const content = randomBytes(size)
    const name = newName()
    const stored = await storeFile(storage, name, inChunks(content))
    expect(stored.sizeBytes).toBe(size)
    expect(stored.sha256.equals(createHash('sha256').update(content).digest())).toBe(true)
    expect((await wholeOf(await storage.open(name))).equals(content)).toBe(true)
    expect(await readdir(opened.incoming)).toEqual([])
  })

  it('support reading a part [OPS-02]', async () => {
    const content = randomBytes(300_000)
    const name = newName()
    await storeFile(storage, name, inChunks(content))
    for (const range of [
      { start: 0, end: 1 },
      { start: 1, end: 200_000 },
      { start: 299_999, end: 299_999 },
    ]) {
      const part = await wholeOf(await storage.open(name, range))
      expect(part.equals(content.subarray(range.start, range.end + 1)), JSON.stringify(range)).toBe(true)
    }
  })

  it('fill a buffer, whole and in part [OPS-02]', async () => {
    const content = randomBytes(300_000)
    const name = newName()
    await storeFile(storage, name, inChunks(content))
    for (const range of [undefined, { start: 1, end: 200_000 }, { start: 299_999, end: 299_999 }]) {
      const chunks = await storage.openChunks(name, range)
      const buffer = Buffer.alloc(70_000)
      const read: Buffer[] = []
      for (let size; (size = await chunks.next(buffer)) > 0;) read.push(Buffer.from(buffer.subarray(0, size)))
      chunks.close()
      const wanted = range ? content.subarray(range.start, range.end + 1) : content
      expect(Buffer.concat(read).equals(wanted), JSON.stringify(range)).toBe(true)
    }
    await expect(storage.openChunks(newName())).rejects.toBeInstanceOf(FileMissingError)
  })

  it('allow reading while staged, and disappear when discarded [OPS-01]', async () => {
    const content = randomBytes(100_000)
    const name = newName()
    const staged = await storage.stage(name, inChunks(content))
    await expectAbsent(name)
    for (let reading = 0; reading < 2; reading++)
      expect((await wholeOf(staged.read())).equals(content)).toBe(true)
    expect(staged.sha256.equals(createHash('sha256').update(content).digest())).toBe(true)
    await staged.commit()
    expect((await wholeOf(await storage.open(name))).equals(content)).toBe(true)
    const refused = newName()
    await (await storage.stage(refused, inChunks(content))).discard()
    await expectAbsent(refused)
    expect(await readdir(opened.incoming)).toEqual([])
  })

  it('leave nothing behind when the upload breaks off [OPS-01]', async () => {
    const name = newName()
    const broken = Readable.from(
      (function* () {
        yield randomBytes(100_000)
        throw new Error('the sender went away')
      })(),
    )
    await expect(storeFile(storage, name, broken)).rejects.toThrow('the sender went away')
    await expectAbsent(name)
    expect(await readdir(opened.incoming)).toEqual([])
  })

  it('stay independent of copies under a new name', async () => {
    const content = randomBytes(50_000)
    const [original, copy] = [newName(), newName()]
    await storeFile(storage, original, inChunks(content))
    await storeFile(storage, copy, await storage.open(original))
    await storage.remove(original)
    await storage.remove(original)
    await expectAbsent(original)
    expect((await wholeOf(await storage.open(copy))).equals(content)).toBe(true)
  })

  it('accept concurrent uploads', async () => {
    const files = Array.from({ length: 20 }, () => ({ name: newName(), content: randomBytes(30_000) }))
    await Promise.all(files.map(({ name, content }) => storeFile(storage, name, inChunks(content))))
    const read = await Promise.all(files.map(async ({ name }) => wholeOf(await storage.open(name))))
    expect(read.every((content, index) => files[index]?.content.equals(content))).toBe(true)
  })

  it('show size and age without being read [CHECK-01]', async () => {
    const name = newName()
    const before = Date.now()
    await storeFile(storage, name, inChunks(randomBytes(1234)))
    const found = await storage.find(name)
    expect(found).toMatchObject({ name, sizeBytes: 1234 })
    // Services report whole seconds.
    expect(found?.modifiedAt.getTime()).toBeGreaterThan(before - 2000)
    expect(found?.modifiedAt.getTime()).toBeLessThan(Date.now() + 2000)
    expect(await storage.find(newName())).toBeUndefined()
  })

  it('appear once each in the list, without staged files [CHECK-01]', async () => {
    const names = Array.from({ length: 2 * LISTED_AT_ONCE + 1 }, newName)
    await Promise.all(names.map((name, index) => storeFile(storage, name, inChunks(randomBytes(index + 1)))))
    const removed = newName()
    await storeFile(storage, removed, inChunks(randomBytes(10)))
    await storage.remove(removed)
    const stagedName = newName()
    const staged = await storage.stage(stagedName, inChunks(randomBytes(10)))
    const listed = []
    for await (const file of storage.list()) listed.push(file)
    const ours = listed.filter(({ name }) => names.includes(name))
    expect(ours.map(({ name }) => name).sort()).toEqual([...names].sort())
    for (const { name, sizeBytes } of ours) expect(sizeBytes).toBe(names.indexOf(name) + 1)
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length)
    expect(listed.map(({ name }) => name)).not.toContain(removed)
    expect(listed.map(({ name }) => name)).not.toContain(stagedName)
    await staged.discard()
  })

  it.each([
    '../../x.pdf',
    '/etc/passwd',
    `../${newFileName('.pdf')}`,
    `${newFileName('.pdf')}/x`,
    `${newFileName('.pdf')}\u0000`,
    `${newFileName('.pdf')}\n`,
    'incoming',
    '',
    'a'.repeat(5000),
  ])('reject the name %j, which the storage did not make [SAFE-18]', async (name) => {
    await expect(storeFile(storage, name, inChunks(randomBytes(10)))).rejects.toBeInstanceOf(
      InvalidFileNameError,
    )
    await expect(storage.open(name)).rejects.toBeInstanceOf(InvalidFileNameError)
    await expect(storage.openChunks(name)).rejects.toBeInstanceOf(InvalidFileNameError)
    await expect(storage.remove(name)).rejects.toBeInstanceOf(InvalidFileNameError)
    expect(await storage.find(name)).toBeUndefined()
    expect(await readdir(opened.incoming)).toEqual([])
  })

  it('pass the check of the storage', () => expect(storage.check()).resolves.toBeUndefined())
})
