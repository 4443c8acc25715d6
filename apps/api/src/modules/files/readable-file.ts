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
