import { constants, createReadStream, open as openFile } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { FileMissingError, StorageUnavailableError, type FileStorage } from './file-storage.ts'
import { openIncomingFiles } from './incoming-files.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

// A bare descriptor: a stream over a FileHandle reads at half the speed.
const openDescriptor = promisify(openFile)

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
  const incoming = await openIncomingFiles(path.join(root, 'incoming'))

  // Two letters of the random name spread the files over folders.
  const folderOf = (name: string) => path.join(root, name.slice(0, 2))
  const pathOf = (name: string) => path.join(folderOf(name), name)

  const keep = async (file: string, name: string) => {
    try {
      await mkdir(folderOf(name), { recursive: true, mode: 0o700 })
      await rename(file, pathOf(name))
      await syncFolder(folderOf(name))
    } catch (error) {
      throw new StorageUnavailableError(error)
    }
  }

  return {
    async put(name, content, approve) {
      try {
        const { path: file, sizeBytes, sha256 } = await incoming.receive(name, content)
        await approve?.({ sizeBytes, sha256, read: () => createReadStream(file) })
        await keep(file, name)
        return { sizeBytes, sha256 }
      } catch (error) {
        await incoming.discard(name)
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
      await access(incoming.folder, constants.R_OK | constants.W_OK)
    },
    close: () => Promise.resolve(),
  }
}
