import { Readable } from 'node:stream'
import { KIND_BYTES } from './file-kind.ts'

/**
 * Reads just enough to detect the kind of a file; `whole` is the complete content, including the beginning.
 */
export const readFirstBytes = async (
  content: AsyncGenerator<Buffer>,
): Promise<{ firstBytes: Buffer; whole: Readable }> => {
  const read: Buffer[] = []
  let length = 0
  while (length < KIND_BYTES) {
    const next = await content.next()
    if (next.done) break
    read.push(next.value)
    length += next.value.length
  }
  const whole = Readable.from(
    (async function* () {
      yield* read
      yield* content
    })(),
    { objectMode: false },
  )
  return { firstBytes: Buffer.concat(read), whole }
}
