import type { Database, Queryable } from '../../../platform/database/database.ts'
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
import type { DeliveryContextReader } from '../sending/delivery-context.ts'
import { createLinkAccessService } from './link-access.service.ts'
import { createLinkCodeService } from './link-codes.service.ts'
import { createLinkRecordService } from './link-records.service.ts'
import { createLinkRenewalService } from './link-renewals.service.ts'
import { timingSafeEqual } from 'node:crypto'
import { deleteOldCodes, deleteUnusedLinkSessions } from './links.repository.ts'
import { LINK_FORM_LIMIT } from './link-limits.ts'
import { LINK_TRY_LIMIT } from './link-limits.ts'

/**
 * CSRF protection: each form has a signature of a cookie as a hidden field. Another site can submit a form but cannot
 * read the field.
 */
const createFormKeys = (encryption: Encryption) => {
  const keyOf = (cookie: string, linkToken: string): Buffer =>
    encryption.sign(Buffer.from(`link form\n${linkToken}\n${cookie}`))
  return {
    keyOf: (cookie: string, linkToken: string): string => keyOf(cookie, linkToken).toString('base64url'),
    isRight(given: string, cookie: string | undefined, linkToken: string): boolean {
      if (!cookie) return false
      const right = keyOf(cookie, linkToken)
      const key = Buffer.from(given, 'base64url')
      return key.length === right.length && timingSafeEqual(key, right)
    },
  }
}

export const createLinkService = (dependencies: {
  database: Database
  encryption: Encryption
  mailer: Mailer
  smsGateway: SmsGateway
  deliveryContext: DeliveryContextReader
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
    access: createLinkAccessService({ ...parts, today: () => parts.deliveryContext.today() }),
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

const BATCH = 1000

export const createLinkCleanup = ({ database }: { database: Database }) => {
  const removeAll = async (removeBatch: (db: Queryable, limit: number) => Promise<number>) => {
    while ((await removeBatch(database, BATCH)) === BATCH);
  }
  return {
    async removeOld(): Promise<void> {
      await removeAll(deleteOldCodes)
      await removeAll(deleteUnusedLinkSessions)
    },
  }
}
