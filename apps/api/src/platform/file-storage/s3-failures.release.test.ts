import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFlakyProxy, type FlakyProxy } from '../../testing/flaky-proxy.ts'
import { locationOn, type S3Server } from '../../testing/s3/s3-server.ts'
import { S3_SERVERS } from '../../testing/s3/s3-servers.ts'
import { FileMissingError, StorageUnavailableError, storeFile, type FileStorage } from './file-storage.ts'
import { newFileName } from './file-name.ts'
import { openIncomingFiles, type IncomingFiles } from './incoming-files.ts'
import { createS3Storage } from './s3-storage.ts'

const LARGE_BYTES = 10 * 1024 * 1024
const PATIENCE = { connectMs: 2000, silenceMs: 1000, attempts: 3 }

const wholeOf = async (content: Readable) => Buffer.concat((await content.toArray()) as Buffer[])
const startsWith = (text: string) => (chunk: Buffer) =>
  chunk.subarray(0, text.length).toString('latin1') === text

describe.each(Object.entries(S3_SERVERS))('a bucket of %s that', (serverName, startServer) => {
  let folder: string
  let server: S3Server
  let proxy: FlakyProxy
  let incoming: IncomingFiles
  let storage: FileStorage
  let direct: FileStorage
  const newName = () => newFileName('.pdf')

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'zelab-s3-'))
    server = await startServer()
    proxy = await startFlakyProxy(server.origin)
    incoming = await openIncomingFiles(path.join(folder, 'incoming'))
    storage = await createS3Storage(locationOn(server, proxy.origin), incoming, PATIENCE)
    direct = await createS3Storage(locationOn(server), incoming)
  })
  afterEach(() => {
    proxy.transforms.toServer = undefined
    proxy.transforms.toClient = undefined
    // The next test counts bytes on its own connections.
    proxy.cutAll()
  })
  afterAll(async () => {
    await storage.close()
    await direct.close()
    await proxy.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const put = (to: FileStorage, name: string, content: Buffer) =>
    storeFile(to, name, Readable.from([content]))
  const expectNothingStored = async (name: string) => {
    await expect(direct.open(name)).rejects.toBeInstanceOf(FileMissingError)
    expect(await readdir(incoming.folder)).toEqual([])
  }

  it('accepts a connection and never answers times out, and nothing is stored [OPS-03]', async () => {
    proxy.transforms.toServer = () => undefined
    const name = newName()
    const impatient = await createS3Storage(locationOn(server, proxy.origin), incoming, {
      ...PATIENCE,
      silenceMs: 200,
    })
    const start = Date.now()
    await expect(put(impatient, name, randomBytes(1000))).rejects.toBeInstanceOf(StorageUnavailableError)
    await expect(impatient.open(name)).rejects.toBeInstanceOf(StorageUnavailableError)
    await expect(impatient.check()).rejects.toBeInstanceOf(StorageUnavailableError)
    await expect(impatient.remove(name)).rejects.toBeInstanceOf(StorageUnavailableError)
    expect(Date.now() - start).toBeLessThan(15_000)
    await impatient.close()
    await expectNothingStored(name)
  })

  it.each([1000, LARGE_BYTES])(
    'disappears for good during an upload of %i bytes stores nothing [OPS-04]',
    async (size) => {
      proxy.transforms.toServer = (chunk, { sent, cut }) => {
        if (sent + chunk.length <= size / 2) return chunk
        cut()
        return undefined
      }
      const name = newName()
      await expect(put(storage, name, randomBytes(size))).rejects.toBeInstanceOf(StorageUnavailableError)
      await expectNothingStored(name)
    },
  )

  it('disappears and returns during an upload receives the whole file [OPS-04]', async () => {
    let hasBroken = false
    proxy.transforms.toServer = (chunk, { sent, cut }) => {
      if (hasBroken || sent + chunk.length <= 1024 * 1024) return chunk
      hasBroken = true
      cut()
      return undefined
    }
    const name = newName()
    const content = randomBytes(LARGE_BYTES)
    await put(storage, name, content)
    expect(hasBroken).toBe(true)
    expect((await wholeOf(await direct.open(name))).equals(content)).toBe(true)
  })

  it('loses the answer to the last request of an upload still stores the file [OPS-04]', async () => {
    let lost = 0
    let isLast = false
    proxy.transforms.toServer = (chunk) => {
      // Parts are sent by PUT; the POST with the upload id assembles them.
      isLast = startsWith('POST')(chunk) && chunk.includes('uploadId=')
      return chunk
    }
    proxy.transforms.toClient = (chunk, { cut }) => {
      if (!isLast || lost > 0) return chunk
      lost++
      cut()
      return undefined
    }
    const name = newName()
    const content = randomBytes(LARGE_BYTES)
    await put(storage, name, content)
    expect(lost).toBe(1)
    expect((await wholeOf(await direct.open(name))).equals(content)).toBe(true)
  })

  it('disappears and returns during a download serves the whole file [OPS-05]', async () => {
    const name = newName()
    const content = randomBytes(LARGE_BYTES)
    await put(direct, name, content)
    let cuts = 0
    proxy.transforms.toClient = (chunk, { sent, cut }) => {
      if (cuts >= 3 || sent + chunk.length <= 2 * 1024 * 1024) return chunk
      cuts++
      cut()
      return undefined
    }
    expect((await wholeOf(await storage.open(name))).equals(content)).toBe(true)
    expect(cuts).toBe(3)
    cuts = 0
    const range = { start: 100, end: LARGE_BYTES - 100 }
    expect((await wholeOf(await storage.open(name, range))).equals(content.subarray(100, -99))).toBe(true)
    expect(cuts).toBe(3)
  })

  it('falls silent and resumes during a download serves the whole file [OPS-05]', async () => {
    const name = newName()
    const content = randomBytes(LARGE_BYTES)
    await put(direct, name, content)
    let isSilent = false
    let connections = 0
    proxy.transforms.toClient = (chunk, { sent }) => {
      if (sent + chunk.length > 3 * 1024 * 1024 && !isSilent) {
        isSilent = true
        connections = proxy.count()
      }
      return isSilent && proxy.count() === connections ? undefined : chunk
    }
    expect((await wholeOf(await storage.open(name))).equals(content)).toBe(true)
    expect(isSilent).toBe(true)
  })

  it('disappears for good during a download fails the reader instead of ending early [OPS-05]', async () => {
    const name = newName()
    await put(direct, name, randomBytes(LARGE_BYTES))
    let isAway = false
    proxy.transforms.toServer = (chunk, { cut }) => {
      if (!isAway) return chunk
      cut()
      return undefined
    }
    proxy.transforms.toClient = (chunk, { sent, cut }) => {
      if (sent + chunk.length <= 1024 * 1024) return chunk
      isAway = true
      cut()
      return undefined
    }
    await expect(wholeOf(await storage.open(name))).rejects.toBeInstanceOf(StorageUnavailableError)
  })

  it('serves a reader slower than the silence limit sends the whole file', async () => {
    const name = newName()
    const content = randomBytes(LARGE_BYTES)
    await put(direct, name, content)
    const read: Buffer[] = []
    for await (const chunk of (await storage.open(name)) as AsyncIterable<Buffer>) {
      if (read.length % 80 === 40) await wait(PATIENCE.silenceMs * 2)
      read.push(chunk)
    }
    expect(Buffer.concat(read).equals(content)).toBe(true)
  })

  it('rejects a request is reported without the request signature', async () => {
    const astray = await createS3Storage({ ...locationOn(server), bucket: 'not-there' }, incoming)
    const error: unknown = await put(astray, newName(), randomBytes(1000)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StorageUnavailableError)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/signature=|authorization/i)
    expect(inspect(error)).toContain('status 404')
    await astray.close()
  })

  it('opens a file that is never read keeps no connection', async () => {
    const name = newName()
    await put(direct, name, randomBytes(LARGE_BYTES))
    // With the default limit, a leaked connection would end by its silence.
    const patient = await createS3Storage(locationOn(server, proxy.origin), incoming, { silenceMs: 60_000 })
    const before = proxy.open()
    for (let reader = 0; reader < 5; reader++) (await patient.open(name)).destroy()
    await expect.poll(() => proxy.open()).toBeLessThanOrEqual(before)
    await patient.close()
  })

  // A server that ignores checksums cannot detect it.
  if (serverName !== 's3rver')
    it('receives altered content rejects it [OPS-06]', async () => {
      for (const size of [1000, LARGE_BYTES]) {
        proxy.transforms.toServer = (chunk) => {
          const end = chunk.length - 1
          // Alters content only: headers are sent separately or end with an empty line.
          if (startsWith('PUT')(chunk) && chunk.subarray(-4).toString('latin1') === '\r\n\r\n') return chunk
          if (startsWith('POST')(chunk) || chunk[0] === 0x3c) return chunk
          const changed = Buffer.from(chunk)
          changed[end] = (changed[end] ?? 0) ^ 1
          return changed
        }
        const name = newName()
        await expect(put(storage, name, randomBytes(size))).rejects.toBeInstanceOf(StorageUnavailableError)
        proxy.transforms.toServer = undefined
        await expectNothingStored(name)
      }
    })
})
