import { REFUSAL } from '@zelab/contract'
import { AppError } from '../../http/app-error.ts'
import { DatabaseUnavailableError } from '../../platform/database/database.ts'
import { StorageUnavailableError } from '../../platform/file-storage/file-storage.ts'
import type { ReportFileService } from './report-files.service.ts'

const NAMES = new Map(Object.entries(REFUSAL).map(([name, wording]) => [wording as string, name]))

/** Why an upload was refused, by the name of its wording: there are as many as there are wordings. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AppError)
    return NAMES.get(error.message) ?? (error.code === 'TOO_LARGE' ? 'tooLarge' : 'other')
  if (error instanceof StorageUnavailableError) return 'storage'
  return error instanceof DatabaseUnavailableError ? 'database' : 'unexpected'
}

/** The same service; tells how each upload ended: `kept`, or why it was refused. */
export const countUploads = (
  files: ReportFileService,
  onUpload: (outcome: string) => void,
): ReportFileService => ({
  ...files,
  async upload(caller, upload, signal) {
    try {
      const uploaded = await files.upload(caller, upload, signal)
      onUpload('kept')
      return uploaded
    } catch (error) {
      onUpload(reasonOf(error))
      throw error
    }
  },
})
