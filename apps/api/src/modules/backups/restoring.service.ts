import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import type { FileStorage } from '../../platform/file-storage/file-storage.ts'
import { createEncryption } from '../../platform/encryption.ts'
import { DamagedArchiveError, FILES, tableOfEntry, totalRows, CONTENTS } from './archive-format.ts'
import type { Manifest } from './archive-format.ts'
import {
  checkArchive,
  isAuthentic,
  keyInside,
  readArchive,
  type ArchiveEntry,
  type CheckedArchive,
} from './archive-reader.ts'
import { createConcurrencyLimit, isSmall, readBytes } from './small-files.ts'
import { keyFingerprint } from './backup-making.service.ts'
import { openDatabaseLoad, type DatabaseLoad } from './database-load.repository.ts'
import { notesOf, notesOfHeld, problemsOf, type Problem } from './restore-notes.ts'
import { openRestoreMark, type RestoreMark } from './restore-mark.repository.ts'

class RestoreRefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RestoreRefusedError'
  }
}

export interface RestoreTarget {
  connectionString: string
  storage: FileStorage
  secret: Buffer | undefined
  saveSecret(secret: Buffer): Promise<void>
  migrations: Manifest['migrations']
  /** The newest migration includes the queue's tables. */
  migrate(upTo?: string): Promise<void>
  /**
   * Compares all records and reads every file.
   * @param secret needed to verify the seal chain
   */
  findProblems(secret: Buffer | undefined): Promise<Problem[]>
}

export interface RestoreOptions {
  passphrase: string | undefined
  /** Drops second factors and skips the verification of the log's seals. */
  isWithoutKey?: boolean
  isUnauthenticated?: boolean
  onProgress?: (progress: { step: 'checking' | 'records' | 'files'; done: number; total?: number }) => void
}

export interface Restored {
  archive: CheckedArchive
  fileCount: number
  rowCount: number
  /** Damage that existed when the backup was made, and what the verification found. */
  problems: string[]
  /** Notes for the operator after a good restore. */
  notes: string[]
}

