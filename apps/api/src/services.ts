import {
  PASSWORD_RESET_LIMIT,
  RESET_MAIL_LIMIT,
  SECOND_FACTOR_SETUP_LIMIT,
  TEST_MAIL_LIMIT,
} from '@zelab/contract'
import type { Clock } from './platform/clock.ts'
import type { NotificationListener } from './platform/notifications.ts'
import type { Database } from './platform/database/database.ts'
import { createListReader } from './platform/database/list-reader.ts'
import type { Replica } from './platform/database/replica.ts'
import type { FileStorage } from './platform/file-storage/file-storage.ts'
import type { Mailer } from './platform/mailer.ts'
import { measureMailer } from './platform/metrics/measured-mailer.ts'
import { measureReplica } from './platform/metrics/measured-replica.ts'
import { measureScanner } from './platform/metrics/measured-scanner.ts'
import { measureStorage } from './platform/metrics/measured-storage.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Encryption } from './platform/encryption.ts'
import type { VirusScanner } from './platform/virus-scanner/virus-scanner.ts'
import { createActivitySealService } from './modules/activity/activity-seal.service.ts'
import type { ViewLimits } from './modules/activity/view-recorder.ts'
import { appendHead } from './modules/activity/chain-heads.ts'
import { createActivityService } from './modules/activity/activity.service.ts'
import { createAccountNoticeService } from './modules/auth/account-notices.service.ts'
import { createIdentityCheck } from './modules/auth/identity-check.service.ts'
import { createKnownDeviceService } from './modules/auth/known-devices.service.ts'
import { createPasswordChangeService } from './modules/auth/password-change.service.ts'
import { createPasswordResetService } from './modules/auth/password-reset.service.ts'
import { createSecondFactorCodes } from './modules/auth/second-factor-codes.service.ts'
import { createSecondFactorService } from './modules/auth/second-factor.service.ts'
import { createSessionCache } from './modules/auth/session-cache.ts'
import { createSessionService } from './modules/auth/sessions.service.ts'
import { createRateLimiter } from './modules/rate-limits/rate-limits.service.ts'
import { createBackupService } from './modules/backups/backups.service.ts'
import { createMonitoringService } from './modules/monitoring/monitoring.service.ts'
import { createDashboardService } from './modules/dashboard/dashboard.service.ts'
import { createDailyTotalService } from './modules/insights/daily-totals.service.ts'
import { createInsightService } from './modules/insights/insights.service.ts'
import { createLabService } from './modules/labs/labs.service.ts'
import { createPatientDuplicateService } from './modules/patients/duplicates/patient-duplicates.service.ts'
import { createPatientMergeService } from './modules/patients/merge/patient-merge.service.ts'
import { createPatientRecordService } from './modules/patients/records/patient-records.service.ts'
import { createPatientSearchService } from './modules/patients/search/patient-search.service.ts'
import { createImportWorker } from './modules/patients/import/import-worker.ts'
import { createPatientImportService } from './modules/patients/import/patient-imports.service.ts'
import { createRetentionService } from './modules/patients/retention/retention.service.ts'
import { createPatientService } from './modules/patients/registry/patients.service.ts'
import { createPatientExportService } from './modules/patients/export/patient-export.service.ts'
import { createReportTypeService } from './modules/report-types/report-types.service.ts'
import { createPatientMatchService } from './modules/reports/patient-match/patient-match.service.ts'
import { createFileInspector } from './modules/inspection/file-inspector.ts'
import { createAmendmentService } from './modules/reports/versions/amendment.service.ts'
import { createPublishingService } from './modules/reports/publishing/publishing.service.ts'
import { measureUploads } from './modules/files/upload/upload-metrics.ts'
import { createReportFileService } from './modules/files/report-files.service.ts'
import { createReportSearchService } from './modules/reports/search/report-search.service.ts'
import { createReportService } from './modules/reports/list/reports.service.ts'
import { createReassignmentService } from './modules/reports/publishing/reassignment.service.ts'
import { createOrphanedUploadService } from './modules/files/orphans/orphaned-uploads.service.ts'
import { createUploadChecks } from './modules/inspection/upload-checks.ts'
import { createIdempotencyService } from './modules/idempotency/idempotency.service.ts'
import {
  createUploadQuotaService,
  DEFAULT_UPLOAD_QUOTA,
  type UploadQuota,
} from './modules/files/upload/upload-quota.service.ts'
import { createSearchService } from './modules/search/search.service.ts'
import { createIntegrityService } from './modules/integrity/integrity.service.ts'
import { createLogoService } from './modules/settings/logo.service.ts'
import { createSetupChecklistService } from './modules/settings/setup-checklist.service.ts'
import { createSettingsService } from './modules/settings/settings.service.ts'
import { createStaffService } from './modules/users/staff.service.ts'
import { createUserService } from './modules/users/users.service.ts'

