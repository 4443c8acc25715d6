import type { Database } from '../../../platform/database/database.ts'
import type { LabService } from '../../labs/labs.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import { createLateReleaseService } from './late-releases.service.ts'
import { createReturnedNoticeService } from './returned-notices.service.ts'
import { createReturnService } from './returns.service.ts'
import { createReleaseSettingsService } from './release-settings.service.ts'
import { createReleaseService } from './release.service.ts'
import { createSuspensionService } from './suspension.service.ts'

type Deps = Parameters<typeof createReleaseService>[0] &
  Omit<Parameters<typeof createReturnService>[0], 'returnedNotices'> &
  Parameters<typeof createLateReleaseService>[0] & {
    database: Database
    labs: LabService
    reportTypes: ReportTypeService
  }

export const createReleaseServices = (deps: Deps) => {
  const returnedNotices = createReturnedNoticeService(deps)
  return {
    releaseSettings: createReleaseSettingsService(deps),
    releases: createReleaseService(deps),
    suspensions: createSuspensionService(deps),
    lateReleases: createLateReleaseService(deps),
    returnedNotices,
    returns: createReturnService({ ...deps, returnedNotices }),
  }
}