export const restoreBackup = async (
  file: string,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<Restored> => {
  const { passphrase, onProgress = () => {} } = options
  const archive = await checkArchive(file, passphrase, (done) => onProgress({ step: 'checking', done }))
  const newest = refuseUnknownSchema(archive.manifest, target.migrations)
  const secret = chooseSecret(archive, target.secret, options.isWithoutKey ?? false)
  if (!options.isUnauthenticated) refuseUnauthenticated(archive, secret)
  const mark = await openRestoreMark(target.connectionString)
  try {
    await refuseUsedInstallation(mark, target.storage, archive.manifest.id)
    if (!(await mark.set(archive.manifest.id))) throw new RestoreRefusedError(USED_DATABASE)
    await target.migrate(newest)
    const load = await openDatabaseLoad(target.connectionString)
    try {
      const { fileCount, lostInboxFiles } = await readInto(file, load, target.storage, archive, options)
      await target.migrate()
      // Counted first, because continuing without the key lifts it too.
      const providerOnly = await load.liftProviderOnly()
      if (!secret) await load.continueWithoutKey()
      else if (!target.secret) await target.saveSecret(secret)
      const held = {
        lostInboxFiles,
        ...(await load.holdSendings()),
        providerOnly,
      }
      const problems = await target.findProblems(secret)
      refuseLostFiles(problems, archive)
      await mark.remove()
      return {
        archive,
        fileCount,
        rowCount: totalRows(archive.contents),
        problems: problemsOf(archive, problems),
        notes: [...notesOf(secret), ...notesOfHeld(held)],
      }
    } finally {
      await load.close()
    }
  } finally {
    await mark.close()
  }
}

const USED_DATABASE =
  'The database holds records already. A backup is restored into an empty installation only: choose another ' +
  'DATA_DIR or DATABASE_URL.'

const refuseUsedInstallation = async (mark: RestoreMark, storage: FileStorage, archiveId: string) => {
  const interrupted = await mark.findInterrupted()
  if (!interrupted && (await mark.hasTables())) throw new RestoreRefusedError(USED_DATABASE)
  if (interrupted?.archiveId === archiveId) return
  for await (const { name } of storage.list())
    throw new RestoreRefusedError(
      `The file storage holds files already, ${name} for one. A backup is restored into an empty installation only: ` +
        'choose another DATA_DIR or STORAGE_URL, or empty it.',
    )
}

const refuseUnknownSchema = (manifest: Manifest, known: Manifest['migrations']): string => {
  const unknown = manifest.migrations.find(
    ({ name, checksum }, index) =>
      known[index]?.name !== name || (checksum !== null && known[index].checksum !== checksum),
  )
  const newest = manifest.migrations.at(-1)?.name
  if (unknown || !newest)
    throw new RestoreRefusedError(
      `The backup was made by a newer version: this one does not know its migration ${unknown?.name}. ` +
        'Restore it with that version.',
    )
  return newest
}

/** Undefined when restoring without the key. */
const chooseSecret = (
  archive: CheckedArchive,
  own: Buffer | undefined,
  isWithoutKey: boolean,
): Buffer | undefined => {
  const { manifest } = archive
  const fits = (secret: Buffer) => keyFingerprint(createEncryption(secret)) === manifest.keyFingerprint
  if (own && fits(own)) return own
  const inside = keyInside(archive)
  if (own && inside !== undefined && !isWithoutKey)
    throw new RestoreRefusedError(
      'This installation has another key than the backup: remove SECRET_KEY, or the file secret.key in DATA_DIR.',
    )
  if (!own && inside !== undefined) return inside
  if (isWithoutKey) return undefined
  throw new RestoreRefusedError(
    'The key of the installation that was backed up is needed: set SECRET_KEY to it, or put its secret.key into ' +
      'DATA_DIR. If it is lost, add --without-key: all users set up the second factor again, and the seals of the ' +
      'activity log can no longer be verified.',
  )
}

/** The passphrase authenticates an archive that contains its key. */
const refuseUnauthenticated = (archive: CheckedArchive, secret: Buffer | undefined): void => {
  if (secret && isAuthentic(archive, createEncryption(secret))) return
  const reason =
    archive.seal.hmac === undefined
      ? 'The backup is not authenticated: it was made by an earlier version, or its authentication was removed.'
      : secret
        ? "The backup was tampered with: its authentication does not match the installation's key."
        : 'Without the key of the installation, nothing proves who made this backup.'
  throw new RestoreRefusedError(
    `${reason} Its author decides what is restored, including accounts and permissions. Add --unauthenticated ` +
      'only if you are certain that it comes from this installation and was not changed since.',
  )
}

/** One transaction restores the records before the files. */
const readInto = async (
  file: string,
  load: DatabaseLoad,
  storage: FileStorage,
  archive: CheckedArchive,
  { passphrase, onProgress = () => {} }: RestoreOptions,
) => {
  const { manifest, contents } = archive
  const damaged = new Set(contents.fileProblems.map(({ name }) => name))
  await load.begin()
  const entries = readArchive(file, passphrase, {
    onEnd({ checksumsSha256 }) {
      if (checksumsSha256 !== archive.seal.checksumsSha256)
        throw new DamagedArchiveError('The backup was changed while it was restored.')
    },
  })
  let isLoaded = false
  const files = createConcurrencyLimit()
  let tables = 0
  let fileCount = 0
  let lostInboxFiles = 0
  const completeRecords = async () => {
    if (isLoaded) return
    isLoaded = true
    const { different, lostInboxFiles: lost } = await load.complete(contents)
    lostInboxFiles = lost
    if (different.length > 0) throw new RestoreRefusedError(`Not all rows came:\n${different.join('\n')}`)
    await load.commit()
  }
  try {
    let next: IteratorResult<ArchiveEntry, void> = await entries.next()
    while (!next.done) {
      const named = tableOfEntry(next.value.name)
      const table = manifest.tables.find(({ name }) => name === named)
      if (table) {
        const parts = partsOfTable(entries, next.value, table.name)
        const unpacked = createGunzip()
        await Promise.all([pipeline(parts.content, unpacked), load.write(table, unpacked)])
        tables += 1
        onProgress({ step: 'records', done: tables, total: manifest.tables.length })
        next = parts.following()
        continue
      }
      if (next.value.name.startsWith(FILES)) {
        await completeRecords()
        const { size, content } = next.value
        const name = next.value.name.slice(FILES.length)
        const known = await load.findFile(name)
        if (!known) throw new DamagedArchiveError(`The backup holds the file ${name}, which no record knows.`)
        const expected = damaged.has(name) ? undefined : known.sha256
        const restore = (bytes: AsyncIterable<Buffer> | Buffer[]) =>
          restoreFile({ name, sha256: expected }, bytes, storage)
        if (isSmall(size)) await files.begin(restore([await readBytes(content)]))
        else await restore(content)
        fileCount += 1
        onProgress({ step: 'files', done: fileCount, total: contents.files.count })
      }
      if (next.value.name === CONTENTS) await completeRecords()
      next = await entries.next()
    }
    await files.finish()
    return { fileCount, lostInboxFiles }
  } finally {
    await files.settle()
  }
}

const partsOfTable = (entries: AsyncGenerator<ArchiveEntry, void>, first: ArchiveEntry, table: string) => {
  let following: IteratorResult<ArchiveEntry, void> = { done: false, value: first }
  async function* content() {
    while (!following.done && tableOfEntry(following.value.name) === table) {
      yield* following.value.content
      following = await entries.next()
    }
  }
  return { content: content(), following: () => following }
}

const restoreFile = async (
  { name, sha256 }: { name: string; sha256: Buffer | undefined },
  content: AsyncIterable<Buffer> | Buffer[],
  storage: FileStorage,
): Promise<void> => {
  const staged = await storage.stage(name, Readable.from(content))
  if (sha256 && !staged.sha256.equals(sha256)) {
    await staged.discard()
    throw new DamagedArchiveError(`The file ${name} is not the one that its record describes.`)
  }
  await staged.commit()
}

/** Rows were compared while loading. Files are compared as stored. */
const refuseLostFiles = (problems: Problem[], { contents }: CheckedArchive): void => {
  const known = new Set(contents.fileProblems.map(({ name }) => name))
  const lost = problems.filter(
    ({ isOfFile, text }) => isOfFile && !text.split(' ').some((word) => known.has(word)),
  )
  if (lost.length > 0)
    throw new RestoreRefusedError(
      `${lost.length} files did not come back as they were. ${lost[0]?.text ?? ''} Please run the restore once more.`,
    )
}
