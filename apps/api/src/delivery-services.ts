import { SEND_LIMIT, SMS_RECEIPT_LIMIT, WRONG_SMS_RECEIPT_LIMIT } from '@zelab/contract'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { MailBrand } from './platform/mail-layout.ts'
import type { Encryption } from './platform/encryption.ts'
import type { Mailer } from './platform/mailer.ts'
import type { SmsGateway } from './platform/sms-gateway.ts'
import type { ActivityService } from './modules/activity/activity.service.ts'
import { createBulkResendService } from './modules/deliveries/bulk-resend.service.ts'
import { createLinkCleanup } from './modules/deliveries/cleanup/link-cleanup.service.ts'
import { createDeliveryService } from './modules/deliveries/deliveries.service.ts'
import { createDeliveryListService } from './modules/deliveries/delivery-lists.service.ts'
import { createLabDeliverySettingsService } from './modules/deliveries/lab-settings/lab-delivery-settings.service.ts'
import { createLinkService } from './modules/deliveries/link/links.service.ts'
import { createMessageTemplateService } from './modules/deliveries/message-templates/message-templates.service.ts'
import { createSmsReceiptService } from './modules/deliveries/receipts/sms-receipts.service.ts'
import { createDeliveryChangeService } from './modules/deliveries/sending/delivery-changes.service.ts'
import { createDeliveryWorker } from './modules/deliveries/sending/delivery-worker.ts'
import type { SendFactsReader } from './modules/deliveries/sending/send-facts.ts'
import { createSendingService } from './modules/deliveries/sending/sending.service.ts'
import type { PageImageService } from './modules/files/page-images/page-images.service.ts'
import type { ShownFiles } from './modules/files/readable-file.ts'
import type { ReportFileService } from './modules/files/report-files.service.ts'
import type { LabService } from './modules/labs/labs.service.ts'
import { createContactConsentService } from './modules/patients/contact-consent/contact-consent.service.ts'
import { createAgingOutService } from './modules/patients/delegates/aging-out.service.ts'
import { createDelegateExpiry } from './modules/patients/delegates/delegate-expiry.service.ts'
import { createDelegateService, type EndDeliveries } from './modules/patients/delegates/delegates.service.ts'
import type { PatientService } from './modules/patients/registry/patients.service.ts'
import type { RateLimit, RateLimiter } from './modules/rate-limits/rate-limits.service.ts'
import type { VerificationCodes } from './modules/verification/verification-codes.service.ts'
import type { ViewingPassService } from './modules/verification/viewing-passes.service.ts'

/** The services that bring reports to patients; a part of the list in `services.ts`. */
export const createDeliveryServices = (dependencies: {
  database: Database
  clock: Clock
  timeZone: () => Promise<string>
  mailer: Mailer
  smsGateway: SmsGateway
  smsReceiptSecret: string | undefined
  sendFacts: SendFactsReader
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
    sending: createSendingService(limited),
    deliveryChanges,
    bulkResend: createBulkResendService({ deliveryChanges }),
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
