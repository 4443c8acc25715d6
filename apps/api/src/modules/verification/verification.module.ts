import type { LookupOutcome } from '@zelab/contract'
import type { Database } from '../../platform/database/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { PageImageService } from '../files/page-images/page-images.service.ts'
import type { ShownFiles } from '../files/readable-file.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import type { RateLimit, RateLimiter } from '../rate-limits/rate-limits.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import type { VerificationCodes } from './verification-codes.service.ts'
import { createVerificationService } from './verification.service.ts'
import { createViewingPassService } from './viewing-passes.service.ts'

/** Limits per network for all look-ups, and for those without a report. */
const LOOKUP_LIMIT = { perAccount: 30, perAddress: 30, windowMinutes: 10, isStrict: true } as const
const UNKNOWN_CODE_LIMIT = {
  perAccount: 10,
  perAddress: 10,
  windowMinutes: 10,
  isStrict: true,
} as const
/** Wrong viewing passes per report from anywhere, and from one network. */
const WRONG_PASS_LIMIT = { perAccount: 20, perAddress: 5, windowMinutes: 10, isStrict: true } as const

export const createVerificationServices = (dependencies: {
  database: Database
  encryption: Encryption
  metrics: Metrics
  codes: VerificationCodes
  stampedFiles: ShownFiles
  files: ReportFileService
  pageImages: PageImageService
  reports: ReportService
  /** In the lab's time zone. */
  today: () => Promise<string>
  rateLimiter: (name: string, limit: RateLimit) => RateLimiter
}) => {
  const { metrics, reports, rateLimiter } = dependencies
  const onLookup = (outcome: LookupOutcome | 'unknown') => metrics.lookups.inc({ outcome })
  return {
    verificationCodes: dependencies.codes,
    verification: createVerificationService({
      ...dependencies,
      findReport: (caller, id) => reports.find(caller, id),
      lookupLimiter: rateLimiter('verification-lookup', LOOKUP_LIMIT),
      unknownLimiter: rateLimiter('verification-unknown', UNKNOWN_CODE_LIMIT),
      onLookup,
    }),
    viewingPasses: createViewingPassService({
      ...dependencies,
      onLookup,
      wrongLimiter: rateLimiter('viewing-pass-wrong', WRONG_PASS_LIMIT),
    }),
  }
}
