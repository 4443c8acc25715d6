import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { StorageUnavailableError, type StoredFile } from './file-storage.ts'

/** A file that is still being written was touched a moment ago; another process may share the folder. */
const ABANDONED_MS = 60 * 60 * 1000

const refuseAsUnavailable = (error: unknown): never => {
  throw new StorageUnavailableError(error)
}

/** Removes what a crash cut off: nothing refers to it. */
const removeAbandoned = async (folder: string) => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    // Another process may be clearing it, too.
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > ABANDONED_MS) await rm(file, { force: true })
  }
}

/** A folder of this machine where an upload lies, complete, while it is looked into and before it is kept. */
export interface IncomingFiles {
  folder: string
  /** Writes the whole stream, to the disk itself. What a failure leaves behind is for `discard`. */
  receive(name: string, content: Readable): Promise<StoredFile & { path: string }>
  discard(name: string): Promise<void>
  freeBytes(): Promise<number>
}

export const openIncomingFiles = async (folder: string): Promise<IncomingFiles> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeAbandoned(folder)
  const pathOf = (name: string) => path.join(folder, name)

  return {
    folder,
    async receive(name, content) {
      const hash = createHash('sha256')
      let sizeBytes = 0
      // A name comes again only when a restore is repeated that was killed in the middle of this file.
      await rm(pathOf(name), { force: true }).catch(refuseAsUnavailable)
      const handle = await open(pathOf(name), 'wx', 0o600).catch(refuseAsUnavailable)
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
      return { path: pathOf(name), sizeBytes, sha256: hash.digest() }
    },
    discard: (name) => rm(pathOf(name), { force: true }),
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder).catch(refuseAsUnavailable)
      return bavail * bsize
    },
  }
}
