import { createFileTries } from './core/file-tries.ts'
import { createDeliveryServices } from './modules/deliveries/deliveries.module.ts'
import { enqueueSending } from './modules/deliveries/sending/send-job.ts'
import { createFileProcesses } from './start/file-processes.ts'
import { createFileServices } from './modules/files/files.module.ts'
import { createInboxServices } from './modules/inbox/inbox.module.ts'
import type { Platform } from './start/platform.ts'
import { createListReader } from './platform/database/list-reader.ts'
import {
  measureMailer,
  measureReplica,
  measureScanner,
  measureSmsGateway,
  measureStorage,
} from './platform/metrics/measured.ts'
import { createActivitySealService } from './modules/activity/activity-seal.service.ts'
import { createActivityService } from './modules/activity/activity.service.ts'
import { createAccountNoticeService } from './modules/auth/account-notices.service.ts'
import { createIdentityCheck } from './modules/auth/identity-check.service.ts'
import { createKnownDeviceService } from './modules/auth/known-devices.service.ts'
import { createPasswordChangeService } from './modules/auth/password-change.service.ts'
import {
  createPasswordResetService,
  PASSWORD_RESET_LIMIT,
  RESET_MAIL_LIMIT,
} from './modules/auth/password-reset.service.ts'
import { createSecondFactorCodes } from './modules/auth/second-factor-codes.service.ts'
import { createSecondFactorService, SECOND_FACTOR_SETUP_LIMIT } from './modules/auth/second-factor.service.ts'
import { createSessionCache } from './modules/auth/session-cache.ts'
import { createSessionService } from './modules/auth/sessions.service.ts'
import { createRateLimiter, type RateLimit } from './modules/rate-limits/rate-limits.service.ts'
import { createBackupChoice } from './modules/backups/backup-choice.service.ts'
import { createBackupService } from './modules/backups/backups.service.ts'
import { createMonitoringService } from './modules/monitoring/monitoring.service.ts'
import { createCriticalServices } from './modules/critical/critical.module.ts'
import { createDeliveryContextReader } from './modules/deliveries/sending/delivery-context.ts'
import { createDashboardWorkService } from './modules/dashboard/dashboard-work.service.ts'
import { createDashboardService } from './modules/dashboard/dashboard.service.ts'
import { createDailyTotalService } from './modules/insights/daily-totals.service.ts'
import { createInsightService } from './modules/insights/insights.service.ts'
import { createLabService } from './modules/labs/labs.service.ts'
import { createPatientDuplicateService } from './modules/patients/directory/patient-duplicates.service.ts'
import { createPatientMergeService } from './modules/patients/record/patient-merge.service.ts'
import { createPatientRecordService } from './modules/patients/record/patient-records.service.ts'
import { createPatientSearchService } from './modules/patients/directory/patient-search.service.ts'
import { createImportWorker } from './modules/patients/import/import-worker.ts'
import { createPatientImportService } from './modules/patients/import/patient-imports.service.ts'
import { createRetentionService } from './modules/patients/record/retention.service.ts'
import { createPatientService } from './modules/patients/directory/patients.service.ts'
import { createPatientExportService } from './modules/patients/export/patient-export.service.ts'
import { createReportPageService } from './modules/report-page/report-page.service.ts'
import { createReportTypeService } from './modules/report-types/report-types.service.ts'
import { createPatientMatchService } from './modules/reports/patient-match/patient-match.service.ts'
import { createPatientProposalService } from './modules/reports/patient-match/patient-proposal.service.ts'
import { createReportSearchService } from './modules/reports/search/report-search.service.ts'
import { createReportGroupService } from './modules/reports/list/report-groups.service.ts'
import { createReportService } from './modules/reports/list/reports.service.ts'
import { createReleaseWorklist } from './modules/reports/release/worklist.service.ts'
import { createReleaseServices } from './modules/reports/release/release.module.ts'
import { createPublishingServices } from './modules/reports/publishing/publishing.module.ts'
import { createIdempotencyService } from './modules/idempotency/idempotency.service.ts'
import { createSearchService } from './modules/search/search.service.ts'
import { createIntegrityService } from './modules/integrity/integrity.service.ts'
import { createLogoService } from './modules/settings/logo.service.ts'
import { createSetupChecklistService, TEST_MAIL_LIMIT } from './modules/settings/setup-checklist.service.ts'
import { createSettingsService } from './modules/settings/settings.service.ts'
import { createStaffService } from './modules/users/staff.service.ts'
import { createStampingServices } from './modules/stamping/stamping.module.ts'
import { createVerificationCodes } from './modules/verification/verification-codes.service.ts'
import { createVerificationServices } from './modules/verification/verification.module.ts'
import { createUserPreferenceService } from './modules/users/user-preferences.service.ts'
import { enqueueTargets } from './modules/visits/turnaround/turnaround.service.ts'
import { createVisitServices } from './modules/visits/visits.module.ts'
import { createUserService } from './modules/users/users.service.ts'

