import type { RefusalCode, ReportFileMediaType } from '@zelab/contract'

export type FileProblem = Extract<
  RefusalCode,
  | 'PDF_ENCRYPTED'
  | 'PDF_WITH_ACTIVE_CONTENT'
  | 'PDF_DAMAGED'
  | 'PDF_TOO_LONG'
  | 'IMAGE_DAMAGED'
  | 'IMAGE_TOO_LARGE'
  | 'FILE_AMBIGUOUS'
>

/** Whom a file's text names, as far as it says so. Kept until the file is published, then forgotten. */
export interface IdentityHints {
  names: string[]
  /** As written, with every day it may mean: 01/05/1990 is two. */
  birthDates: { written: string; dates: string[] }[]
  emrIds: string[]
  /** Numbers of this product's own patient ids (ZL-…). */
  patientIds: number[]
}

export interface InspectionLimits {
  pdfPages: number
  imageMegapixels: number
}

/** A file to look into, as it travels to the worker thread. */
export interface InspectionTask {
  mediaType: ReportFileMediaType
  content: Uint8Array
  limits: InspectionLimits
}

/** What is wrong with a file, or whom it names when nothing is wrong with it. */
export type InspectionResult = { problem: FileProblem } | { hints: IdentityHints | null }
