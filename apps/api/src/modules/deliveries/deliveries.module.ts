import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { MailBrand } from '../../platform/mail-layout.ts'
import type { Encryption } from '../../platform/encryption.ts'
import type { Mailer } from '../../platform/mailer.ts'
import type { SmsGateway } from '../../platform/sms-gateway.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import { createAttentionService } from './attention.service.ts'
import { createBulkResendService } from './bulk-resend.service.ts'
import { createLinkCleanup, createLinkService } from './link/links.service.ts'
import { createDeliveryService } from './deliveries.service.ts'
import { createDeliveryListService } from './delivery-lists.service.ts'
import { createLabDeliverySettingsService } from './lab-settings/lab-delivery-settings.service.ts'
import { createMessageTemplateService } from './message-templates/message-templates.service.ts'
import { createSmsReceiptService } from './receipts/sms-receipts.service.ts'
import { createDeliveryChangeService } from './sending/delivery-changes.service.ts'
import { createDeliveryWorker } from './sending/delivery-worker.ts'
import type { DeliveryContextReader } from './sending/delivery-context.ts'
import { createSendingService } from './sending/sending.service.ts'
import type { PageImageService } from '../files/page-images/page-images.service.ts'
import type { ShownFiles } from '../files/readable-file.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import { createContactConsentService } from '../patients/record/contact-consent.service.ts'
import { createAgingOutService } from '../patients/delegates/aging-out.service.ts'
import { createDelegateExpiry } from '../patients/delegates/delegate-expiry.service.ts'
import { createDelegateService, type EndDeliveries } from '../patients/delegates/delegates.service.ts'
import type { PatientService } from '../patients/directory/patients.service.ts'
import type { RateLimit, RateLimiter } from '../rate-limits/rate-limits.service.ts'
import type { VerificationCodes } from '../verification/verification-codes.service.ts'
import type { ViewingPassService } from '../verification/viewing-passes.service.ts'

export const SEND_LIMIT = { perAccount: 60, perAddress: 600, windowMinutes: 10 } as const
/** One gateway may send 50 delivery receipts a second. */
export const SMS_RECEIPT_LIMIT = { perAccount: 3000, perAddress: 3000, windowMinutes: 1 } as const
export const WRONG_SMS_RECEIPT_LIMIT = { perAccount: 30, perAddress: 30, windowMinutes: 10 } as const

export const createDeliveryServices = (dependencies: {
  database: Database
  clock: Clock
  timeZone: () => Promise<string>
  mailer: Mailer
  smsGateway: SmsGateway
  smsReceiptSecret: string | undefined
  deliveryContext: DeliveryContextReader
  brand: () => Promise<MailBrand>
  publicUrl: string
  rateLimiter: (name: string, limit: RateLimit) => RateLimiter
  activity: ActivityService
  encryption: Encryption
  files: ReportFileService
  pageImages: PageImageService
  stampedFiles: ShownFiles
  viewingPasses: ViewingPassService
  codeOf: VerificationCodes['codeOf']
  labs: LabService
  patients: PatientService
  onMailFailure: (error: unknown) => void
  onResendFailure: (error: unknown) => void
}) => {
  const deliveries = createDeliveryService(dependencies)
  const limited = {
    ...dependencies,
    deliveries,
    rateLimiter: dependencies.rateLimiter('send-report', SEND_LIMIT),
  }
  const endDeliveries: EndDeliveries = (tx, ended) => deliveries.endAccessOfDelegates(tx, ended)
  const withDelegates = { ...dependencies, endDeliveries }
  const deliveryChanges = createDeliveryChangeService(limited)
  const agingOut = createAgingOutService(dependencies)
  return {
    deliveries,
    deliveryLists: createDeliveryListService({
      ...dependencies,
      countAgingOut: (caller) => agingOut.countAgingOut(caller),
    }),
    attention: createAttentionService(dependencies),
    sending: createSendingService(limited),
    deliveryChanges,
    bulkResend: createBulkResendService({ ...dependencies, deliveryChanges }),
    deliveryWorker: createDeliveryWorker(dependencies),
    messageTemplates: createMessageTemplateService(dependencies),
    smsReceipts: createSmsReceiptService({
      database: dependencies.database,
      receiptSecret: dependencies.smsReceiptSecret,
      rateLimiter: dependencies.rateLimiter('sms-receipt', SMS_RECEIPT_LIMIT),
      wrongLimiter: dependencies.rateLimiter('sms-receipt-wrong', WRONG_SMS_RECEIPT_LIMIT),
    }),
    labDeliverySettings: createLabDeliverySettingsService(dependencies),
    links: createLinkService(dependencies),
    linkCleanup: createLinkCleanup(dependencies),
    contactConsents: createContactConsentService({
      ...dependencies,
      cancelQueued: (tx, withdrawn) => deliveries.cancelWithoutConsent(tx, withdrawn),
    }),
    delegates: createDelegateService(withDelegates),
    delegateExpiry: createDelegateExpiry(withDelegates),
    agingOut,
  }
}
