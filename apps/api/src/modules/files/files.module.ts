import type { Caller } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { FileInspector } from '../inspection/file-inspector.ts'
import type { PageDrawer } from '../inspection/page-drawer.ts'
import { createUploadChecks } from '../inspection/upload-checks.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { createOrphanedUploadService } from './orphans/orphaned-uploads.service.ts'
import { createPageImageService } from './page-images/page-images.service.ts'
import { createLateSha1 } from './late-sha1.ts'
import type { ShownFiles } from './readable-file.ts'
import { reportFileRoutes } from './report-files.routes.ts'
import { createReportFileService } from './report-files.service.ts'
import { measureUploads, reasonOf } from './upload/upload-metrics.ts'
import {
  createUploadQuotaService,
  DEFAULT_UPLOAD_QUOTA,
  type UploadQuota,
} from './upload/upload-quota.service.ts'

/** Implemented by later modules. */
export interface FilePorts {
  stampedFiles: ShownFiles
}

export const filesModule = (
  context: Context &
    FilePorts & {
      inspector: FileInspector
      drawer: PageDrawer
      uploadQuota?: Partial<UploadQuota> | undefined
      activity: ActivityService
      settings: SettingsService
    },
) => {
  const { metrics, uploadQuota } = context
  const orphans = createOrphanedUploadService(context)
  const quota = createUploadQuotaService({ ...context, quota: { ...DEFAULT_UPLOAD_QUOTA, ...uploadQuota } })
  const checks = createUploadChecks(context)
  const files = measureUploads(createReportFileService({ ...context, orphans, checks }), (outcome) =>
    metrics.uploads.inc({ outcome }),
  )
  const pageImages = createPageImageService({ ...context, orphans })
  const uploadGate = {
    /** Called before the content of each upload arrives. */
    reserve: (caller: Caller, sizeBytes: number) =>
      quota.reserve(caller, sizeBytes).catch((error: unknown) => {
        metrics.uploads.inc({ outcome: reasonOf(error) })
        throw error
      }),
  }
  return defineModule({
    services: { orphans, quota, uploadGate, files, pageImages, sha1Of: createLateSha1(context) },
    routes: (app) => reportFileRoutes(app, { ...context, files, pageImages }),
    jobs: {
      'remove-leftover-files': {
        kind: 'upkeep',
        at: '7 * * * *',
        async run() {
          await pageImages.removeUnused()
          await files.removeLeftovers()
        },
      },
    },
  })
}
