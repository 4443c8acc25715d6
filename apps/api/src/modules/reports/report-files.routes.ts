import { contract, REFUSAL, REPORT_FILE_PART, SUCCESS } from '@zelab/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { callerOf, serve, serveFile } from '../../http/serve.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { sendFile } from './file-answer.ts'
import type { ReportFileService } from './report-files.service.ts'

const filePartOf = async (request: FastifyRequest) => {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA', REFUSAL.filePart)
  const part = await request.file()
  if (!part || part.fieldname !== REPORT_FILE_PART) {
    part?.file.resume()
    throw new AppError('INVALID', REFUSAL.filePart)
  }
  return part
}

export const reportFileRoutes = (
  app: FastifyInstance,
  { files, settings }: { files: ReportFileService; settings: SettingsService },
): void => {
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
  serveFile(app, contract.reports.readFile, async ({ params }, request, reply) =>
    sendFile(request, reply, await files.find(callerOf(request), params.fileName), files.open),
  )
}
