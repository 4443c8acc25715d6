import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFrameReader, frame, type FrameProblem } from './mllp-frames.ts'
import { createReceiveBudget } from './receive-budget.ts'

const readAll = (chunks: Buffer[], maxBytes = 1_000_000) => {
  const reader = createFrameReader(maxBytes)
  const messages: string[] = []
  let problem: FrameProblem | undefined
  for (let rest of chunks)
    while (rest.length > 0 && problem === undefined) {
      const result = reader.read(rest)
      rest = result.rest
      problem = result.problem
      if (result.message) messages.push(result.message.toString('latin1'))
    }
  return { messages, problem, isInside: reader.isInside() }
}

const cut = (bytes: Buffer, sizes: number[]) => {
  const chunks: Buffer[] = []
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

const sizes = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 8 })

describe('frames of MLLP', () => {
  it('arrive from any chunks, in order, with line ends between them [INBOX-63]', () => {
    const content = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 200 }),
      fc.integer({ min: 60_000, max: 140_000 }).map((length) => 'x'.repeat(length)),
    )
    const message = content.map((text) => text.replace(/\x0b|\x1c/g, '')) // oxlint-disable-line no-control-regex -- the marks
    const between = fc.constantFrom('', '\r', '\n', '\r\n')
    fc.assert(
      fc.property(fc.array(fc.tuple(message, between), { maxLength: 5 }), sizes, (framed, chunkSizes) => {
        const bytes = Buffer.concat(
          framed.flatMap(([text, end]) => [frame(Buffer.from(text, 'latin1')), Buffer.from(end)]),
        )
        expect(readAll(cut(bytes, chunkSizes))).toEqual({
          messages: framed.map(([text]) => text),
          problem: undefined,
          isInside: false,
        })
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    'MSH|',
    '\r\nGET / HTTP/1.1',
    '\v1\v2\u001c\r',
    '\v1\u001cx',
    '\v1\u001c\u001c\r',
    '\v1\u001c\rx',
  ])('end with other bytes: %j [INBOX-63]', (text) => {
    const bytes = Buffer.from(text)
    expect(readAll([bytes]).problem).toBe('noise')
    expect(readAll(cut(bytes, [1])).problem).toBe('noise')
  })

  it('stay incomplete when cut anywhere [INBOX-63]', () => {
    const whole = frame(Buffer.from('MSH|1\rPID|1\r'))
    for (let length = 1; length < whole.length; length += 1)
      expect(readAll([whole.subarray(0, length)])).toEqual({
        messages: [],
        problem: undefined,
        isInside: true,
      })
  })

  it('contain at most the limit, and their beginning is known [INBOX-64]', () => {
    const limit = 200_000
    expect(readAll([frame(Buffer.alloc(limit, 65))], limit).messages).toHaveLength(1)
    expect(readAll([frame(Buffer.alloc(limit + 1, 65))], limit).problem).toBe('too-large')
    const reader = createFrameReader(limit)
    for (const chunk of cut(frame(Buffer.alloc(limit + 1, 65)), [999])) reader.read(chunk)
    expect(reader.beginning().length).toBe(64 * 1024)
  })

  it('survive any bytes [INBOX-78]', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.constantFrom(0x0b, 0x1c, 0x0d, 0x0a, 0x41), { maxLength: 40 }),
    )
    fc.assert(
      fc.property(bytes, sizes, (content, chunkSizes) => {
        expect(() => readAll(cut(Buffer.from(content), chunkSizes), 100)).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the memory of messages', () => {
  it('stays below its limit, and the first message always becomes complete [INBOX-64]', () => {
    const message = fc.record({
      chunks: fc.integer({ min: 1, max: 30 }),
      chunk: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), fc.infiniteStream(fc.nat()), (messages, choices) => {
        const limit = 100
        const budget = createReceiveBudget(limit)
        const senders = messages.map(({ chunks, chunk }) => {
          const sender = {
            left: chunks,
            chunk,
            isWaiting: false,
            share: budget.open(() => (sender.isWaiting = false)),
          }
          return sender
        })
        for (;;) {
          const ready = senders.filter(({ left, isWaiting }) => left > 0 && !isWaiting)
          if (ready.length === 0) break
          const sender = ready[(choices.next().value ?? 0) % ready.length]
          if (!sender) break
          sender.left -= 1
          sender.isWaiting = !sender.share.take(sender.chunk)
          if (sender.left === 0) sender.share.release()
          expect(budget.total()).toBeLessThanOrEqual(limit + 30 * 20 + 20 * 20)
        }
        expect(senders.filter(({ left }) => left > 0)).toEqual([])
        expect(budget.total()).toBe(0)
      }),
      { numRuns: 500 },
    )
  })
})
