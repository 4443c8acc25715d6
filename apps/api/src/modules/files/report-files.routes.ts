import { contract, fileTooLarge, REPORT_FILE_PART } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../core/app-error.ts'
import { filePartOf, MEGABYTE } from '../../http/file-part.ts'
import { workSignalOf } from '../../http/long-work.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Caller } from '../../core/caller.ts'
import type { ByteRange } from '../../platform/file-storage/file-storage.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { ReadableFile, ShownFiles } from './readable-file.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { PageImageService } from './page-images/page-images.service.ts'
import { rangeOf, sendPageImage, sendStoredFile } from '../../http/stored-file-response.ts'
import type { ReportFileService } from './report-files.service.ts'

/** Judged by the bytes sent, because headers may be written differently. */
const isLaterPart = (range: ByteRange | undefined | null) => range === null || (range?.start ?? 0) > 0

/**
 * Records the access before the first byte. Later ranges belong to the same view. A range without a view is recorded
 * separately, or all but the first byte could be read unrecorded.
 */
const recordFileView = async (
  activity: ActivityService,
  caller: Caller,
  file: ReadableFile,
  purpose: 'preview' | 'download',
  range: ByteRange | undefined | null,
): Promise<void> => {
  if (file.reportId === null) return
  const action = `report.${purpose}` as const
  if (isLaterPart(range) && (await activity.hasRecentFileView(caller, file.reportId, action))) return
  const which = file.isCurrent ? 'the file' : 'an earlier file'
  await activity.record(caller, {
    action,
    object: { type: 'report', id: file.reportId },
    summary: `${purpose === 'download' ? 'Downloaded' : 'Opened'} ${which} of report #${file.reportId}`,
  })
}

/**
 * The first page shows results, so it counts like opening the file. Repetitions within minutes belong to the same
 * view, except for earlier files, whose views are all recorded.
 */
const recordPageView = async (
  activity: ActivityService,
  caller: Caller,
  file: ReadableFile & { reportId: number },
): Promise<void> => {
  const { reportId, isCurrent } = file
  if (isCurrent && (await activity.hasRecentFileView(caller, reportId, 'report.preview'))) return
  await activity.record(caller, {
    action: 'report.preview',
    object: { type: 'report', id: reportId },
    summary: `Saw the first page of ${isCurrent ? 'the file' : 'an earlier file'} of report #${reportId}`,
  })
}

export const reportFileRoutes = (
  app: FastifyInstance,
  services: {
    files: ReportFileService
    pageImages: PageImageService
    settings: SettingsService
    activity: ActivityService
    stampedFiles: ShownFiles
  },
): void => {
  const { files, pageImages, settings, activity, stampedFiles } = services
  serve(app, contract.reports.uploadFile, async ({ caller }, request, reply) => {
    const { uploadLimitMb } = await settings.getGeneral()
    const part = await filePartOf(request, reply, {
      name: REPORT_FILE_PART,
      refusal: 'FILE_PART_MISSING',
      maxBytes: uploadLimitMb * MEGABYTE,
      tooLarge: () => new AppError('TOO_LARGE', 'FILE_TOO_LARGE', { message: fileTooLarge(uploadLimitMb) }),
    })
    const uploaded = await files.upload(caller, part, workSignalOf(request))
    return { ...uploaded, data: uploaded }
  })
  serve(app, contract.reports.deleteFile, ({ body, caller }) => files.remove(caller, body.fileUrl))
  serveFile(app, contract.reports.readFile, async ({ params, query, caller }, request, reply) => {
    const uploaded = await files.find(caller, params.fileName)
    const file = query.copy === 'original' ? uploaded : await stampedFiles.replace(uploaded, caller.user.id)
    await recordFileView(activity, caller, file, query.purpose, rangeOf(request, file))
    return sendStoredFile(request, reply, file, (part) => files.open(file, part))
  })
  serveFile(app, contract.reports.readFirstPage, async ({ params, caller }, request, reply) => {
    const { reportId, ...file } = await files.find(caller, params.fileName)
    if (reportId === null) throw notFound('FILE_NOT_FOUND')
    const shownName = await stampedFiles.make(file.name, caller.user.id)
    const image = await pageImages.read(shownName, caller.user.id)
    await recordPageView(activity, caller, { ...file, reportId })
    return sendPageImage(request, reply, image)
  })
}
