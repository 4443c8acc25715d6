import type { Readable } from 'node:stream'

export interface StoredFile {
  sizeBytes: number
  sha256: Buffer
  /** For FHIR, which knows no other hash of an attachment. */
  sha1: Buffer
}

export interface ByteRange {
  start: number
  end: number
}

export interface StagedFile extends StoredFile {
  /** Each call reads from the beginning. */
  read(): Readable
  /** Durable once resolved. On failure, the staged file is discarded. */
  commit(): Promise<void>
  discard(): Promise<void>
}

export interface TemporaryFile {
  path: string
  sizeBytes: number
  discard(): Promise<void>
}

export interface ListedFile {
  name: string
  sizeBytes: number
  modifiedAt: Date
}

export interface FileChunks {
  /** Fills the start of `buffer`; resolves with the number of bytes, 0 at the end. */
  next(buffer: Buffer): Promise<number>
  close(): void
}

/** Names come from `newFileName`; every operation rejects others (`withCheckedNames`). */
export interface FileStorage {
  stage(name: string, content: Readable): Promise<StagedFile>
  /** Removed after a crash like abandoned uploads. */
  receiveTemporary(content: Readable): Promise<TemporaryFile>
  open(name: string, range?: ByteRange): Promise<Readable>
  /** Like `open`, but reads into a buffer that the caller reuses. */
  openChunks(name: string, range?: ByteRange): Promise<FileChunks>
  /** Does not read the content. */
  find(name: string): Promise<ListedFile | undefined>
  /** Lists files in no order, one page in memory at a time. Concurrent changes may or may not appear. */
  list(): AsyncIterable<ListedFile>
  remove(name: string): Promise<void>
  freeBytes(): Promise<number>
  check(): Promise<void>
  close(): Promise<void>
}

export const storeFile = async (
  storage: Pick<FileStorage, 'stage'>,
  name: string,
  content: Readable,
): Promise<StoredFile> => {
  const staged = await storage.stage(name, content)
  await staged.commit()
  return staged
}

export class FileMissingError extends Error {
  constructor(name: string) {
    super(`The file ${name} is not in the storage`)
    this.name = 'FileMissingError'
  }
}

/** The storage cannot store files now: disk full, no permission, no response. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The file storage is not available', { cause })
    this.name = 'StorageUnavailableError'
  }
}

/** Rejects with `FileMissingError` when the file is missing or its size differs. */
export const readWholeFile = async (
  storage: Pick<FileStorage, 'open'>,
  file: { name: string; sizeBytes: number },
): Promise<Uint8Array> => {
  const content = new Uint8Array(file.sizeBytes)
  let position = 0
  try {
    for await (const piece of (await storage.open(file.name)) as AsyncIterable<Buffer>) {
      // The file may have grown.
      if (position + piece.length > content.length) throw new FileMissingError(file.name)
      content.set(piece, position)
      position += piece.length
    }
  } catch (error) {
    throw error instanceof FileMissingError ? error : new StorageUnavailableError(error)
  }
  if (position < content.length) throw new FileMissingError(file.name)
  return content
}
