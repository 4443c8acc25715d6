import { createHash } from 'node:crypto'
import { constants, createReadStream, open as openFile } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { FileMissingError, StorageUnavailableError, type FileStorage } from './file-storage.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

// A bare descriptor: a stream over a FileHandle reads at half the speed.
const openDescriptor = promisify(openFile)

const refuseAsUnavailable = (error: unknown): never => {
  throw new StorageUnavailableError(error)
}

const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Report files in a folder: written beside, synced, then renamed, so that no half file ever has a name. */
export const createDiskStorage = async (root: string): Promise<FileStorage> => {
  const incoming = path.join(root, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  // What lies here was cut off by a crash: nothing refers to it.
  await Promise.all((await readdir(incoming)).map((name) => rm(path.join(incoming, name), { force: true })))

  // Two letters of the random name spread the files over folders.
  const folderOf = (name: string) => path.join(root, name.slice(0, 2))
  const pathOf = (name: string) => path.join(folderOf(name), name)

  const writeIncoming = async (file: string, content: Readable) => {
    const hash = createHash('sha256')
    let sizeBytes = 0
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
    return { sizeBytes, sha256: hash.digest() }
  }

  const keep = async (file: string, name: string) => {
    await mkdir(folderOf(name), { recursive: true, mode: 0o700 })
    await rename(file, pathOf(name))
    await syncFolder(folderOf(name))
  }

  return {
    async put(name, content, approve) {
      const file = path.join(incoming, name)
      try {
        const stored = await writeIncoming(file, content)
        await approve?.({ ...stored, read: () => createReadStream(file) })
        await keep(file, name).catch(refuseAsUnavailable)
        return stored
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    },
    async open(name, range, pieceBytes) {
      const descriptor = await openDescriptor(pathOf(name), 'r').catch((error: unknown) => {
        throw isMissing(error) ? new FileMissingError(name) : new StorageUnavailableError(error)
      })
      return createReadStream('', {
        fd: descriptor,
        ...range,
        ...(pieceBytes && { highWaterMark: pieceBytes }),
      })
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
    async check() {
      await access(incoming, constants.R_OK | constants.W_OK)
    },
  }
}
