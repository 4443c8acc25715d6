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

/** A file that is complete but not stored yet. It ends with `commit` or `discard`. */
export interface StagedFile extends StoredFile {
  /** From its beginning, every time. */
  read(): Readable
  /** Stores the file: durable when it resolves. When it fails, the staged file is discarded. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/** A file as the storage lists it. */
export interface ListedFile {
  name: string
  sizeBytes: number
  modifiedAt: Date
}

/** A file, or a range of it, read piece by piece. */
export interface FileChunks {
  /** Puts the next bytes at the beginning of `memory`; resolves with how many, 0 after the last. */
  next(memory: Buffer): Promise<number>
  close(): void
}

/** Where report files lie. A name is made by `newFileName`; every operation refuses any other (`withCheckedNames`). */
export interface FileStorage {
  /** Receives the whole stream or nothing. Readers see the file once it is committed. */
  stage(name: string, content: Readable): Promise<StagedFile>
  /** Rejects with FileMissingError when there is no such file. */
  open(name: string, range?: ByteRange): Promise<Readable>
  /** As `open`, for who sends much: reads into memory that the caller uses again and again. */
  openChunks(name: string, range?: ByteRange): Promise<FileChunks>
  /** Its size and age without its content; undefined when there is no such file. */
  find(name: string): Promise<ListedFile | undefined>
  /**
   * Every kept file, one piece of the list in memory at a time, in no order that means anything. A file that comes or
   * goes meanwhile may or may not be among them.
   */
  list(): AsyncIterable<ListedFile>
  /** Succeeds when there is no such file, too. */
  remove(name: string): Promise<void>
  /** Free space on the disk where uploads arrive. */
  freeBytes(): Promise<number>
  /** Rejects when the storage does not answer. */
  check(): Promise<void>
  /** Lets go of its connections. */
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

/** The storage cannot take a file now: disk full, no rights, no answer. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The file storage is not available', { cause })
    this.name = 'StorageUnavailableError'
  }
}
