import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { FileStorage } from './platform/file-storage/file-storage.ts'
import type { Mailer } from './platform/mailer.ts'
import { createActivityService } from './modules/activity/activity.service.ts'
import { createPasswordResetService } from './modules/auth/password-reset.service.ts'
import { createSessionService } from './modules/auth/sessions.service.ts'
import { createDashboardService } from './modules/dashboard/dashboard.service.ts'
import { createLabService } from './modules/labs/labs.service.ts'
import { createPatientService } from './modules/patients/patients.service.ts'
import { createReportTypeService } from './modules/report-types/report-types.service.ts'
import { createPublishingService } from './modules/reports/publishing.service.ts'
import { createReportFileService } from './modules/reports/report-files.service.ts'
import { createReportReadingService } from './modules/reports/report-reading.service.ts'
import { createSettingsService } from './modules/settings/settings.service.ts'
import { createUserService } from './modules/users/users.service.ts'

export interface Platform {
  database: Database
  storage: FileStorage
  mailer: Mailer
  clock: Clock
  appUrl: string
  timeZone: string
}

/** Every service of the product, each given what it needs. */
export const createServices = (platform: Platform) => {
  const { database, storage, mailer, clock, appUrl, timeZone } = platform
  const reports = createReportReadingService({ database })
  const reportTypes = createReportTypeService({ database })
  const files = createReportFileService({ database, storage })
  const patients = createPatientService({ database, clock, timeZone, reports })
  return {
    sessions: createSessionService({ database }),
    passwordResets: createPasswordResetService({ database, mailer, appUrl }),
    users: createUserService({ database }),
    labs: createLabService({ database }),
    patients,
    reports,
    reportTypes,
    files,
    publishing: createPublishingService({ database, patients, reportTypes, files, reading: reports }),
    dashboard: createDashboardService({ database, timeZone, patients, reports }),
    activity: createActivityService({ database }),
    settings: createSettingsService({ database }),
  }
}
export type Services = ReturnType<typeof createServices>