export interface Platform {
  database: Database
  /** Lists are read there when it has what they need. */
  replica?: Replica | undefined
  /** Without one nothing is remembered that another process could change. */
  changes?: Pick<NotificationListener, 'listen'> | undefined
  storage: FileStorage
  /** Looks into every upload, where one is set up. */
  scanner?: VirusScanner | undefined
  mailer: Mailer
  metrics: Metrics
  clock: Clock
  encryption: Encryption
  appUrl: string
  /** Where it differs from the default one. */
  uploadQuota?: Partial<UploadQuota> | undefined
  /** Until a setting says otherwise. */
  timeZone: string
  /** Other bounds on views that cannot be recorded; tests wait less. */
  viewLimits?: Partial<ViewLimits> | undefined
  /** Where heads of the chain of seals are kept outside of the database. */
  auditHeadFile?: string | undefined
  /** Which program this is. */
  build: Record<string, string>
  /** Told of failures that no request waits for. */
  onBackgroundFailure: (error: unknown, what: string) => void
}

/** Every service of the product, each given what it needs. */
export const createServices = (platform: Platform) => {
  const { database, metrics, clock, encryption, appUrl } = platform
  const readList = createListReader({
    primary: database,
    replica: platform.replica,
    onRead: (source) => metrics.listReads.inc({ source }),
  })
  measureReplica(platform.replica, metrics)
  const storage = measureStorage(platform.storage, metrics)
  const mailer = measureMailer(platform.mailer, metrics)
  const scanner = platform.scanner && measureScanner(platform.scanner, metrics)
  const settings = createSettingsService({
    database,
    changes: platform.changes,
    timeZone: platform.timeZone,
  })
  const { timeZone } = settings
  const inspector = createFileInspector()
  const logo = createLogoService({ database, inspector, settings })
  const activity = createActivityService({
    database,
    readList,
    timeZone,
    onLost: (error, count) =>
      platform.onBackgroundFailure(error, `${count} views did not get into the activity log`),
    viewLimits: platform.viewLimits,
  })
  const codes = createSecondFactorCodes({ database, clock, encryption })
  const checkIdentity = createIdentityCheck({
    database,
    codes,
    rateLimiter: createRateLimiter({ database, name: 'identity-check', limit: settings.signInLimit }),
  })
  const secondFactor = createSecondFactorService({
    database,
    encryption,
    codes,
    checkIdentity,
    rateLimiter: createRateLimiter({
      database,
      name: 'second-factor-setup',
      limit: () => Promise.resolve(SECOND_FACTOR_SETUP_LIMIT),
    }),
  })
  const devices = createKnownDeviceService({ database, encryption })
  const memory = createSessionCache(platform.changes)
  const signInRateLimiter = createRateLimiter({ database, name: 'sign-in', limit: settings.signInLimit })
  const resetRateLimiter = createRateLimiter({
    database,
    name: 'reset-mail',
    limit: () => Promise.resolve(RESET_MAIL_LIMIT),
  })
  const resetTryRateLimiter = createRateLimiter({
    database,
    name: 'password-reset',
    limit: () => Promise.resolve(PASSWORD_RESET_LIMIT),
  })
  const setupChecklist = createSetupChecklistService({
    database,
    mailer,
    appUrl,
    brand: logo.mailBrand,
    rateLimiter: createRateLimiter({
      database,
      name: 'test-mail',
      limit: () => Promise.resolve(TEST_MAIL_LIMIT),
    }),
    onMailFailure: (error) => platform.onBackgroundFailure(error, 'a test mail was not taken'),
  })
  const reports = createReportService({ database, readList, activity })
  const reportTypes = createReportTypeService({ database })
  const checks = createUploadChecks({
    inspector,
    scanner,
    onScannerFailure: (error) => platform.onBackgroundFailure(error, 'an upload could not be scanned'),
  })
  const orphans = createOrphanedUploadService({ database, storage })
  const quota = createUploadQuotaService({
    database,
    storage,
    quota: { ...DEFAULT_UPLOAD_QUOTA, ...platform.uploadQuota },
  })
  const files = measureUploads(
    createReportFileService({ database, storage, checks, orphans, quota }),
    (outcome) => metrics.uploads.inc({ outcome }),
  )
  const patients = createPatientService({
    database,
    readList,
    clock,
    timeZone,
    listReports: (caller, patientId) => reports.listInPatient(caller, patientId),
    activity,
  })
  const sessions = createSessionService({
    database,
    devices,
    rateLimiter: signInRateLimiter,
    codes,
    memory,
    onAttempt: (outcome) => metrics.signIns.inc({ outcome }),
  })
  const patientImports = createPatientImportService({ database, activity })
  const backups = createBackupService({ database, clock })
  const dailyTotals = createDailyTotalService({ database, readList, timeZone })
  const { auditHeadFile } = platform
  const seals = createActivitySealService({
    database,
    encryption,
    onBroken: (error) => platform.onBackgroundFailure(error, 'the chain of seals is broken'),
    ...(auditHeadFile && {
      onSealed: (head) =>
        appendHead(auditHeadFile, head).catch((error: unknown) =>
          platform.onBackgroundFailure(
            error,
            'the head of the seals could not be written to AUDIT_HEAD_FILE',
          ),
        ),
    }),
  })
  return {
    sessions,
    secondFactor,
    passwordChanges: createPasswordChangeService({ database, checkIdentity, devices }),
    passwordResets: createPasswordResetService({
      database,
      mailer,
      appUrl,
      rateLimiter: resetRateLimiter,
      tryRateLimiter: resetTryRateLimiter,
      devices,
      brand: logo.mailBrand,
    }),
    accountNotices: createAccountNoticeService({ database, mailer, appUrl, brand: logo.mailBrand }),
    users: createUserService({ database }),
    staff: createStaffService({ database, checkIdentity }),
    labs: createLabService({ database }),
    patients,
    patientRecords: createPatientRecordService({ database, clock, timeZone, patients }),
    patientDuplicates: createPatientDuplicateService({ database }),
    patientMerges: createPatientMergeService({ database, patients }),
    patientExports: createPatientExportService({ database, clock, storage, patients, settings }),
    retention: createRetentionService({ database, timeZone, patients }),
    patientImports,
    importWorker: createImportWorker({
      database,
      clock,
      timeZone,
      onFailure: (error) => platform.onBackgroundFailure(error, 'an import of patients was given up'),
    }),
    reports,
    reportTypes,
    files,
    patientMatches: createPatientMatchService({ database, files }),
    publishing: createPublishingService({ database, patients, reportTypes, files, reports }),
    amendments: createAmendmentService({ database, reportTypes, files, reports }),
    reassignments: createReassignmentService({ database, patients, files, reports }),
    dashboard: createDashboardService({ database, timeZone, patients, reports }),
    dailyTotals,
    insights: createInsightService({ database, readList, clock, timeZone, volumes: dailyTotals }),
    activity,
    search: createSearchService({
      patients: createPatientSearchService({ database, readList }),
      reports: createReportSearchService({ database, readList }),
      activity,
    }),
    seals,
    integrity: createIntegrityService({ database, storage, seals, orphans }),
    monitoring: createMonitoringService({
      database,
      metrics,
      build: platform.build,
      sessions,
      imports: patientImports,
      seals,
      activity,
      backups,
    }),
    settings,
    idempotency: createIdempotencyService({ database }),
    logo,
    setupChecklist,
    backups,
  }
}
export type Services = ReturnType<typeof createServices>
