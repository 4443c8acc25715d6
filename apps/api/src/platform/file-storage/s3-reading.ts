import { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { FileMissingError, type ByteRange, type FileChunks } from './file-storage.ts'
import { unavailable, type S3Sdk } from './s3-client.ts'

const MISSING = ['NoSuchKey', 'NotFound']

export const isMissing = (error: unknown): boolean => MISSING.includes((error as Error).name)

/** Consecutive broken connections without a received byte. */
const RESUMPTIONS = 3

interface Answer {
  body: Readable
  start: number
  end: number
  etag: string | undefined
}

const rangeHeader = ({ start, end }: ByteRange) => `bytes=${start}-${end}`

/** Detects a service that ignored the range. */
const readAnswer = (
  { Body, ContentLength, ContentRange, ETag }: GetObjectCommandOutput,
  range?: ByteRange,
): Answer => {
  const body = Body as Readable
  const length = ContentLength ?? 0
  if (range && !(ContentRange ?? '').startsWith(`bytes ${range.start}-${range.end}/`)) {
    body.destroy()
    throw new Error(`The storage answered ${rangeHeader(range)} with ${ContentRange ?? 'the whole file'}`)
  }
  const start = range?.start ?? 0
  return { body, start, end: start + length - 1, etag: ETag }
}

/** Reads an object and resumes after a broken connection; may end with a StorageUnavailableError. */
export const readObject = async (
  { sdk, client }: { sdk: S3Sdk; client: S3Client },
  object: { Bucket: string; Key: string },
  range?: ByteRange,
): Promise<Readable> => {
  const ask = async (wanted?: ByteRange, etag?: string) =>
    readAnswer(
      await client.send(
        new sdk.GetObjectCommand({
          ...object,
          ...(wanted && { Range: rangeHeader(wanted) }),
          ...(etag && { IfMatch: etag }),
        }),
      ),
      wanted,
    )

  const first = await ask(range).catch((error: unknown) => {
    throw isMissing(error) ? new FileMissingError(object.Key) : unavailable(error)
  })
  let current = first.body
  let isClosed = false

  async function* chunks() {
    let position = first.start
    let isEnded = first.end < first.start
    for (let triesLeft = RESUMPTIONS; !isEnded; triesLeft--) {
      try {
        for await (const chunk of current as AsyncIterable<Buffer>) {
          position += chunk.length
          triesLeft = RESUMPTIONS
          yield chunk
        }
        isEnded = position > first.end
        if (!isEnded) throw new Error('The file ended before its end')
      } catch (error) {
        if (triesLeft === 0 || isClosed) throw unavailable(error)
        const rest = await ask({ start: position, end: first.end }, first.etag).catch((failure: unknown) => {
          throw unavailable(failure)
        })
        current = rest.body
      }
    }
  }

  const content = Readable.from(chunks(), { objectMode: false })
  // A stream that was never read also closes; otherwise its connection would stay open.
  content.once('close', () => {
    isClosed = true
    current.destroy()
  })
  return content
}

export const chunksOf = (content: Readable): FileChunks => {
  const chunks = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let pending: Buffer | undefined
  return {
    async next(buffer) {
      pending ??= ((await chunks.next()) as IteratorResult<Buffer, undefined>).value
      if (!pending) return 0
      const size = pending.copy(buffer)
      pending = size < pending.length ? pending.subarray(size) : undefined
      return size
    },
    close: () => void content.destroy(),
  }
}
