import { IMPORT_MAX_ROWS, REFUSAL } from '@zelab/contract'
import { MAX_CELLS } from './reading/row-limits.ts'
import type { ImportField, MissingColumns } from './reading/columns.ts'

/** The file is not a table of patients. Users see the message. */
export class RefusedFileError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedFileError'
  }
}

export class CancelledImportError extends Error {
  constructor() {
    super('The import is not wanted any more')
    this.name = 'CancelledImportError'
  }
}

export class RegisteredMeanwhileError extends Error {
  constructor() {
    super('A patient who resembles a row was registered during the import')
    this.name = 'RegisteredMeanwhileError'
  }
}

const REQUIRED_NAMES: Partial<Record<ImportField, string>> = {
  fullName: 'Full Name',
  phone: 'Phone',
  dob: 'Date of Birth',
}

export const tooManyRows = `The file has more than ${IMPORT_MAX_ROWS.toLocaleString('en')} rows. Please split it and upload the parts one after the other.`

export const FILE_TOO_COMPLEX =
  'The file takes too much memory or time to read. Please check that it is a table of patients, or split it.'

export const tooManyCells = (rowNumber: number): string =>
  `Row ${rowNumber} has more than ${MAX_CELLS.toLocaleString('en')} cells. Please upload a table of patients.`

export const brokenRow = (rowNumber: number): string =>
  `Row ${rowNumber} has no end: a quotation mark is not closed. Please fix the row and upload the file again.`

export const columnsProblem = ({ missing, twice }: MissingColumns): string => {
  if (missing.length > 0)
    return `${REFUSAL.IMPORT_COLUMNS_MISSING}. Not found: ${missing.map((field) => REQUIRED_NAMES[field] ?? field).join(', ')}.`
  return `The columns “${twice?.first}” and “${twice?.second}” mean the same. Please leave one of them out.`
}

export const uncertainEncoding = (encoding: string): string =>
  `The encoding of the file could not be recognized with certainty; it was read as ${encoding}. Please check the names below, or choose another encoding.`

export const moreDuplicates = (count: number): string =>
  `Other patients were registered since the file was checked: now ${count.toLocaleString('en')} rows look like a patient of the lab or an earlier row. Please look at them and confirm again. Nothing was written.`

export const FAILED_CHECKING = 'The file could not be checked. Nothing was written. Please upload it again.'
export const FAILED_WRITING =
  'The patients could not be registered. Nothing was written. Please upload the file again, or ask your administrator.'
