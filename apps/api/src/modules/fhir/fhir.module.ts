import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { ShownFiles } from '../files/readable-file.ts'
import type { LateSha1 } from '../files/late-sha1.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { createFhirSearchService } from './fhir-search.service.ts'
import { fhirRoutes } from './fhir.routes.ts'
import { createFhirMapping } from './records/fhir-mapping.ts'

export const fhirModule = (
  context: Context & {
    activity: ActivityService
    files: ReportFileService
    sha1Of: LateSha1
    stampedFiles: ShownFiles
    settings: SettingsService
  },
) => {
  const fhir = { ...context, mapping: createFhirMapping(context.publicUrl) }
  const searches = createFhirSearchService(fhir)
  return defineModule({ services: {}, routes: (app) => fhirRoutes(app, { ...fhir, searches }) })
}
