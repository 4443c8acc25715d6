import { contract, REFUSAL, REPORT_FILE_PART, SUCCESS } from '@zelab/contract'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { callerOf, serve, serveFile } from '../../http/serve.ts'
import type { Caller } from '../../http/caller.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { ReadableFile } from './readable-file.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { sendFile } from './file-answer.ts'
import type { ReportFileService } from './report-files.service.ts'

const filePartOf = async (request: FastifyRequest) => {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA', REFUSAL.filePart)
  const part = await request.file().catch((error: FastifyError) => {
    // What is wrong with the form itself (no boundary, say) comes without a status.
    throw error.statusCode ? error : new AppError('INVALID', REFUSAL.filePart)
  })
  if (!part || part.fieldname !== REPORT_FILE_PART) {
    part?.file.resume()
    throw new AppError('INVALID', REFUSAL.filePart)
  }
  return part
}

const isContinuation = (range: string | undefined) => range !== undefined && !/^bytes=0-/.test(range)

/**
 * Puts on record that a report's file leaves the system, before its first byte does. A viewer fetches the rest of a
 * file in ranges: that is the same reading.
 */
const recordReading = async (
  activity: ActivityService,
  caller: Caller,
  file: ReadableFile,
  purpose: 'preview' | 'download',
  range: string | undefined,
): Promise<void> => {
  if (file.reportId === null || isContinuation(range)) return
  await activity.record(caller, {
    action: `report.${purpose}`,
    object: { type: 'report', id: file.reportId },
    summary: `${purpose === 'download' ? 'Downloaded' : 'Opened'} the file of report #${file.reportId}`,
  })
}

export const reportFileRoutes = (
  app: FastifyInstance,
  services: { files: ReportFileService; settings: SettingsService; activity: ActivityService },
): void => {
  const { files, settings, activity } = services
  serve(app, contract.reports.uploadFile, async (_, request) => {
    const { uploadLimitMb } = await settings.getGeneral()
    const part = await filePartOf(request)
    try {
      const uploaded = await files.upload(callerOf(request), {
        fileName: part.filename,
        content: part.file,
        limitMb: uploadLimitMb,
      })
      return { message: SUCCESS.fileUploaded, ...uploaded, data: uploaded }
    } finally {
      // Whatever was not read must not keep the connection busy.
      part.file.resume()
    }
  })
  serve(app, contract.reports.deleteFile, async ({ body }, request) => {
    await files.remove(callerOf(request), body.fileUrl)
    return { message: SUCCESS.fileRemoved }
  })
  serveFile(app, contract.reports.readFile, async ({ params, query }, request, reply) => {
    const caller = callerOf(request)
    const file = await files.find(caller, params.fileName)
    await recordReading(activity, caller, file, query.purpose, request.headers.range)
    return sendFile(request, reply, file, files.open)
  })
}
