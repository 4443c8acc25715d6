import { randomBytes } from 'node:crypto'
import { access, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FileStorage } from '../../platform/file-storage/file-storage.ts'
import { FileMissingError } from '../../platform/file-storage/file-storage.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { chooseArchiveFile, finishArchive, partialOf } from './archive-folder.ts'
import { ARCHIVE_FORMAT, CONTENTS, FILES, MANIFEST, tableEntry, totalRows } from './archive-format.ts'
import type { Contents, CopiedTable, Manifest } from './archive-format.ts'
import { createArchiveWriter, type ArchiveWriter } from './archive-writer.ts'
import { FILES_AT_ONCE, isSmall, readBytes } from './small-files.ts'
import { openDatabaseCopy, type DatabaseCopy, type SnapshotFile } from './database-copy.repository.ts'

/** Buffered in memory, because tar needs the length first. */
const PART_BYTES = 4 * 1024 * 1024
const ROWS_AT_ONCE = 500

export interface BackupProgress {
  step: 'records' | 'files'
  done: number
  total?: number
}

export interface MadeBackup {
  file: string
  sizeBytes: number
  sha256: string
  fileCount: number
  rowCount: number
  fileProblems: Contents['fileProblems']
}

export interface BackupOptions {
  /** As the owner of the tables. */
  connectionString: string
  storage: FileStorage
  encryption: Encryption
  /** The installation's key, stored only in an encrypted archive. */
  secret: Buffer
  passphrase: string | undefined
  target: string
  onProgress?: (progress: BackupProgress) => void
  /** Other backups of this installation are locked out until the end. */
  onLocked?: () => Promise<void>
  signal?: AbortSignal
}

export class BackupRunningError extends Error {
  constructor() {
    super('Another backup of this installation is being made at the moment.')
    this.name = 'BackupRunningError'
  }
}

class IncompleteBackupError extends Error {
  constructor(gaps: readonly string[]) {
    super(`No backup was made, because it could not be restored: ${gaps.join('; ')}.`)
    this.name = 'IncompleteBackupError'
  }
}

/** Compares keys without revealing them. */
export const keyFingerprint = (encryption: Encryption): string =>
  encryption.sign(Buffer.from('zelab backup key')).toString('hex')

async function* partsOf(compressed: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of compressed as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  yield Buffer.concat(chunks)
}

export const makeBackup = async (options: BackupOptions): Promise<MadeBackup> => {
  const { passphrase, signal, onProgress = () => {} } = options
  const startedAt = new Date()
  const file = await chooseArchiveFile(options.target, startedAt, passphrase !== undefined)
  await access(file).then(
    () => Promise.reject(new Error(`There is a file ${file} already.`)),
    () => {},
  )
  const database = await openDatabaseCopy(options.connectionString)
  if (!database) throw new BackupRunningError()
  try {
    await options.onLocked?.()
    const archive = createArchiveWriter(partialOf(file), {
      passphrase,
      now: startedAt,
      sign: (content) => options.encryption.sign(content),
    })
    try {
      const contents = await fillArchive(archive, database, { ...options, startedAt, onProgress })
      const written = await archive.finish()
      signal?.throwIfAborted()
      await finishArchive(file, written.sha256)
      const { fileProblems, files } = contents
      return { file, ...written, fileCount: files.count, rowCount: totalRows(contents), fileProblems }
    } catch (error) {
      const reason = (await archive.abandon()) ?? error
      await rm(partialOf(file), { force: true })
      throw reason
    }
  } finally {
    await database.close()
  }
}

type Filling = BackupOptions & { startedAt: Date; onProgress: (progress: BackupProgress) => void }

const fillArchive = async (
  archive: ArchiveWriter,
  database: DatabaseCopy,
  options: Filling,
): Promise<Contents> => {
  const { startedAt, passphrase, encryption, signal } = options
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    id: randomBytes(16).toString('hex'),
    startedAt: startedAt.toISOString(),
    ...(await database.begin()),
    keyFingerprint: keyFingerprint(encryption),
    ...(passphrase !== undefined && { key: options.secret.toString('base64') }),
  }
  const gaps = await database.findGaps()
  if (gaps.length > 0) throw new IncompleteBackupError(gaps)
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 2)))
  const rows: Record<string, number> = {}
  for (const table of manifest.tables) {
    signal?.throwIfAborted()
    rows[table.name] = await copyTable(archive, database, table, options)
  }
  const sequences = await database.listSequences()
  const fileIds = await database.listFileIds()
  await database.release()
  // A restore verifies the records' checksums before it commits them, so they precede the files.
  await archive.addChecksums()
  const files = await copyFiles(archive, database, fileIds, options)
  const contents = { endedAt: new Date().toISOString(), rows, sequences, ...files }
  await archive.add(CONTENTS, Buffer.from(JSON.stringify(contents, null, 2)))
  return contents
}

const copyTable = async (
  archive: ArchiveWriter,
  database: DatabaseCopy,
  table: CopiedTable,
  { onProgress }: Filling,
): Promise<number> => {
  const source = database.read(table)
  const compressed = createGzip({ level: 4 })
  source.on('error', (error) => compressed.destroy(error))
  source.pipe(compressed)
  let part = 0
  for await (const content of partsOf(compressed)) {
    part += 1
    await archive.add(tableEntry(table.name, part), content)
    onProgress({ step: 'records', done: part })
  }
  return source.rowCount
}

const copyFiles = async (
  archive: ArchiveWriter,
  database: DatabaseCopy,
  ids: Float64Array,
  { storage, signal, onProgress }: Filling,
): Promise<Pick<Contents, 'files' | 'fileProblems'>> => {
  const files = { count: 0, bytes: 0 }
  const fileProblems: Contents['fileProblems'] = []
  for (let done = 0; done < ids.length; done += ROWS_AT_ONCE) {
    const batch = ids.subarray(done, done + ROWS_AT_ONCE)
    const found = await database.readFiles(batch)
    if (found.length < batch.length) throw new Error('The records of files were deleted meanwhile.')
    for (let first = 0; first < found.length; first += FILES_AT_ONCE) {
      const some = found.slice(first, first + FILES_AT_ONCE)
      const sources = await Promise.all(some.map((file) => openFile(storage, file)))
      for (const [index, file] of some.entries()) {
        signal?.throwIfAborted()
        const problem = await copyFile(archive, file, sources[index])
        if (problem) fileProblems.push({ name: file.name, problem })
        if (problem !== 'missing') {
          files.count += 1
          files.bytes += file.sizeBytes
        }
        onProgress({ step: 'files', done: files.count, total: ids.length })
      }
    }
  }
  return { files, fileProblems }
}

async function* readLater(open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  yield* await open()
}

const openFile = async (storage: FileStorage, { name, sizeBytes }: SnapshotFile) => {
  const open = () => storage.open(name)
  if (!isSmall(sizeBytes)) return (await storage.find(name)) && readLater(open)
  try {
    return [await readBytes(await open())]
  } catch (error) {
    if (error instanceof FileMissingError) return undefined
    throw error
  }
}

/** Includes damaged files as they are, because they may be the only copies. */
const copyFile = async (
  archive: ArchiveWriter,
  file: SnapshotFile,
  source: Iterable<Buffer> | AsyncIterable<Buffer> | undefined,
) => {
  if (!source) return 'missing'
  const copied = await archive.addStream(`${FILES}${file.name}`, file.sizeBytes, Readable.from(source))
  return copied.sizeBytes === file.sizeBytes && copied.sha256.equals(file.sha256) ? undefined : 'damaged'
}
