import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { StorageUnavailableError, type StagedFile } from './file-storage.ts'

/** Files older than this are abandoned. An upload in progress, perhaps by another process, is touched constantly. */
const ABANDONED_MS = 60 * 60 * 1000

const refuseAsUnavailable = (error: unknown): never => {
  throw new StorageUnavailableError(error)
}

/** Removes uploads interrupted by a crash; nothing refers to them. */
const removeAbandoned = async (folder: string) => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    // Another process may be removing it too.
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > ABANDONED_MS) await rm(file, { force: true })
  }
}

/** A local folder for complete uploads that are not stored yet. */
export interface IncomingFiles {
  folder: string
  /** Writes the whole stream durably; leaves nothing behind on failure. */
  receive(name: string, content: Readable): Promise<Omit<StagedFile, 'commit'> & { path: string }>
  freeBytes(): Promise<number>
}

export const openIncomingFiles = async (folder: string): Promise<IncomingFiles> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeAbandoned(folder)
  let lastRemoval = Date.now()
  /** A service that runs for months cleans up, too. A failure is that of the upload that follows. */
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
      const discard = () => rm(file, { force: true })
      const hash = createHash('sha256')
      let sizeBytes = 0
      // A name repeats only when a restore that was killed during this file runs again.
      await discard().catch(refuseAsUnavailable)
      try {
        const handle = await open(file, 'wx', 0o600).catch(refuseAsUnavailable)
        try {
          for await (const chunk of content as AsyncIterable<Buffer>) {
            hash.update(chunk)
            sizeBytes += chunk.length
            await handle.writeFile(chunk).catch(refuseAsUnavailable)
          }
          await handle.sync().catch(refuseAsUnavailable)
        } finally {
          await handle.close()
        }
      } catch (error) {
        await discard()
        throw error
      }
      return { path: file, sizeBytes, sha256: hash.digest(), read: () => createReadStream(file), discard }
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder).catch(refuseAsUnavailable)
      return bavail * bsize
    },
  }
}
