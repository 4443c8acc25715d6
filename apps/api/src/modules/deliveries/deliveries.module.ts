import type { Context } from '../../core/context.ts'
import { defineModule, EVERY_MINUTE } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { PageImageService } from '../files/page-images/page-images.service.ts'
import type { ShownFiles } from '../files/readable-file.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { AgingOutService } from '../patients/delegates/aging-out.service.ts'
import type { PatientService } from '../patients/directory/patients.service.ts'
import type { ContactConsentService } from '../patients/record/contact-consent.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { VerificationCodes } from '../verification/verification-codes.service.ts'
import type { ViewingPassService } from '../verification/viewing-passes.service.ts'
import { createBulkDeliveryService } from './bulk/bulk-deliveries.service.ts'
import { deliveryRoutes, messageTemplateRoutes } from './deliveries.routes.ts'
import { createDeliveryService } from './deliveries.service.ts'
import { deliveryListRoutes } from './lists/delivery-lists.routes.ts'
import {
  createDeliveryListService,
  createAttentionService,
  SETTLE_ATTENTION,
} from './lists/delivery-lists.service.ts'
import { createLabDeliverySettingsService } from './lab-settings/lab-delivery-settings.service.ts'
import { SEND_LINK_CODE, SEND_LINK_CODE_SMS } from './link/link-codes.service.ts'
import { linkRoutes } from './link/links.routes.ts'
import { createLinkCleanup, createLinkService } from './link/links.service.ts'
import { createMessageTemplateService } from './message-templates/message-templates.service.ts'
import { smsReceiptRoutes } from './receipts/sms-receipts.routes.ts'
import { createSmsReceiptService } from './receipts/sms-receipts.service.ts'
import { createDeliveryChangeService } from './sending/delivery-changes.service.ts'
import { createDeliveryContextReader } from './sending/delivery-context.ts'
import { createDeliveryWorker } from './sending/delivery-worker.ts'
import { createRestoredMessages } from './sending/holds.ts'
import { SEND_DELIVERIES, SEND_SMS_DELIVERIES } from './sending/send-job.ts'
import { createSendingService } from './sending/sending.service.ts'

export const deliveriesModule = (
  given: Context & {
    activity: ActivityService
    agingOut: AgingOutService
    codes: VerificationCodes
    contactConsents: ContactConsentService
    files: ReportFileService
    labs: LabService
    pageImages: PageImageService
    patients: PatientService
    settings: SettingsService
    stampedFiles: ShownFiles
    viewingPasses: ViewingPassService
  },
) => {
  const read = { ...given, deliveryContext: createDeliveryContextReader(given) }
  const base = { ...read, deliveries: createDeliveryService(read) }
  const context = { ...base, deliveryChanges: createDeliveryChangeService(base) }
  const attention = createAttentionService(context)
  const deliveryWorker = createDeliveryWorker(context)
  const links = createLinkService(context)
  const sending = createSendingService(context)
  const linkCleanup = createLinkCleanup(context)
  const services = {
    deliveries: context.deliveries,
    deliveryLists: createDeliveryListService(context),
    attention,
    sending,
    deliveryChanges: context.deliveryChanges,
    bulkDeliveries: createBulkDeliveryService({ ...context, sending }),
    deliveryWorker,
    restoredMessages: createRestoredMessages(context),
    messageTemplates: createMessageTemplateService(context),
    smsReceipts: createSmsReceiptService(context),
    labDeliverySettings: createLabDeliverySettingsService(context),
    links,
    linkCleanup,
  }
  const all = { ...context, ...services }
  const sendCode = (payload: { codeId: number }, jobId: string) => links.codes.send(payload, jobId)
  return defineModule({
    services,
    async routes(app) {
      deliveryRoutes(app, all)
      messageTemplateRoutes(app, all)
      deliveryListRoutes(app, all)
      await smsReceiptRoutes(app, all)
      await linkRoutes(app, all)
    },
    jobs: {
      // A code is valid for ten minutes.
      [SEND_LINK_CODE]: { kind: 'messages', run: sendCode },
      [SEND_LINK_CODE_SMS]: { kind: 'sms', run: sendCode },
      // Queued with every message, and every minute for delayed ones.
      [SEND_DELIVERIES]: { kind: 'messages', at: EVERY_MINUTE, run: () => deliveryWorker.run() },
      [SEND_SMS_DELIVERIES]: { kind: 'sms', run: () => deliveryWorker.runSms() },
      [SETTLE_ATTENTION]: { kind: 'upkeep', at: EVERY_MINUTE, run: () => attention.settle() },
      'remove-old-link-access': { kind: 'upkeep', at: '47 * * * *', run: () => linkCleanup.removeOld() },
    },
    stop: () => deliveryWorker.stop(),
  })
}
