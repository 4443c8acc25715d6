import type { BigIntStats } from 'node:fs'
import { errorCode } from './folder-paths.ts'
import { FolderProblemError, inFolder, type FolderPlace } from './opened-folder.ts'

/**
 * Finds complete files: unchanged for `steadyMs`, or for `emptyMs` while empty, because scanners create a file before
 * they write it. Durations use the local clock. The clock of a shared folder may differ, so its times are only
 * compared with each other.
 */
export const createSteadyFiles = (
  { steadyMs, emptyMs }: { steadyMs: number; emptyMs: number },
  now: () => number,
) => {
  let seen = new Map<string, { state: FileState; since: number }>()
  return {
    /** Expects all files of the folder and forgets the others. */
    observe(files: FoundFile[]): FoundFile[] {
      const known = seen
      seen = new Map()
      return files.filter((file) => {
        const key = file.name.toString('latin1')
        const before = known.get(key)
        const { sizeBytes, modifiedNs, number } = file
        const entry =
          before && isSameState(before.state, file)
            ? before
            : { state: { sizeBytes, modifiedNs, number }, since: now() }
        seen.set(key, entry)
        return now() - entry.since >= (sizeBytes === 0n ? emptyMs : steadyMs)
      })
    },
  }
}

const FILES_MAX = 5_000
const ENTRIES_MAX = 500_000

const SKIPPED_NAMES = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i
const TEMPORARY_ENDINGS = /(\.(tmp|temp|part|partial|filepart|crdownload|download|opdownload)|~)$/i

const MISSING = ['ENOENT', 'ENOTDIR']

const unreadable = (error: unknown): never => {
  if (error instanceof FolderProblemError) throw error
  const isMissing = MISSING.includes(errorCode(error) ?? '')
  throw new FolderProblemError(isMissing ? 'folder-missing' : 'folder-not-readable', error)
}

/** Throws if the path contains a link or the service lacks write permission. */
export const checkFolder = async (place: FolderPlace): Promise<void> => {
  await inFolder(place, (folder) =>
    folder.checkWritable().catch((error: unknown) => {
      throw new FolderProblemError('folder-not-writable', error)
    }),
  ).catch(unreadable)
}

export interface FileState {
  sizeBytes: bigint
  modifiedNs: bigint
  /** The inode number. */
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

export const listFiles = async (place: FolderPlace): Promise<FoundFile[]> => {
  const files: FoundFile[] = []
  await inFolder(place, async (folder) => {
    const names: Buffer[] = []
    for await (const { name, isFile } of folder.entries(ENTRIES_MAX)) {
      if (names.length >= FILES_MAX) break
      if (isFile && !isSkipped(name)) names.push(name)
    }
    for (const name of names) {
      const status = await folder.status(name).catch(() => undefined)
      if (status && folder.isRegular(status)) files.push({ name, ...stateOf(status) })
    }
  }).catch(unreadable)
  return files.toSorted(
    (one, other) => compare(one.modifiedNs, other.modifiedNs) || Buffer.compare(one.name, other.name),
  )
}
