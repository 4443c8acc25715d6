import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { OrphanedUploadService } from '../files/orphans/orphaned-uploads.service.ts'
import type { PageImageService } from '../files/page-images/page-images.service.ts'
import { DRAW_PAGE, type ReportFileService } from '../files/report-files.service.ts'
import type { FileInspector } from '../inspection/file-inspector.ts'
import type { PageDrawer } from '../inspection/page-drawer.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { VerificationCodes } from '../verification/verification-codes.service.ts'
import { createReportSealer } from './copies/report-sealer.ts'
import { createStampedFileService } from './copies/stamped-files.service.ts'
import { letterheadRoutes } from './letterheads/letterheads.routes.ts'
import { createLetterheadService } from './letterheads/letterheads.service.ts'
import { createPictureService } from './letterheads/pictures.service.ts'
import type { ReportStamper } from './report-stamper.ts'

export interface StampingPorts {
  onCopyMade: (fileName: string) => Promise<void>
}

export const stampingModule = (
  given: Context &
    StampingPorts & {
      inspector: FileInspector
      drawer: PageDrawer
      stamper: ReportStamper
      activity: ActivityService
      files: ReportFileService
      orphans: OrphanedUploadService
      pageImages: PageImageService
      labs: LabService
      codes: VerificationCodes
    },
) => {
  const { clock, seal: config, pageImages, onCopyMade } = given
  const context = { ...given, sealer: createReportSealer({ config, clock }) }
  const stampedFiles = createStampedFileService(context)
  const pictures = createPictureService(context)
  const letterheads = createLetterheadService(context)
  return defineModule({
    services: { stampedFiles, pictures, letterheads },
    routes: (app) => letterheadRoutes(app, { letterheads, pictures }),
    jobs: {
      [DRAW_PAGE]: {
        kind: 'files',
        run: async ({ fileName }: { fileName: string }) => {
          const shownName = await stampedFiles.makeInBackground(fileName)
          await onCopyMade(fileName)
          await pageImages.drawInBackground({ fileName: shownName })
        },
      },
    },
  })
}
