import type { Database } from '../../../platform/database/database.ts'
import type { LabService } from '../../labs/labs.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import { createLateReleaseService } from './late-releases.service.ts'
import { createReleaseSettingsService } from './release-settings.service.ts'
import { createReleaseService } from './release.service.ts'
import { createSuspensionService } from './suspension.service.ts'
import { createReleaseWorklist } from './worklist.service.ts'

type Deps = Omit<Parameters<typeof createReleaseService>[0], 'worklist' | 'reportTypes'> &
  Parameters<typeof createLateReleaseService>[0] & {
    database: Database
    labs: LabService
    reportTypes: ReportTypeService
  }

export const createReleaseServices = (deps: Deps) => {
  const worklist = createReleaseWorklist(deps)
  return {
    releaseWorklist: worklist,
    releaseSettings: createReleaseSettingsService(deps),
    releases: createReleaseService({ ...deps, worklist }),
    suspensions: createSuspensionService({ ...deps, worklist }),
    lateReleases: createLateReleaseService(deps),
  }
}
