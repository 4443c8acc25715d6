import type { Context } from '../../../core/context.ts'
import { RECEIVER_TASK } from '../../../platform/abandoned-jobs.ts'
import { defineModule, EVERY_MINUTE } from '../../../core/module.ts'
import type { StampedFileService } from '../../stamping/copies/stamped-files.service.ts'
import type { ReportService } from '../../reports/list/reports.service.ts'
import { createBacklogService } from './backlog.service.ts'
import type { MllpLimits } from './mllp-client.ts'
import { createReceiverNoticeService } from './receiver-notices.service.ts'
import { createSenderService } from './sender.service.ts'
import { createSendingsService } from './sendings.service.ts'

/** Systems that are told of every change: webhooks and HL7. */
export const createReceivers = (
  context: Context & {
    reports: Pick<ReportService, 'find'>
    stampedFiles: StampedFileService
    mllpLimits?: MllpLimits | undefined
  },
) => {
  const receiverNotices = createReceiverNoticeService(context)
  const sender = createSenderService({ ...context, receiverNotices })
  const sendings = createSendingsService({ ...context, sender })
  const backlog = createBacklogService(context)
  return defineModule({
    services: { sender, sendings, receiverNotices, changeBacklog: backlog },
    stop: sender.stop,
    jobs: {
      [RECEIVER_TASK]: { kind: 'integrations', run: (receiver: { id: number }) => sender.run(receiver) },
      'enqueue-receivers': { kind: 'upkeep', at: EVERY_MINUTE, run: () => sender.enqueueDue() },
      'note-changes-of-many': { kind: 'upkeep', at: EVERY_MINUTE, run: () => backlog.run() },
      ...receiverNotices.jobs,
    },
  })
}
