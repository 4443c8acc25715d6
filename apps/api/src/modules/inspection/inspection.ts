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

/** The identity a file's text mentions, if any. Stored until the file is published, then deleted. */
export interface IdentityHints {
  names: string[]
  /** As written, with every possible day: 01/05/1990 has two. */
  birthDates: { written: string; dates: string[] }[]
  emrIds: string[]
  /** Numbers of this product's own patient ids (ZL-…). */
  patientIds: number[]
  /** As written. Missing in uploads of an earlier version. */
  phones?: string[] | undefined
}

export interface InspectionLimits {
  pdfPages: number
  imageMegapixels: number
}

/** A file to inspect, as sent to the worker process. */
export interface InspectionTask {
  kind: 'inspect'
  mediaType: ReportFileMediaType
  content: Uint8Array
  limits: InspectionLimits
}

/** What is known of a file without a problem. */
export interface InspectedFile {
  hints: IdentityHints | null
  /** Pages of a PDF, 1 for a picture. */
  pageCount: number
  /** The beginning of the text of the first pages, in lines; empty for a picture, or when it cannot be read. */
  text: string
  /**
   * Whether every page was read and has text. If not, the file may concern a second person, whom `hints` do not have.
   * False for a picture.
   */
  isReadWhole: boolean
}

export type InspectionResult = { problem: FileProblem } | InspectedFile

/** A published file whose first page is to be drawn. */
export interface DrawingTask {
  kind: 'draw'
  mediaType: ReportFileMediaType
  content: Uint8Array
}

/** A WebP image and its size in pixels. */
export interface DrawnPage {
  content: Uint8Array
  width: number
  height: number
}
export interface DrawingResult {
  page: DrawnPage | undefined
}

/** A file whose barcodes and QR codes on the first page are to be read. */
export interface CodesTask {
  kind: 'read-codes'
  mediaType: ReportFileMediaType
  content: Uint8Array
}
export interface CodesResult {
  /** The texts of the codes, each once. */
  codes: string[]
}

/** What a child process works on: one file. */
export interface ProcessTask {
  content: Uint8Array
}

/** The same, with a file that the child process reads itself: nothing is copied between the processes. */
export type TaskByPath<Task extends ProcessTask> = Omit<Task, 'content'> & { path: string }

/** The answer for a file that the child process cannot read. */
export const UNREADABLE = 'unreadable'
