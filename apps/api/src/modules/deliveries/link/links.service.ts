import type { Database } from '../../../platform/database/database.ts'
import type { Encryption } from '../../../platform/encryption.ts'
import type { MailBrand } from '../../../platform/mail-layout.ts'
import type { Mailer } from '../../../platform/mailer.ts'
import type { SmsGateway } from '../../../platform/sms-gateway.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import type { PageImageService } from '../../files/page-images/page-images.service.ts'
import type { ShownFiles } from '../../files/readable-file.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { RateLimit, RateLimiter } from '../../rate-limits/rate-limits.service.ts'
import type { VerificationCodes } from '../../verification/verification-codes.service.ts'
import type { ViewingPassService } from '../../verification/viewing-passes.service.ts'
import type { SendFactsReader } from '../sending/send-facts.ts'
import { createLinkAccessService } from './link-access.service.ts'
import { createLinkCodeService } from './link-codes.service.ts'
import { createFormKeys } from './link-form-key.ts'
import { createLinkRecordService } from './link-records.service.ts'
import { createLinkRenewalService } from './link-renewals.service.ts'
import { LINK_FORM_LIMIT, LINK_TRY_LIMIT } from './link-limits.ts'

/** Everything behind the pages for patients. */
export const createLinkService = (dependencies: {
  database: Database
  encryption: Encryption
  mailer: Mailer
  smsGateway: SmsGateway
  sendFacts: SendFactsReader
  brand: () => Promise<MailBrand>
  rateLimiter: (name: string, limit: RateLimit) => RateLimiter
  activity: Pick<ActivityService, 'flush'>
  files: Pick<ReportFileService, 'open'>
  pageImages: Pick<PageImageService, 'read'>
  stampedFiles: ShownFiles
  viewingPasses: Pick<ViewingPassService, 'create' | 'findNewest'>
  codeOf: VerificationCodes['codeOf']
}) => {
  const { rateLimiter } = dependencies
  const parts = { ...dependencies, tryLimiter: rateLimiter('link-tries', LINK_TRY_LIMIT) }
  return {
    access: createLinkAccessService({ ...parts, today: () => parts.sendFacts.today() }),
    codes: createLinkCodeService(parts),
    renewals: createLinkRenewalService(parts),
    records: createLinkRecordService(parts),
    passes: dependencies.viewingPasses,
    codeOf: dependencies.codeOf,
    formKeys: createFormKeys(dependencies.encryption),
    formLimiter: rateLimiter('link-forms', LINK_FORM_LIMIT),
  }
}
export type LinkService = ReturnType<typeof createLinkService>
