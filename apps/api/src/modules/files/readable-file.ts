/** The fields needed to send a stored file. */
export interface ReadableFile {
  name: string
  mediaType: string
  sizeBytes: number
  /** SHA-256 in hexadecimal. */
  checksum: string
  /** Null before the file is published. */
  reportId: number | null
  reportTitle: string | null
  originalName: string
  isWithdrawn: boolean
  /** Whether it is the file of the report's current version; null before the file is published. */
  isCurrent: boolean | null
}

/** The parts of a file that its copy with the lab's letterhead replaces. */
export type SentFile = Pick<
  ReadableFile,
  'name' | 'originalName' | 'mediaType' | 'sizeBytes' | 'checksum'
> & {
  /** Its copy could not be made now; the next request may get it. */
  isProvisional?: boolean
}

/** What is shown in place of uploaded files: copies with the lab's letterhead, or the files themselves. */
export interface ShownFiles {
  /** @param owner in whose name a copy that is not there yet waits for its turn */
  replace: <File extends SentFile>(file: File, owner: number) => Promise<File>
  /** The name of the same file. */
  make: (fileName: string, owner: number) => Promise<string>
  /** The separate page with the letterhead of a file that must not be changed. */
  findSlip: (fileName: string) => Promise<SentFile | undefined>
}
