import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, ServerResponse, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDiskStorage } from '../platform/file-storage/disk-storage.ts'
import { storeFile, type FileChunks, type FileStorage } from '../platform/file-storage/file-storage.ts'
import { createTurns, streamChunks } from './file-streaming.ts'

let folder: string
let storage: FileStorage
let app: FastifyInstance
let origin: string
const nameOf = (size: number) => `${String(size).padStart(43, '0')}.pdf`
const contents = new Map<string, Buffer>()
let faulty: FileChunks | undefined

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-sending-'))
  storage = await createDiskStorage(folder)
  for (const size of [0, 1, 200_000, 256 * 1024, 256 * 1024 + 1, 3_000_000, 10_000_001]) {
    contents.set(nameOf(size), randomBytes(size))
    await storeFile(storage, nameOf(size), Readable.from([contents.get(nameOf(size))], { objectMode: false }))
  }
  app = Fastify()
  app.get<{ Params: { name: string } }>('/:name', async ({ params: { name } }, reply) => {
    const chunks = counted(faulty ?? (await storage.openChunks(name)))
    faulty = undefined
    return streamChunks(reply.type('application/pdf'), chunks, contents.get(name)?.length ?? 0)
  })
  app.get('/never', () => new Promise(() => {}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const answerTo = async (name: string): Promise<IncomingMessage> => {
  const [answer] = (await once(get(`${origin}/${name}`, { agent: false }), 'response')) as [IncomingMessage]
  return answer
}
const isWhole = async (name: string, answer: IncomingMessage) =>
  Buffer.concat((await answer.toArray()) as Buffer[]).equals(contents.get(name) as Buffer)

let gate: Promise<void> | undefined
let waitingAtGate = 0
let openFiles = 0
const counted = (chunks: FileChunks): FileChunks => {
  openFiles += 1
  return {
    ...chunks,
    async next(buffer) {
      const size = await chunks.next(buffer)
      waitingAtGate += 1
      await gate
      return size
    },
    close() {
      openFiles -= 1
      chunks.close()
    },
  }
}
const allAreClosed = () => expect.poll(() => openFiles).toBe(0)

describe('a file response', () => {
  it('arrives completely at every reader, despite slow and aborted ones', async () => {
    const large = nameOf(10_000_001)
    const slow = await Promise.all(Array.from({ length: 10 }, () => answerTo(large)))
    const leaving = await Promise.all(Array.from({ length: 10 }, () => answerTo(large)))
    for (const answer of leaving) answer.once('data', () => answer.destroy()).on('error', () => {})
    const names = Array.from({ length: 8 }, () => [...contents.keys()]).flat()
    const wholes = await Promise.all(names.map(async (name) => isWhole(name, await answerTo(name))))
    expect(wholes.every(Boolean)).toBe(true)
    expect(await Promise.all(slow.map((answer) => isWhole(large, answer)))).toEqual(slow.map(() => true))
  })

  it('shares an iteration of the event loop with at most a few others [SAFE-29]', async () => {
    const readers = 100
    const name = nameOf(200_000)
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    waitingAtGate = 0
    const writes = vi.spyOn(ServerResponse.prototype, 'end')
    try {
      const answers = Array.from({ length: readers }, async () => isWhole(name, await answerTo(name)))
      await expect.poll(() => waitingAtGate).toBe(readers)
      const counts: number[] = []
      let seen = 0
      const count = () => {
        counts.push(writes.mock.calls.length - seen)
        seen = writes.mock.calls.length
        if (seen < readers) setImmediate(count)
      }
      setImmediate(count)
      open()
      expect((await Promise.all(answers)).every(Boolean)).toBe(true)
      // Eight in each iteration, counted before or after they are written.
      expect(Math.max(...counts)).toBeLessThanOrEqual(16)
    } finally {
      gate = undefined
      writes.mockRestore()
    }
  })

  it('states its length and type, to HEAD without its bytes', async () => {
    const head = await fetch(`${origin}/${nameOf(200_000)}`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe('200000')
    expect(head.headers.get('content-type')).toBe('application/pdf')
    expect((await head.arrayBuffer()).byteLength).toBe(0)
  })

  it('closes its file when the reader disconnects', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerTo(nameOf(10_000_001))))
    expect(openFiles).toBe(20)
    for (const answer of answers) answer.on('error', () => {}).destroy()
    await allAreClosed()
  })

  it('closes its file when it waits behind another response on its connection', async () => {
    const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    line.write(
      `GET /never HTTP/1.1\r\nHost: here\r\n\r\nGET /${nameOf(3_000_000)} HTTP/1.1\r\nHost: here\r\n\r\n`,
    )
    await expect.poll(() => openFiles).toBe(1)
    line.destroy()
    await allAreClosed()
  })

  it('becomes an error status when even the first chunk cannot be read', async () => {
    faulty = { next: () => Promise.reject(new Error('the disk is gone')), close: () => {} }
    expect((await fetch(`${origin}/${nameOf(200_000)}`)).status).toBe(500)
  })

  it('breaks off, never ends short, when a later chunk cannot be read', async () => {
    const rests = [() => Promise.reject(new Error('the disk is gone')), () => Promise.resolve(0)]
    for (const rest of rests) {
      const reads = [(buffer: Buffer) => Promise.resolve(buffer.fill(1).length), rest]
      const close = vi.fn()
      faulty = { next: (buffer) => (reads.shift() as (typeof reads)[0])(buffer), close }
      const answer = await fetch(`${origin}/${nameOf(10_000_001)}`)
      await expect(answer.arrayBuffer()).rejects.toThrow()
      expect(close).toHaveBeenCalledOnce()
    }
  })
})

const nextIteration = () => new Promise((resolve) => setImmediate(resolve))

it('lets a few continue in each iteration of the event loop, in their order [SAFE-29]', async () => {
  const turns = createTurns(3)
  const done: number[] = []
  const start = (numbers: number[]) => numbers.map((number) => turns.take().then(() => done.push(number)))
  const all = start([0, 1, 2, 3, 4, 5, 6])
  await Promise.resolve()
  expect(done).toEqual([0, 1, 2])
  await nextIteration()
  expect(done).toEqual([0, 1, 2, 3, 4, 5])
  all.push(...start([7, 8, 9]))
  await nextIteration()
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  await Promise.all(all)
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