export const createServices = (platform: Platform) => {
  const { database, replica, notifications, metrics, clock, encryption, appUrl, publicUrl } = platform
  const reportFailure = (what: string) => (error: unknown) => platform.onBackgroundFailure(error, what)
  const rateLimiter = (name: string, limit: RateLimit | (() => Promise<RateLimit>)) =>
    createRateLimiter({ database, name, limit })

  const readList = createListReader({
    primary: database,
    replica,
    onRead: (source) => metrics.listReads.inc({ source }),
  })
  measureReplica(replica, metrics)
  const storage = measureStorage(platform.storage, metrics)
  const mailer = measureMailer(platform.mailer, metrics)
  const smsGateway = measureSmsGateway(platform.smsGateway, metrics)
  const scanner = platform.scanner && measureScanner(platform.scanner, metrics)
  const { inspector, drawer, stamper } = platform.fileProcesses ?? createFileProcesses()

  const settings = createSettingsService({
    database,
    notifications,
    timeZone: platform.timeZone,
    onTimeZoneChange: enqueueTargets,
  })
  const { timeZone, storedTimeZone, signInLimit } = settings
  const logo = createLogoService({ database, inspector, settings })
  const mail = { mailer, appUrl, brand: logo.mailBrand }
  const activity = createActivityService({
    database,
    readList,
    timeZone,
    onLost: (error, count) =>
      reportFailure(`${count} views could not be recorded in the activity log`)(error),
    viewLimits: platform.viewLimits,
  })
  const seals = createActivitySealService({
    database,
    encryption,
    headFile: platform.auditHeadFile,
    onBroken: reportFailure('the chain of seals is broken'),
    onHeadFailure: reportFailure('the head of the seals could not be written to AUDIT_HEAD_FILE'),
  })
  const setupChecklist = createSetupChecklistService({
    ...mail,
    database,
    rateLimiter: rateLimiter('test-mail', TEST_MAIL_LIMIT),
    onMailFailure: reportFailure('a test email could not be sent'),
  })

  const secondFactorCodes = createSecondFactorCodes({ database, clock, encryption })
  const devices = createKnownDeviceService({ database, encryption })
  const checkIdentity = createIdentityCheck({
    database,
    codes: secondFactorCodes,
    rateLimiter: rateLimiter('identity-check', signInLimit),
  })
  const sessions = createSessionService({
    database,
    devices,
    codes: secondFactorCodes,
    rateLimiter: rateLimiter('sign-in', signInLimit),
    sessionCache: createSessionCache(notifications),
    onAttempt: (outcome) => metrics.signIns.inc({ outcome }),
  })
  const secondFactor = createSecondFactorService({
    database,
    encryption,
    codes: secondFactorCodes,
    checkIdentity,
    rateLimiter: rateLimiter('second-factor-setup', SECOND_FACTOR_SETUP_LIMIT),
  })
  const passwordResets = createPasswordResetService({
    ...mail,
    database,
    devices,
    mailLimiter: rateLimiter('reset-mail', RESET_MAIL_LIMIT),
    linkLimiter: rateLimiter('password-reset', PASSWORD_RESET_LIMIT),
  })

  const tryFile = createFileTries(reportFailure('a file could not be processed'))
  const fileServices = createFileServices({
    tryFile,
    database,
    storage,
    inspector,
    drawer,
    scanner,
    metrics,
    uploadQuota: platform.uploadQuota,
    onScannerFailure: reportFailure('an upload could not be scanned'),
  })
  const { orphans, files, pageImages } = fileServices
  const labs = createLabService({ database })
  const codes = createVerificationCodes({ database, publicUrl })
  const stampingServices = createStampingServices({
    database,
    storage,
    clock,
    timeZone,
    inspector,
    drawer,
    orphans,
    codes,
    labs,
    activity,
    rateLimiter,
    stamper,
    seal: platform.seal,
    onFailure: reportFailure('the letterhead could not be put on a report'),
  })
  const { stampedFiles } = stampingServices
  const reports = createReportService({ database, readList, timeZone })
  const reportTypes = createReportTypeService({ database })
  const patients = createPatientService({
    database,
    readList,
    clock,
    timeZone,
    activity,
    listReports: (caller, patientId) => reports.listInPatient(caller, patientId),
    addVisit: (...visit) => visits.addIn(...visit),
  })
  const visitServices = createVisitServices({
    database,
    readList,
    clock,
    timeZone,
    storedTimeZone,
    labs,
    patients,
    enqueueSending,
  })
  const { visits, turnaround, statedVisits } = visitServices
  const patientImports = createPatientImportService({ database, activity })
  const backups = createBackupService({
    database,
    clock,
    choice: createBackupChoice({ database, proposed: platform.proposedBackups }),
  })
  const deliveryContext = createDeliveryContextReader({ clock, timeZone })
  const verificationServices = createVerificationServices({
    database,
    encryption,
    metrics,
    codes,
    rateLimiter,
    files,
    pageImages,
    reports,
    stampedFiles,
    today: deliveryContext.today,
  })
  const { assign: assignCode } = codes
  const releaseWorklist = createReleaseWorklist({ database })
  const { flags, services: criticalServices } = createCriticalServices({
    ...mail,
    database,
    readList,
    clock,
    timeZone,
    smsGateway,
    labs,
    reports,
    releaseWorklist,
    onFailure: reportFailure('a message about a critical result could not be sent'),
  })
  const { unreleased, publishing, amendments, reassignments } = createPublishingServices({
    database,
    patients,
    reportTypes,
    files,
    reports,
    visits,
    clock,
    assignCode,
    ...flags,
  })
  const dailyTotals = createDailyTotalService({ database, readList, timeZone })

  const inbox = createInboxServices({
    database,
    storage,
    ...fileServices,
    tryFile,
    labs,
    publishing,
    amendments,
    activity,
    rateLimiter,
    ...flags,
    statedVisits,
    reportTypes,
    isReleaseNeeded: unreleased.isNeededFor,
    uploadLimitMb: async () => (await settings.getGeneral()).uploadLimitMb,
    inboxRoot: platform.inboxRoot,
    hl7Port: platform.hl7Port,
    clock,
    metrics,
    onMessageFailure: reportFailure('an HL7 message could not be processed'),
    onPublishFailure: reportFailure('one of several items of the inbox could not be published'),
  })
  const releaseServices = createReleaseServices({
    worklist: releaseWorklist,
    ...mail,
    database,
    clock,
    labs,
    patients,
    reportTypes,
    files,
    publishing,
    amendments,
    ...flags,
    closeItem: (tx, item) => inbox.inboxPublishing.closeReleased(tx, item),
    onNoticeFailure: reportFailure('a message about the release of reports could not be sent'),
    onReleaseFailure: reportFailure('one of several reports could not be released'),
  })
  return {
    settings,
    logo,
    setupChecklist,
    activity,
    seals,
    sessions,
    secondFactor,
    passwordChanges: createPasswordChangeService({ database, checkIdentity, devices }),
    passwordResets,
    accountNotices: createAccountNoticeService({ ...mail, database }),
    users: createUserService({ database }),
    preferences: createUserPreferenceService({ database }),
    staff: createStaffService({ database, checkIdentity }),
    labs,
    patients,
    ...visitServices,
    ...criticalServices,
    patientRecords: createPatientRecordService({ database, clock, timeZone, patients }),
    patientDuplicates: createPatientDuplicateService({ database }),
    patientMerges: createPatientMergeService({ database, patients }),
    patientExports: createPatientExportService({ database, clock, storage, patients, settings }),
    patientImports,
    importWorker: createImportWorker({
      database,
      clock,
      timeZone,
      onFailure: reportFailure('a patient import failed for good'),
    }),
    retention: createRetentionService({ database, timeZone, patients }),
    ...createDeliveryServices({
      ...mail,
      encryption,
      files,
      pageImages,
      stampedFiles,
      viewingPasses: verificationServices.viewingPasses,
      codeOf: (version) => codes.codeOf(version),
      smsGateway,
      smsReceiptSecret: platform.smsReceiptSecret,
      deliveryContext,
      database,
      clock,
      timeZone,
      publicUrl,
      rateLimiter,
      activity,
      labs,
      patients,
      onMailFailure: reportFailure('a message to a patient could not be sent'),
      onResendFailure: reportFailure('one of several messages could not be sent again'),
    }),
    files,
    uploadGate: fileServices.uploadGate,
    pageImages,
    reports,
    reportPage: createReportPageService({ database, reports, activity }),
    reportTypes,
    patientMatches: createPatientMatchService({ database, files }),
    patientProposals: createPatientProposalService({ database }),
    publishing,
    amendments,
    ...inbox,
    reassignments,
    releaseWorklist,
    ...releaseServices,
    search: createSearchService({
      patients: createPatientSearchService({ database, readList, pageSettings: settings.pageSettings }),
      reports: createReportSearchService({ database, readList }),
      activity,
    }),
    dashboard: createDashboardService({ database, timeZone, dailyTotals, patients, reports }),
    dashboardWork: createDashboardWorkService({
      clock,
      timeZone,
      activity,
      backups,
      groups: createReportGroupService({ database, timeZone }),
    }),
    ...verificationServices,
    ...stampingServices,
    dailyTotals,
    insights: createInsightService({ database, readList, clock, timeZone, dailyTotals, turnaround }),
    integrity: createIntegrityService({ database, storage, seals, orphans }),
    idempotency: createIdempotencyService({ database }),
    backups,
    monitoring: createMonitoringService({
      database,
      storage,
      metrics,
      build: platform.build,
      sessions,
      patientImports,
      inboxSources: inbox.inboxSources,
      releases: releaseServices.lateReleases,
      critical: criticalServices.escalation,
      seals,
      activity,
      backups,
    }),
  }
}
export type Services = ReturnType<typeof createServices>
