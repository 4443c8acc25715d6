import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/file-storage/file-storage.ts'
import type { SealConfig } from '../../platform/pdf-seal/open-seal-key.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { OrphanedUploadService } from '../files/orphans/orphaned-uploads.service.ts'
import type { FileInspector } from '../inspection/file-inspector.ts'
import type { PageDrawer } from '../inspection/page-drawer.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { RateLimit, RateLimiter } from '../rate-limits/rate-limits.service.ts'
import { createReportSealer } from './copies/report-sealer.ts'
import { createStampedFileService } from './copies/stamped-files.service.ts'
import { createLetterheadService } from './letterheads/letterheads.service.ts'
import { createPictureService } from './letterheads/pictures.service.ts'
import type { ReportStamper } from './report-stamper.ts'
import type { VerificationCodes } from '../verification/verification-codes.service.ts'

const PREVIEW_LIMIT = { perAccount: 60, perAddress: 120, windowMinutes: 10 } as const

export const createStampingServices = (dependencies: {
  database: Database
  storage: FileStorage
  clock: Clock
  timeZone: () => Promise<string>
  seal: SealConfig | undefined
  inspector: FileInspector
  drawer: PageDrawer
  stamper: ReportStamper
  orphans: OrphanedUploadService
  codes: VerificationCodes
  labs: LabService
  activity: ActivityService
  rateLimiter: (name: string, limit: RateLimit) => RateLimiter
  onFailure: (error: unknown) => void
}) => {
  const { clock, codes, seal } = dependencies
  const parts = {
    ...dependencies,
    sealer: createReportSealer({ config: seal, clock }),
  }
  const stampedFiles = createStampedFileService(parts)
  return {
    stampedFiles,
    pictures: createPictureService(parts),
    letterheads: createLetterheadService({
      ...parts,
      describeSeal: (labId) => parts.sealer.describe(labId),
      host: codes.host,
      qrTextOf: (code) => codes.qrTextOf(code),
      previewLimiter: dependencies.rateLimiter('letterhead-preview', PREVIEW_LIMIT),
    }),
  }
}
