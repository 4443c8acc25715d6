import type { Readable } from 'node:stream'

export interface StoredFile {
  sizeBytes: number
  sha256: Buffer
}

export interface ByteRange {
  start: number
  /** Inclusive. */
  end: number
}

/** A complete file that is not stored yet. It ends with `commit` or `discard`. */
export interface StagedFile extends StoredFile {
  /** Reads from the beginning every time. */
  read(): Readable
  /** Stores the file; durable once resolved. On failure the staged file is discarded. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/** A complete temporary file on this machine. */
export interface TemporaryFile {
  path: string
  sizeBytes: number
  discard(): Promise<void>
}

/** A file as the storage lists it. */
export interface ListedFile {
  name: string
  sizeBytes: number
  modifiedAt: Date
}

/** A file, or a range of it, read in chunks. */
export interface FileChunks {
  /** Fills the start of `buffer` with the next bytes; resolves with their number, 0 at the end. */
  next(buffer: Buffer): Promise<number>
  close(): void
}

/** Storage of report files. Names come from `newFileName`; every operation rejects others (`withCheckedNames`). */
export interface FileStorage {
  /** Receives the whole stream or nothing. Readers see the file once it is committed. */
  stage(name: string, content: Readable): Promise<StagedFile>
  /** Receives the whole stream or nothing. What a crash leaves behind is removed like abandoned uploads. */
  receiveTemporary(content: Readable): Promise<TemporaryFile>
  /** Rejects with FileMissingError when there is no such file. */
  open(name: string, range?: ByteRange): Promise<Readable>
  /** Like `open`, but reads into a buffer that the caller reuses. */
  openChunks(name: string, range?: ByteRange): Promise<FileChunks>
  /** Returns size and age without reading the content; undefined when there is no such file. */
  find(name: string): Promise<ListedFile | undefined>
  /**
   * Lists every stored file in no particular order, one page in memory at a time. Files added or removed meanwhile may
   * or may not appear.
   */
  list(): AsyncIterable<ListedFile>
  /** Also succeeds when there is no such file. */
  remove(name: string): Promise<void>
  /** Free space on the disk that receives uploads. */
  freeBytes(): Promise<number>
  /** Rejects when the storage does not answer. */
  check(): Promise<void>
  /** Closes its connections. */
  close(): Promise<void>
}

/** Stores a file that needs no inspection. */
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

/** The storage cannot take a file now: disk full, no permission, no answer. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The file storage is not available', { cause })
    this.name = 'StorageUnavailableError'
  }
}

/** Reads a stored file into memory. Rejects with `FileMissingError` when it is missing or has another size. */
export const readWholeFile = async (
  storage: Pick<FileStorage, 'open'>,
  file: { name: string; sizeBytes: number },
): Promise<Uint8Array> => {
  const content = new Uint8Array(file.sizeBytes)
  let position = 0
  try {
    for await (const piece of (await storage.open(file.name)) as AsyncIterable<Buffer>) {
      // A changed file may be longer.
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
