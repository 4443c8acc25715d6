export interface ReadableFile {
  name: string
  mediaType: string
  sizeBytes: number
  checksum: string
  /** Null before publication. */
  reportId: number | null
  reportTitle: string | null
  originalName: string
  isWithdrawn: boolean
  /** Null before publication. */
  isCurrent: boolean | null
}

export type SentFile = Pick<
  ReadableFile,
  'name' | 'originalName' | 'mediaType' | 'sizeBytes' | 'checksum'
> & {
  /** The copy is missing for now. The next request may get it. */
  isProvisional?: boolean
}

/** Replaces uploaded files with copies that have the lab's letterhead. */
export interface ShownFiles {
  /** @param owner the queue owner for a missing copy */
  replace: <File extends SentFile>(file: File, owner: number) => Promise<File>
  make: (fileName: string, owner: number) => Promise<string>
  findSlip: (fileName: string) => Promise<SentFile | undefined>
}
