import { close as closeFile, constants, createReadStream, open as openFile, read as readFile } from 'node:fs'
import { access, mkdir, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  FileMissingError,
  StorageUnavailableError,
  type ByteRange,
  type FileChunks,
  type FileStorage,
  type ListedFile,
} from './file-storage.ts'
import { newFileName, withCheckedNames } from './file-name.ts'
import { syncFolder } from '../disk-space.ts'
import { openIncomingFiles } from './incoming-files.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

// A plain descriptor: a stream over a FileHandle reads at half the speed.
const openDescriptor = promisify(openFile)
const closeDescriptor = promisify(closeFile)

const chunksOf = (descriptor: number, range: ByteRange | undefined): FileChunks => {
  let position = range?.start ?? 0
  const end = (range?.end ?? Infinity) + 1
  let reading: Promise<unknown> = Promise.resolve()
  return {
    next(buffer) {
      const chunk = new Promise<number>((resolve, reject) => {
        const wanted = Math.min(buffer.length, end - position)
        readFile(descriptor, buffer, 0, wanted, position, (error, size) => {
          position += size
          if (error) reject(new StorageUnavailableError(error))
          else resolve(size)
        })
      })
      reading = chunk
      return chunk
    },
    close() {
      // The system reuses descriptor numbers at once, so pending reads must end first.
      void reading.catch(() => {}).then(() => closeDescriptor(descriptor))
    },
  }
}

const LETTERS = 2

const ignoreExisting = (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}

export const pathIn = (root: string, name: string) => path.join(root, name.slice(0, LETTERS), name)

/** Does not open the storage, which would create its folder. */
export const findOnDisk = async (root: string, name: string): Promise<ListedFile | undefined> => {
  try {
    const { size, mtime } = await stat(pathIn(root, name))
    return { name, sizeBytes: size, modifiedAt: mtime }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new StorageUnavailableError(error)
  }
}

/** Writes a file to a temporary path, syncs it, then renames it, so that a partial file never has its final name. */
export const createDiskStorage = async (root: string): Promise<FileStorage> => {
  const incoming = await openIncomingFiles(path.join(root, 'incoming'))

  const folderOf = (name: string) => path.dirname(pathIn(root, name))
  const pathOf = (name: string) => pathIn(root, name)

  const openToRead = (name: string) =>
    openDescriptor(pathOf(name), 'r').catch((error: unknown) => {
      throw isMissing(error) ? new FileMissingError(name) : new StorageUnavailableError(error)
    })

  const keep = async (file: string, name: string) => {
    try {
      await rename(file, pathOf(name)).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error
        // Creates the subfolder, but not its parents: they must not appear on the mount point of an unmounted storage.
        await mkdir(folderOf(name), { mode: 0o700 }).catch(ignoreExisting)
        await rename(file, pathOf(name))
      })
      await syncFolder(folderOf(name))
    } catch (error) {
      throw new StorageUnavailableError(error)
    }
  }

  const find = (name: string) => findOnDisk(root, name)

  async function* list() {
    try {
      for await (const folder of await opendir(root)) {
        if (!folder.isDirectory() || folder.name.length !== LETTERS) continue
        for await (const { name } of await opendir(path.join(root, folder.name))) {
          // Removed since it was listed.
          const file = await find(name)
          if (file) yield file
        }
      }
    } catch (error) {
      throw error instanceof StorageUnavailableError ? error : new StorageUnavailableError(error)
    }
  }

  return withCheckedNames({
    find,
    list,
    receiveTemporary: (content) => incoming.receive(newFileName('.tmp'), content),
    async stage(name, content) {
      const file = await incoming.receive(name, content)
      return {
        ...file,
        commit: () =>
          keep(file.path, name).catch(async (error: unknown) => {
            await file.discard()
            throw error
          }),
      }
    },
    open: async (name, range) => createReadStream('', { fd: await openToRead(name), ...range }),
    openChunks: async (name, range) => chunksOf(await openToRead(name), range),
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
    freeBytes: () => incoming.freeBytes(),
    async check() {
      await access(incoming.folder, constants.R_OK | constants.W_OK)
    },
    close: () => Promise.resolve(),
  })
}
