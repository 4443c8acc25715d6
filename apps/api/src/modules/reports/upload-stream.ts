import { Readable } from 'node:stream'
import { KIND_BYTES } from './file-kind.ts'

export class UploadTooLargeError extends Error {
  constructor() {
    super('The upload is larger than the limit')
    this.name = 'UploadTooLargeError'
  }
}

/** Passes the bytes on and fails as soon as there are too many of them. */
export async function* limitedBytes(
  content: AsyncIterable<Buffer>,
  limitBytes: number,
): AsyncGenerator<Buffer> {
  let total = 0
  for await (const chunk of content) {
    total += chunk.length
    if (total > limitBytes) throw new UploadTooLargeError()
    yield chunk
  }
}

/** Reads just enough to tell the kind of a file; `whole` is the complete content, the beginning included. */
export const takeFirstBytes = async (
  content: AsyncGenerator<Buffer>,
): Promise<{ firstBytes: Buffer; whole: Readable }> => {
  const taken: Buffer[] = []
  let length = 0
  while (length < KIND_BYTES) {
    const next = await content.next()
    if (next.done) break
    taken.push(next.value)
    length += next.value.length
  }
  const whole = Readable.from(
    (async function* () {
      yield* taken
      yield* content
    })(),
    { objectMode: false },
  )
  return { firstBytes: Buffer.concat(taken), whole }
}
