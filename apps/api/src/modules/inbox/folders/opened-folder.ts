import { constants, type BigIntStats } from 'node:fs'
import {
  access,
  lstat,
  mkdir,
  open,
  opendir,
  rename,
  rmdir,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import type { InboxSourceProblem } from '@zelab/contract'
import { errorCode, joinPath } from './folder-paths.ts'

/** Opened again for each operation, because other programs may replace the directory at any time. */
export interface FolderPlace {
  /** INBOX_DIR, the only part of the path that may be a link. */
  root: string
  folder: string
  below?: readonly Buffer[]
}

export class FolderProblemError extends Error {
  readonly problem: InboxSourceProblem

  constructor(problem: InboxSourceProblem, cause?: unknown) {
    super(`The folder cannot be used: ${problem}`, { cause })
    this.name = 'FolderProblemError'
    this.problem = problem
  }
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants
const LINK_IN_PATH = ['ELOOP', 'ENOTDIR']
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EXDEV']

export const unlessMissing = (error: unknown): undefined => {
  if (errorCode(error) === 'ENOENT') return undefined
  throw error
}

export const unwritable = (error: unknown): never => {
  throw NOT_WRITABLE.includes(errorCode(error) ?? '')
    ? new FolderProblemError('folder-not-writable', error)
    : error
}

const descriptorPath = ({ fd }: FileHandle) => `/proc/self/fd/${fd}`

/** Linux resolves the path by the descriptor, so that no parent directory can be replaced. Node has no openat(). */
const entryPath = (directory: FileHandle, name: Buffer): Buffer => {
  if (name.length === 0 || name.includes(path.sep) || name.equals(Buffer.from('..')))
    throw new FolderProblemError('folder-not-readable')
  return joinPath(Buffer.from(descriptorPath(directory)), name)
}

let areDescriptorsPaths: boolean | undefined

/** Throws where descriptors are not paths: on other systems and without /proc. */
const checkDescriptorPaths = async (directory: FileHandle) => {
  if (areDescriptorsPaths === undefined) {
    const [opened, found] = await Promise.all([
      directory.stat({ bigint: true }),
      stat(descriptorPath(directory), { bigint: true }).catch(() => undefined),
    ])
    areDescriptorsPaths = opened.ino === found?.ino && opened.dev === found.dev
  }
  if (!areDescriptorsPaths) throw new FolderProblemError('folder-not-readable')
}

const openInside = async (
  parent: FileHandle,
  name: Buffer,
  problem: InboxSourceProblem,
): Promise<FileHandle> => {
  const opened = await open(entryPath(parent, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(
    (error: unknown) => {
      if (LINK_IN_PATH.includes(errorCode(error) ?? '')) throw new FolderProblemError(problem, error)
      throw error
    },
  )
  await parent.close()
  return opened
}

const openedFolder = (directory: FileHandle, device: bigint) => {
  const at = (name: Buffer | string) => entryPath(directory, Buffer.from(name))
  const status = (name: Buffer | string): Promise<BigIntStats | undefined> =>
    lstat(at(name), { bigint: true }).catch(unlessMissing)
  return {
    at,
    status,
    checkWritable: () => access(descriptorPath(directory), constants.W_OK),
    /** In no order, as bytes, because not every name is valid UTF-8. */
    async *entries(max: number): AsyncGenerator<{ name: Buffer; isFile: boolean }> {
      const listed = await opendir(descriptorPath(directory), {
        encoding: 'buffer' as BufferEncoding,
        bufferSize: 256,
      })
      let count = 0
      for await (const entry of listed) {
        if (++count > max) return
        // The encoding `buffer` is missing in the types.
        yield { name: entry.name as unknown as Buffer, isFile: entry.isFile() }
      }
    },
    /** Never follows a link or blocks on a pipe. */
    open: (name: Buffer | string, flags: number, mode?: number): Promise<FileHandle> =>
      open(at(name), flags | O_NOFOLLOW | O_NONBLOCK, mode),
    isRegular: (found: BigIntStats): boolean => found.isFile() && found.dev === device,
    async makeFolder(name: Buffer | string): Promise<void> {
      await mkdir(at(name), { mode: 0o770 }).catch(async (error: unknown) => {
        if (errorCode(error) !== 'EEXIST') return unwritable(error)
        if (!(await status(name))?.isDirectory()) throw new FolderProblemError('folder-not-writable', error)
      })
    },
    removeFile: (name: Buffer | string): Promise<void> => unlink(at(name)),
    removeFolder: (name: Buffer | string): Promise<void> => rmdir(at(name)),
  }
}
export type OpenedFolder = ReturnType<typeof openedFolder>

/** Opens a path step by step. Refuses links and other file systems than that of the watched folder. */
export const inFolder = async <Result>(
  { root, folder, below = [] }: FolderPlace,
  work: (folder: OpenedFolder) => Promise<Result>,
): Promise<Result> => {
  let directory = await open(root, O_RDONLY | O_DIRECTORY)
  try {
    await checkDescriptorPaths(directory)
    for (const name of folder.split(path.sep))
      directory = await openInside(directory, Buffer.from(name), 'folder-not-readable')
    const { dev } = await directory.stat({ bigint: true })
    for (const name of below) {
      directory = await openInside(directory, name, 'folder-not-writable')
      if ((await directory.stat({ bigint: true })).dev !== dev)
        throw new FolderProblemError('folder-not-writable')
    }
    return await work(openedFolder(directory, dev))
  } finally {
    await directory.close()
  }
}

export const placeIn = (place: FolderPlace, ...names: (Buffer | string)[]): FolderPlace => ({
  ...place,
  below: [...(place.below ?? []), ...names.map((name) => Buffer.from(name))],
})

/** Moves a regular file within the watched folder. Returns false for other entries, which stay where they are. */
export const moveFile = (
  from: { place: FolderPlace; name: Buffer },
  to: { place: FolderPlace; name: Buffer },
): Promise<boolean> =>
  inFolder(from.place, (source) =>
    inFolder(to.place, async (target) => {
      const found = await source.status(from.name)
      if (found && !source.isRegular(found)) return false
      await rename(source.at(from.name), target.at(to.name))
      const moved = await target.status(to.name)
      if (!moved || target.isRegular(moved)) return true
      await rename(target.at(to.name), source.at(from.name))
      return false
    }),
  )
