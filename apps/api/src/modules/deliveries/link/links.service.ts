import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Encryption } from '../../../platform/encryption.ts'
import type { VerificationCodes } from '../../verification/verification-codes.service.ts'
import type { ViewingPassService } from '../../verification/viewing-passes.service.ts'
import { createLinkAccessService } from './link-access.service.ts'
import { createLinkCodeService } from './link-codes.service.ts'
import { createLinkRecordService } from './link-records.service.ts'
import { createLinkRenewalService } from './link-renewals.service.ts'
import { timingSafeEqual } from 'node:crypto'
import { deleteOldCodes, deleteUnusedLinkSessions } from './links.repository.ts'
import { deleteOldVisitLinks } from './visit-links.repository.ts'
import { createVisitLinkService } from './visit-links.service.ts'
import { createVisitSlipService } from './visit-slips.service.ts'
import { LINK_FORM_LIMIT } from './link-limits.ts'

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

export const createLinkService = (
  context: Parameters<typeof createLinkAccessService>[0] &
    Parameters<typeof createLinkCodeService>[0] &
    Parameters<typeof createLinkRecordService>[0] &
    Parameters<typeof createVisitLinkService>[0] &
    Parameters<typeof createVisitSlipService>[0] & {
      viewingPasses: Pick<ViewingPassService, 'create' | 'findNewest'>
      codes: VerificationCodes
    },
) => {
  const slips = createVisitSlipService(context)
  return {
    access: createLinkAccessService(context),
    codes: createLinkCodeService(context),
    renewals: createLinkRenewalService({ ...context, slips }),
    records: createLinkRecordService(context),
    visitLinks: createVisitLinkService(context),
    slips,
    passes: context.viewingPasses,
    codeOf: (version: { reportId: number; version: number }) => context.codes.codeOf(version),
    formKeys: createFormKeys(context.encryption),
    formLimiter: context.rateLimiter('link-forms', LINK_FORM_LIMIT),
  }
}
export type LinkService = ReturnType<typeof createLinkService>

const BATCH = 1000

export const createLinkCleanup = ({ database }: Pick<Context, 'database'>) => {
  const removeAll = async (removeBatch: (db: Queryable, limit: number) => Promise<number>) => {
    while ((await removeBatch(database, BATCH)) === BATCH);
  }
  return {
    async removeOld(): Promise<void> {
      await removeAll(deleteOldCodes)
      await removeAll(deleteUnusedLinkSessions)
      await removeAll(deleteOldVisitLinks)
    },
  }
}
