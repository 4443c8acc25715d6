import type { Database } from '../../../platform/database/database.ts'
import type { LabService } from '../../labs/labs.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import { createLateReleaseService } from './late-releases.service.ts'
import { createReleaseSettingsService } from './release-settings.service.ts'
import { createReleaseService } from './release.service.ts'
import { createSuspensionService } from './suspension.service.ts'

type Deps = Omit<Parameters<typeof createReleaseService>[0], 'reportTypes'> &
  Parameters<typeof createLateReleaseService>[0] & {
    database: Database
    labs: LabService
    reportTypes: ReportTypeService
  }

export const createReleaseServices = (deps: Deps) => ({
  releaseSettings: createReleaseSettingsService(deps),
  releases: createReleaseService(deps),
  suspensions: createSuspensionService(deps),
  lateReleases: createLateReleaseService(deps),
})
