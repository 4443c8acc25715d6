import { contract, fileTooLarge, REPORT_FILE_PART } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { publishedAnswer } from '../reports/release/release.routes.ts'
import { AppError } from '../../core/app-error.ts'
import { filePartOf, MEGABYTE } from '../../http/file-part.ts'
import { workSignalOf } from '../../http/long-work.ts'
import { serve, serveFile, serveList } from '../../http/serve.ts'
import { isWholeFileSent, sendStoredFile } from '../../http/stored-file-response.ts'
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
  },
): void => {
  const { inboxItems, itemTypes, inboxFiles, inboxUploads, inboxPublishing, files } = services
  serveList(
    app,
    contract.inbox.list,
    () => ({ action: 'inbox.list', what: 'Listed the inbox' }),
    ({ query, caller }) => inboxItems.list(caller, query),
  )
  serve(app, contract.inbox.getCounts, ({ query, caller }) => inboxItems.count(caller, query.labId))
  serve(app, contract.inbox.upload, async ({ query, caller }, request, reply) => {
    await inboxUploads.expect(caller)
    const part = await filePartOf(request, reply, {
      name: REPORT_FILE_PART,
      refusal: 'FILE_PART_MISSING',
      maxBytes: INBOX_UPLOAD_MB * MEGABYTE,
      tooLarge: () => new AppError('TOO_LARGE', 'FILE_TOO_LARGE', { message: fileTooLarge(INBOX_UPLOAD_MB) }),
    })
    const data = await inboxUploads.receive(caller, query, part, workSignalOf(request))
    return data
  })
  serve(app, contract.inbox.claim, ({ params, caller }) => inboxItems.claim(caller, params.id))
  serve(app, contract.inbox.release, ({ params, caller }) => inboxItems.release(caller, params.id))
  serve(app, contract.inbox.publish, async ({ params, query, body, caller }, _, reply) =>
    publishedAnswer(reply, await inboxPublishing.publish(caller, { ...params, ...query }, body)),
  )
  serve(app, contract.inbox.publishMatched, ({ body, caller }, request) =>
    inboxPublishing.publishMatched(caller, body, workSignalOf(request)),
  )
  serve(app, contract.inbox.amend, async ({ params, query, body, caller }, _, reply) =>
    publishedAnswer(reply, await inboxPublishing.amend(caller, { ...params, ...query }, body)),
  )
  serve(app, contract.inbox.withdraw, async ({ params, query, body, caller }) => ({
    reportId: await inboxPublishing.withdraw(caller, { ...params, ...query }, body),
  }))
  serve(app, contract.inbox.reject, ({ params, query, body, caller }) =>
    inboxItems.reject(caller, { ...params, ...query }, body),
  )
  serve(app, contract.inbox.restore, ({ params, caller }) => inboxItems.restore(caller, params.id))
  serve(app, contract.inbox.setType, ({ body, caller }) => itemTypes.set(caller, body))
  serve(app, contract.inbox.review, ({ body, caller }) => inboxItems.review(caller, body.ids))
  serveFile(app, contract.inbox.readFile, async ({ params, caller }, request, reply) => {
    const file = await inboxFiles.find(caller, params.id)
    const answer = await sendStoredFile(request, reply, file, (part) => files.open(file, part))
    if (isWholeFileSent(request, reply)) await inboxFiles.markOpened(caller, params.id)
    return answer
  })
}
