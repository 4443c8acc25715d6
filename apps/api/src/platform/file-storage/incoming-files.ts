import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat, statfs, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { StorageUnavailableError, type StagedFile } from './file-storage.ts'

/** Older files are abandoned. An upload in progress, in any process, updates its file constantly. */
const ABANDONED_MS = 60 * 60 * 1000

/** Bytes buffered per write; most reports fit into one. */
const WRITE_BYTES = 256 * 1024

const refuseAsUnavailable = (error: unknown): never => {
  throw new StorageUnavailableError(error)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** `rm` with `force` adds a `stat` call to each upload. */
const removeIfThere = (file: string) =>
  unlink(file).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })

/** A name repeats only when a killed restore is run again. */
const createFile = (file: string) =>
  open(file, 'wx', 0o600).catch(async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
    await removeIfThere(file)
    return open(file, 'wx', 0o600)
  })

const removeAbandoned = async (folder: string) => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    // Another process may be removing it too.
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > ABANDONED_MS) await removeIfThere(file)
  }
}

async function* inPieces(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    length += chunk.length
    if (length < bytes) continue
    yield Buffer.concat(chunks, length)
    chunks = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(chunks, length)
}

export interface IncomingFiles {
  folder: string
  /** Writes the whole stream durably; leaves no file on failure. */
  receive(name: string, content: Readable): Promise<Omit<StagedFile, 'commit'> & { path: string }>
  freeBytes(): Promise<number>
}

export const openIncomingFiles = async (folder: string): Promise<IncomingFiles> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeAbandoned(folder)
  let lastRemoval = Date.now()
  /** Also cleans up in a service that runs for months. A failure surfaces in the upload that follows. */
  const removeAbandonedHourly = async () => {
    if (Date.now() - lastRemoval < ABANDONED_MS) return
    lastRemoval = Date.now()
    await removeAbandoned(folder).catch(() => {})
  }
  const pathOf = (name: string) => path.join(folder, name)

  return {
    folder,
    async receive(name, content) {
      await removeAbandonedHourly()
      const file = pathOf(name)
      const discard = () => removeIfThere(file)
      const [sha256, sha1] = [createHash('sha256'), createHash('sha1')]
      let sizeBytes = 0
      const handle = await createFile(file).catch(refuseAsUnavailable)
      try {
        try {
          for await (const piece of inPieces(content, WRITE_BYTES)) {
            sha256.update(piece)
            sha1.update(piece)
            sizeBytes += piece.length
            await handle.writeFile(piece).catch(refuseAsUnavailable)
          }
          await handle.sync().catch(refuseAsUnavailable)
        } finally {
          await handle.close()
        }
      } catch (error) {
        await discard()
        throw error
      }
      const hashes = { sha256: sha256.digest(), sha1: sha1.digest() }
      return { path: file, sizeBytes, ...hashes, read: () => createReadStream(file), discard }
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder).catch(refuseAsUnavailable)
      return bavail * bsize
    },
  }
}
