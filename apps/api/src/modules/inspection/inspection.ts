import type { RefusalCode, ReportFileMediaType } from '@zelab/contract'

export type FileProblem = Extract<
  RefusalCode,
  | 'PDF_ENCRYPTED'
  | 'PDF_ENCRYPTION_UNSUPPORTED'
  | 'PDF_WITH_ACTIVE_CONTENT'
  | 'PDF_WITH_ATTACHMENTS'
  | 'PDF_DAMAGED'
  | 'PDF_TOO_LONG'
  | 'IMAGE_DAMAGED'
  | 'IMAGE_TOO_LARGE'
  | 'FILE_AMBIGUOUS'
>

/** Patient details in the text. Stored until the file is published. */
export interface IdentityHints {
  names: string[]
  /** As written, with all possible days: 01/05/1990 has two. */
  birthDates: { written: string; dates: string[] }[]
  emrIds: string[]
  patientIds: number[]
  /** As written. Missing in uploads of an earlier version. */
  phones?: string[] | undefined
}

export interface InspectionLimits {
  pdfPages: number
  imageMegapixels: number
}

export interface InspectionTask {
  kind: 'inspect'
  mediaType: ReportFileMediaType
  content: Uint8Array
  limits: InspectionLimits
}

export interface InspectedFile {
  hints: IdentityHints | null
  pageCount: number
  /** The beginning of the text in lines. Empty for a picture or unreadable text. */
  text: string
  /**
   * All pages were read and have text. Otherwise the file may name a second person, whom `hints` lack. False for a
   * picture.
   */
  isReadWhole: boolean
}

export type InspectionResult = { problem: FileProblem } | InspectedFile

export interface DrawingTask {
  kind: 'draw'
  mediaType: ReportFileMediaType
  content: Uint8Array
}

export interface DrawnPage {
  content: Uint8Array
  width: number
  height: number
}
export interface DrawingResult {
  page: DrawnPage | undefined
}

export interface CodesTask {
  kind: 'read-codes'
  mediaType: ReportFileMediaType
  content: Uint8Array
}
export interface CodesResult {
  codes: string[]
}

export interface ProcessTask {
  content: Uint8Array
}

export type TaskByPath<Task extends ProcessTask> = Omit<Task, 'content'> & { path: string }

export const UNREADABLE = 'unreadable'
