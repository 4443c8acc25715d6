import { constants, type BigIntStats } from 'node:fs'
import { access, lstat, opendir, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { InboxSourceProblem } from '@zelab/contract'
import { errorCode, joinPath } from './folder-paths.ts'

/** Entries of a folder that one poll looks at; the rest waits until these are gone. */
const ENTRIES_MAX = 5_000

const SKIPPED_NAMES = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i
/** Endings that programs give to a file until it is complete. */
const TEMPORARY_ENDINGS = /(\.(tmp|temp|part|partial|filepart|crdownload|download|opdownload)|~)$/i

/** A folder that cannot be used now. */
export class FolderProblemError extends Error {
  readonly problem: InboxSourceProblem

  constructor(problem: InboxSourceProblem, cause?: unknown) {
    super(`The folder cannot be used: ${problem}`, { cause })
    this.name = 'FolderProblemError'
    this.problem = problem
  }
}

const MISSING = ['ENOENT', 'ENOTDIR']

const unreadable = (error: unknown): never => {
  if (error instanceof FolderProblemError) throw error
  const isMissing = MISSING.includes(errorCode(error) ?? '')
  throw new FolderProblemError(isMissing ? 'folder-missing' : 'folder-not-readable', error)
}

/** The real path of a watched folder. Refused when a symbolic link leads out of the root, or the service may not write. */
export const findFolder = async (root: string, folder: string): Promise<Buffer> => {
  const real = await realpath(root).catch(unreadable)
  const found = await realpath(path.join(real, folder)).catch(unreadable)
  if (!found.startsWith(`${real === path.sep ? '' : real}${path.sep}`))
    throw new FolderProblemError('folder-not-readable')
  await access(found, constants.R_OK | constants.X_OK).catch(unreadable)
  await access(found, constants.W_OK).catch((error: unknown) => {
    throw new FolderProblemError('folder-not-writable', error)
  })
  return Buffer.from(found)
}

/** What tells two states of a file apart. */
export interface FileState {
  sizeBytes: bigint
  modifiedNs: bigint
  /** The number of the file in its file system: another file may take the name. */
  number: bigint
}

export interface FoundFile extends FileState {
  name: Buffer
}

export const stateOf = ({ size, mtimeNs, ino }: BigIntStats): FileState => ({
  sizeBytes: size,
  modifiedNs: mtimeNs,
  number: ino,
})

export const isSameState = (one: FileState, other: FileState): boolean =>
  one.sizeBytes === other.sizeBytes && one.modifiedNs === other.modifiedNs && one.number === other.number

const isSkipped = (name: Buffer) => {
  const text = name.toString('utf8')
  return SKIPPED_NAMES.test(text) || TEMPORARY_ENDINGS.test(text)
}

const compare = (one: bigint, other: bigint) => (one < other ? -1 : Number(one > other))

/** The regular files of a folder, oldest first. Subfolders, links and temporary files are left out. */
export const listFiles = async (folder: Buffer): Promise<FoundFile[]> => {
  const names: Buffer[] = []
  try {
    let entries = 0
    // Names are read as bytes: decoding would change those that are not valid UTF-8.
    for await (const entry of await opendir(folder, {
      encoding: 'buffer' as BufferEncoding,
      bufferSize: 256,
    })) {
      if (++entries > ENTRIES_MAX) break
      // With this encoding, which the types do not know, each name is a Buffer.
      const name = entry.name as unknown as Buffer
      if (!entry.isDirectory() && !isSkipped(name)) names.push(name)
    }
  } catch (error) {
    unreadable(error)
  }
  const files: FoundFile[] = []
  for (const name of names) {
    // Removed since it was listed.
    const status = await lstat(joinPath(folder, name), { bigint: true }).catch(() => undefined)
    if (status?.isFile()) files.push({ name, ...stateOf(status) })
  }
  return files.toSorted(
    (one, other) => compare(one.modifiedNs, other.modifiedNs) || Buffer.compare(one.name, other.name),
  )
}
