import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { streamedBinary } from './binary-resource.ts'

const RESOURCE = { resourceType: 'Binary', id: 'report-1-1', contentType: 'application/pdf' } as const

/** Reads at most `piece` bytes at a time. */
const fileOf = (content: Buffer, piece: number) => {
  let position = 0
  let closed = 0
  return {
    next: (buffer: Buffer) => {
      const size = content.copy(buffer, 0, position, position + piece)
      position += size
      return Promise.resolve(size)
    },
    close: () => void (closed += 1),
    closed: () => closed,
  }
}

const textOf = async (content: Buffer, { piece = 1_000, buffer = 200, size = content.length } = {}) => {
  const { chunks, length } = streamedBinary(RESOURCE, size, fileOf(content, piece))
  const shared = Buffer.alloc(buffer)
  const parts: string[] = []
  for (let read = await chunks.next(shared); read > 0; read = await chunks.next(shared))
    parts.push(shared.toString('utf8', 0, read))
  return { text: parts.join(''), length }
}

it('sends a file of any size in pieces as one resource [API-OUT-96]', async () => {
  for (const size of [0, 1, 2, 3, 4, 80, 81, 82, 149, 150, 10_000])
    for (const piece of [1, 7, 1_000]) {
      const content = randomBytes(size)
      const { text, length } = await textOf(content, { piece })
      expect(JSON.parse(text)).toEqual({ ...RESOURCE, data: content.toString('base64') })
      expect(length).toBe(text.length)
    }
})

it('ends at the size of the file, and fails when it is shorter [API-OUT-96]', async () => {
  const { text } = await textOf(randomBytes(900), { size: 600 })
  expect(Buffer.from((JSON.parse(text) as { data: string }).data, 'base64')).toHaveLength(600)
  await expect(textOf(randomBytes(599), { size: 600 })).rejects.toThrow('ended')
})

it('closes the file, and reads no more of it, when the download is aborted [API-OUT-96]', async () => {
  const file = fileOf(randomBytes(600), 10)
  const { chunks } = streamedBinary(RESOURCE, 600, file)
  const reading = chunks.next(Buffer.alloc(200))
  chunks.close()
  await expect(reading).rejects.toThrow('ended')
  expect(file.closed()).toBe(1)
})
