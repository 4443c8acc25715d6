import { INBOX_DROP_FILES, INBOX_ZIP_MAX_MB, REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import { fileTooLarge, REFUSAL } from '@zelab/contract/messages'
import * as texts from './texts.ts'

const ZIP = '.zip'
export const ACCEPTED: readonly string[] = [...REPORT_FILE_EXTENSIONS, ZIP]

const BYTES_PER_MB = 1024 * 1024

const endsWith = ({ name }: File, endings: readonly string[]) =>
  endings.some((ending) => name.toLowerCase().endsWith(ending))

export const problemOfFiles = (files: readonly File[]): string | undefined => {
  if (files.length > INBOX_DROP_FILES) return texts.tooMany
  return files.length > 1 && files.some((file) => endsWith(file, [ZIP])) ? texts.zipAlone : undefined
}

/** Why a file is refused before the upload; undefined when the server decides. */
export const problemOfFile = (file: File, limitMb: number | undefined): string | undefined => {
  if (endsWith(file, [ZIP]))
    return file.size > INBOX_ZIP_MAX_MB * BYTES_PER_MB ? texts.zipTooLarge : undefined
  if (!endsWith(file, REPORT_FILE_EXTENSIONS)) return REFUSAL.FILE_TYPE_NOT_ALLOWED
  return limitMb !== undefined && file.size > limitMb * BYTES_PER_MB ? fileTooLarge(limitMb) : undefined
}
