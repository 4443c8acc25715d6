import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../../platform/disk-space.ts'

const ARCHIVE = /^zelab-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.tar(\.age)?$/
const PARTIAL = '.partial'
/** A temporary file unmodified for this long is abandoned. */
const ABANDONED_MS = 24 * 60 * 60 * 1000

/** Sorts by time. Encrypted archives end with `.age`. */
const archiveName = (at: Date, isEncrypted: boolean): string =>
  `zelab-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar${isEncrypted ? '.age' : ''}`

export const chooseArchiveFile = async (target: string, at: Date, isEncrypted: boolean): Promise<string> => {
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => !path.extname(target),
  )
  const folder = isFolder ? target : path.dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return isFolder ? path.join(folder, archiveName(at, isEncrypted)) : target
}

export const partialOf = (file: string): string => `${file}${PARTIAL}`

/** The checksum file has the format of sha256sum. */
export const finishArchive = async (file: string, sha256: string): Promise<void> => {
  await writeFile(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`, { mode: 0o600, flush: true })
  await rename(partialOf(file), file)
  await syncFolder(path.dirname(file))
}

export const listArchives = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => ARCHIVE.test(name))
    .sort()
    .reverse()
    .map((name) => path.join(folder, name))

export const removeOldArchives = async (folder: string, keep: number): Promise<void> => {
  for (const file of (await listArchives(folder)).slice(keep)) {
    await rm(file, { force: true })
    await rm(`${file}.sha256`, { force: true })
  }
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (!name.endsWith(PARTIAL) || !ARCHIVE.test(name.slice(0, -PARTIAL.length))) continue
    if (Date.now() - (await stat(file)).mtimeMs > ABANDONED_MS) await rm(file, { force: true })
  }
}
