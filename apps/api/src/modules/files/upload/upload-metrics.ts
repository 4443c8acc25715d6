import { AppError } from '../../../core/app-error.ts'
import { DatabaseUnavailableError } from '../../../platform/database/database.ts'
import { StorageUnavailableError } from '../../../platform/file-storage/file-storage.ts'
import type { ReportFileService } from '../report-files.service.ts'

/** The code of a refusal, or the part that was unavailable. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return error.code
  if (error instanceof StorageUnavailableError) return 'storage'
  return error instanceof DatabaseUnavailableError ? 'database' : 'unexpected'
}

export const measureUploads = (
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
