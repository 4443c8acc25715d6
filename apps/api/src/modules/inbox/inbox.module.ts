import type { TryFile } from '../../core/file-tries.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { FileStorage } from '../../platform/file-storage/file-storage.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { CriticalService } from '../critical/critical.service.ts'
import type { OrphanedUploadService } from '../files/orphans/orphaned-uploads.service.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import type { UploadQuotaService } from '../files/upload/upload-quota.service.ts'
import { createHl7Messages } from './hl7/hl7-messages.service.ts'
import { measureIntake } from './intake/intake-metrics.ts'
import { createIntake } from './intake/intake.service.ts'
import { createInboxFileService } from './items/inbox-files.service.ts'
import { createInboxItemService } from './items/inbox-items.service.ts'
import { createItemTypeService } from './items/item-types.service.ts'
import { createMatcher } from './matching/matching.service.ts'
import { createRematchingService } from './matching/rematching.service.ts'
import { createAutomaticPublishing } from './publishing/automatic-publishing.service.ts'
import { createInboxPublishingService } from './publishing/inbox-publishing.service.ts'
import { createReportAdditions } from './publishing/report-additions.ts'
import { createInboxSettingsService } from './settings/inbox-settings.service.ts'
import { createInboxSourceService } from './sources/sources.service.ts'
import { createArchiveService } from './uploads/archives.service.ts'
import { createInboxUploadService } from './uploads/inbox-uploads.service.ts'
import type { PageDrawer } from '../inspection/page-drawer.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { RateLimit, RateLimiter } from '../rate-limits/rate-limits.service.ts'
import type { ReportTypeService } from '../report-types/report-types.service.ts'
import type { PublishingService } from '../reports/publishing/publishing.service.ts'
import type { FlagCritical } from '../reports/release/unreleased.service.ts'
import type { AmendmentService } from '../reports/versions/amendment.service.ts'
import type { StatedVisitService } from '../visits/stated-visit.service.ts'

const INBOX_UPLOAD_LIMIT = { perAccount: 2_000, perAddress: 10_000, windowMinutes: 60 } as const
const INBOX_TRIAL_LIMIT = { perAccount: 60, perAddress: 120, windowMinutes: 10 } as const

export const createInboxServices = (dependencies: {
  database: Database
  storage: FileStorage
  drawer: PageDrawer
  orphans: OrphanedUploadService
  files: ReportFileService
  tryFile: TryFile
  quota: UploadQuotaService
  labs: LabService
  statedVisits: StatedVisitService
  flagCritical: FlagCritical
  flagBySender: CriticalService['flagBySender']
  isReleaseNeeded: (tx: Queryable, report: { patientId: number; reportTypeId: number }) => Promise<boolean>
  reportTypes: Pick<ReportTypeService, 'list'>
  publishing: PublishingService
  amendments: AmendmentService
  activity: ActivityService
  rateLimiter: (name: string, limit: RateLimit) => RateLimiter
  uploadLimitMb: () => Promise<number>
  inboxRoot: string | undefined
  hl7Port: number | undefined
  metrics: Metrics
  clock: Clock
  onMessageFailure: (error: unknown) => void
  onPublishFailure: (error: unknown) => void
}) => {
  const { quota, rateLimiter, metrics, inboxRoot: root } = dependencies
  const match = createMatcher(dependencies)
  const parts = { ...dependencies, match, root }
  const rematching = createRematchingService(parts)
  const inboxPublishing = createInboxPublishingService({ ...parts, rematching })
  const itemTypes = createItemTypeService(parts)
  const requireSpace = (bytes: number) => quota.requireSpace(bytes)
  const intake = createIntake({ ...parts, requireSpace, addToReport: createReportAdditions(parts) })
  const uploadIntake = measureIntake(intake, 'upload', metrics)
  return {
    intake,
    hl7Messages: createHl7Messages({
      ...parts,
      intake: measureIntake(intake, 'hl7', metrics),
      onFailure: dependencies.onMessageFailure,
    }),
    rematching,
    inboxPublishing,
    itemTypes,
    inboxItems: createInboxItemService({ ...parts, rematching, itemTypes }),
    inboxFiles: createInboxFileService(parts),
    inboxUploads: createInboxUploadService({
      ...parts,
      intake: uploadIntake,
      archives: createArchiveService({ ...parts, intake: uploadIntake, requireSpace }),
      rateLimiter: rateLimiter('inbox-upload', INBOX_UPLOAD_LIMIT),
    }),
    inboxSettings: createInboxSettingsService({
      ...parts,
      trialLimiter: rateLimiter('inbox-rules', INBOX_TRIAL_LIMIT),
    }),
    inboxSources: createInboxSourceService(parts),
    automaticPublishing: createAutomaticPublishing({ ...parts, rematching, inboxPublishing }),
  }
}
