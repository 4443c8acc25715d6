import { contract, fileTooLarge, REPORT_FILE_PART, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { publishedAnswer } from '../reports/release/release.routes.ts'
import { AppError } from '../../core/app-error.ts'
import { filePartOf, MEGABYTE } from '../../http/file-part.ts'
import { workSignalOf } from '../../http/long-work.ts'
import { callerOf, serve, serveFile } from '../../http/serve.ts'
import { sendStoredFile } from '../../http/stored-file-response.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import type { InboxFileService } from './items/inbox-files.service.ts'
import type { InboxItemService } from './items/inbox-items.service.ts'
import type { ItemTypeService } from './items/item-types.service.ts'
import type { InboxPublishingService } from './publishing/inbox-publishing.service.ts'
import { INBOX_UPLOAD_MB, type InboxUploadService } from './uploads/inbox-uploads.service.ts'

export const inboxRoutes = (
  app: FastifyInstance,
  services: {
    inboxItems: InboxItemService
    itemTypes: ItemTypeService
    inboxFiles: InboxFileService
    inboxUploads: InboxUploadService
    inboxPublishing: InboxPublishingService
    files: Pick<ReportFileService, 'open'>
    activity: ActivityService
  },
): void => {
  const { inboxItems, itemTypes, inboxFiles, inboxUploads, inboxPublishing, files, activity } = services
  serve(app, contract.inbox.list, async ({ query }, request) => {
    const caller = callerOf(request)
    const found = await inboxItems.list(caller, query)
    activity.recordList(caller, {
      action: 'inbox.list',
      what: 'Listed the inbox',
      page: found.pagination.page,
      rows: found.data.length,
    })
    return found
  })
  serve(app, contract.inbox.getCounts, async ({ query }, request) => ({
    data: await inboxItems.count(callerOf(request), query.labId),
  }))
  serve(app, contract.inbox.upload, async ({ query }, request, reply) => {
    const caller = callerOf(request)
    await inboxUploads.expect(caller)
    const part = await filePartOf(request, reply, {
      name: REPORT_FILE_PART,
      refusal: 'FILE_PART_MISSING',
      maxBytes: INBOX_UPLOAD_MB * MEGABYTE,
      tooLarge: () => new AppError('TOO_LARGE', 'FILE_TOO_LARGE', { message: fileTooLarge(INBOX_UPLOAD_MB) }),
    })
    const data = await inboxUploads.receive(caller, query, part, workSignalOf(request))
    return { message: SUCCESS.fileUploaded, data }
  })
  serve(app, contract.inbox.claim, async ({ params }, request) => ({
    data: await inboxItems.claim(callerOf(request), params.id),
  }))
  serve(app, contract.inbox.release, async ({ params }, request) => {
    await inboxItems.release(callerOf(request), params.id)
    return {}
  })
  serve(app, contract.inbox.publish, async ({ params, query, body }, request, reply) =>
    publishedAnswer(
      reply,
      await inboxPublishing.publish(callerOf(request), { ...params, ...query }, body),
      SUCCESS.reportPublished,
    ),
  )
  serve(app, contract.inbox.publishMatched, async ({ body }, request) => ({
    data: await inboxPublishing.publishMatched(callerOf(request), body, workSignalOf(request)),
  }))
  serve(app, contract.inbox.amend, async ({ params, query, body }, request, reply) =>
    publishedAnswer(
      reply,
      await inboxPublishing.amend(callerOf(request), { ...params, ...query }, body),
      SUCCESS.reportAmended,
    ),
  )
  serve(app, contract.inbox.withdraw, async ({ params, query, body }, request) => ({
    message: SUCCESS.reportWithdrawn,
    data: { reportId: await inboxPublishing.withdraw(callerOf(request), { ...params, ...query }, body) },
  }))
  serve(app, contract.inbox.reject, async ({ params, query, body }, request) => {
    await inboxItems.reject(callerOf(request), { ...params, ...query }, body)
    return { message: SUCCESS.inboxRejected }
  })
  serve(app, contract.inbox.restore, async ({ params }, request) => {
    await inboxItems.restore(callerOf(request), params.id)
    return { message: SUCCESS.inboxRestored }
  })
  serve(app, contract.inbox.setType, async ({ body }, request) => ({
    data: await itemTypes.set(callerOf(request), body),
  }))
  serve(app, contract.inbox.review, async ({ body }, request) => {
    await inboxItems.review(callerOf(request), body.ids)
    return {}
  })
  serveFile(app, contract.inbox.readFile, async ({ params }, request, reply) => {
    const file = await inboxFiles.find(callerOf(request), params.id)
    return sendStoredFile(request, reply, file, (part) => files.open(file, part))
  })
}
