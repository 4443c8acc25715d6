import { RESET_MAIL_LIMIT, SIGN_IN_LIMIT } from '@zelab/contract'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { FileStorage } from './platform/file-storage/file-storage.ts'
import type { Mailer } from './platform/mailer.ts'
import type { SecretBox } from './platform/secret-box.ts'
import type { VirusScanner } from './platform/virus-scanner/virus-scanner.ts'
import { createActivitySealService } from './modules/activity/activity-seal.service.ts'
import { createActivityService } from './modules/activity/activity.service.ts'
import { createPasswordChangeService } from './modules/auth/password-change.service.ts'
import { createPasswordResetService } from './modules/auth/password-reset.service.ts'
import { createSecondFactorService } from './modules/auth/second-factor.service.ts'
import { createSessionService } from './modules/auth/sessions.service.ts'
import { createThrottle } from './modules/auth/throttle.service.ts'
import { createDashboardService } from './modules/dashboard/dashboard.service.ts'
import { createLabService } from './modules/labs/labs.service.ts'
import { createPatientService } from './modules/patients/patients.service.ts'
import { createReportTypeService } from './modules/report-types/report-types.service.ts'
import { createFileCheckService } from './modules/reports/file-check.service.ts'
import { createPublishingService } from './modules/reports/publishing.service.ts'
import { createReportFileService } from './modules/reports/report-files.service.ts'
import { createReportReadingService } from './modules/reports/report-reading.service.ts'
import { createUploadChecks } from './modules/reports/upload-checks.ts'
import { createSettingsService } from './modules/settings/settings.service.ts'
import { createUserService } from './modules/users/users.service.ts'

export interface Platform {
  database: Database
  storage: FileStorage
  /** Looks into every upload, where one is set up. */
  scanner?: VirusScanner | undefined
  mailer: Mailer
  clock: Clock
  secretBox: SecretBox
  appUrl: string
  timeZone: string
  /** Told of failures that no request waits for. */
  onBackgroundFailure: (error: unknown, what: string) => void
}

/** Every service of the product, each given what it needs. */
export const createServices = (platform: Platform) => {
  const { database, storage, mailer, clock, secretBox, appUrl, timeZone } = platform
  const activity = createActivityService({
    database,
    timeZone,
    onLost: (error, count) =>
      platform.onBackgroundFailure(error, `${count} views did not get into the activity log`),
  })
  const secondFactor = createSecondFactorService({ database, clock, secretBox })
  const signInThrottle = createThrottle({ database, name: 'sign-in', limit: SIGN_IN_LIMIT })
  const resetThrottle = createThrottle({ database, name: 'reset-mail', limit: RESET_MAIL_LIMIT })
  const reports = createReportReadingService({ database, activity })
  const reportTypes = createReportTypeService({ database })
  const checks = createUploadChecks({
    scanner: platform.scanner,
    onScannerFailure: (error) => platform.onBackgroundFailure(error, 'an upload could not be scanned'),
  })
  const files = createReportFileService({ database, storage, checks })
  const patients = createPatientService({ database, clock, timeZone, reports, activity })
  return {
    sessions: createSessionService({ database, throttle: signInThrottle, secondFactor }),
    secondFactor,
    passwordChanges: createPasswordChangeService({ database }),
    passwordResets: createPasswordResetService({ database, mailer, appUrl, throttle: resetThrottle }),
    users: createUserService({ database }),
    labs: createLabService({ database }),
    patients,
    reports,
    reportTypes,
    files,
    fileChecks: createFileCheckService({ database }),
    publishing: createPublishingService({ database, patients, reportTypes, files, reading: reports }),
    dashboard: createDashboardService({ database, timeZone, patients, reports }),
    activity,
    seals: createActivitySealService({ database, secretBox }),
    settings: createSettingsService({ database }),
  }
}
export type Services = ReturnType<typeof createServices>
