import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack, type Header } from 'tar-stream'
import { encrypted } from './archive-encryption.ts'
import { AUTHENTICATION, checksumsEntry, signedText } from './archive-format.ts'

const CHECKSUMS_AT_ONCE = 10_000

export interface WrittenArchive {
  sizeBytes: number
  sha256: string
}

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>
  /**
   * Pads with zeros to exactly `size` bytes.
   * @returns the number of bytes read and the hash of the bytes written
   */
  addStream(
    name: string,
    size: number,
    source: AsyncIterable<Buffer>,
  ): Promise<{ sizeBytes: number; sha256: Buffer }>
  addChecksums(): Promise<void>
  finish(): Promise<WrittenArchive>
  abandon(): Promise<unknown>
}

/** Yields exactly `size` bytes. `seen` counts the bytes read. */
async function* ofSize(size: number, source: AsyncIterable<Buffer>, seen: { sizeBytes: number }) {
  for await (const chunk of source) {
    const room = Math.max(0, size - seen.sizeBytes)
    seen.sizeBytes += chunk.length
    if (room > 0) yield chunk.subarray(0, room)
  }
  for (let missing = size - seen.sizeBytes; missing > 0; missing -= 65_536)
    yield Buffer.alloc(Math.min(missing, 65_536))
}

export const createArchiveWriter = (
  file: string,
  {
    passphrase,
    now,
    sign,
  }: {
    passphrase: string | undefined
    now: Date
    sign?: (content: Buffer) => Buffer
  },
): ArchiveWriter => {
  const tar = pack()
  const whole = createHash('sha256')
  let sizeBytes = 0
  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      whole.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  let failure: unknown
  const output = (async () => {
    const plain = Readable.from(tar)
    await pipeline(
      passphrase === undefined ? plain : encrypted(plain, passphrase),
      counted,
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    )
  })().catch((error: unknown) => {
    failure = error
    tar.destroy(error as Error)
  })

  let lines: string[] = []
  let checksumEntries = 0
  const allChecksums = createHash('sha256')
  const write = (header: Partial<Header> & { name: string }, content: AsyncIterable<Buffer>) =>
    new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ mode: 0o600, mtime: now, ...header }, (error) =>
        error ? reject(error) : resolve(),
      )
      // The streams of tar-stream have different types, but work in a pipeline.
      pipeline(content, entry as unknown as NodeJS.WritableStream).catch(reject)
    }).catch((error: unknown) => {
      throw (failure ?? error) as Error
    })

  const writer: ArchiveWriter = {
    async add(name, content) {
      await writer.addStream(name, content.length, Readable.from([content]))
    },

    async addStream(name, size, source) {
      const hash = createHash('sha256')
      const seen = { sizeBytes: 0 }
      async function* content() {
        for await (const chunk of ofSize(size, source, seen)) {
          hash.update(chunk)
          yield chunk
        }
      }
      await write({ name, size }, content())
      const sha256 = hash.digest()
      lines.push(`${sha256.toString('hex')}  ${name}\n`)
      if (lines.length >= CHECKSUMS_AT_ONCE) await writer.addChecksums()
      return { sizeBytes: seen.sizeBytes, sha256 }
    },

    async addChecksums() {
      if (lines.length === 0) return
      const text = Buffer.from(lines.join(''))
      lines = []
      checksumEntries += 1
      allChecksums.update(text)
      await write({ name: checksumsEntry(checksumEntries), size: text.length }, Readable.from([text]))
    },

    async finish() {
      await writer.addChecksums()
      if (sign) {
        const hmac = sign(signedText(allChecksums.digest('hex'))).toString('hex')
        const text = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', hmac }, null, 2))
        await write({ name: AUTHENTICATION, size: text.length }, Readable.from([text]))
      }
      tar.finalize()
      await output
      if (failure) throw failure as Error
      return { sizeBytes, sha256: whole.digest('hex') }
    },

    async abandon() {
      const abandoned = new Error('The archive was given up')
      tar.destroy(abandoned)
      await output
      return failure === abandoned ? undefined : failure
    },
  }
  return writer
}
