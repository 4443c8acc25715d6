import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { FilePorts } from '../files/files.module.ts'
import type { PageImageService } from '../files/page-images/page-images.service.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { createVerificationCodes } from './verification-codes.service.ts'
import {
  verificationPageRoutes,
  verificationRoutes,
  type VerificationPorts,
} from './verification-pages.routes.ts'
import { createVerificationService } from './verification.service.ts'
import { createViewingPassService } from './viewing-passes.service.ts'

export const verificationModule = (
  given: Context &
    FilePorts &
    VerificationPorts & {
      files: ReportFileService
      pageImages: PageImageService
      reports: ReportService
      settings: SettingsService
    },
) => {
  const codes = createVerificationCodes(given)
  const context = { ...given, codes }
  const verification = createVerificationService(context)
  const viewingPasses = createViewingPassService(context)
  return defineModule({
    services: { codes, verification, viewingPasses },
    async routes(app) {
      verificationRoutes(app, { verification })
      await verificationPageRoutes(app, { ...context, verification, viewingPasses })
    },
    jobs: {
      // The first run after an upgrade assigns codes to all older reports.
      'assign-verification-codes': { kind: 'upkeep', at: '57 * * * *', run: () => codes.assignMissing() },
      'remove-old-verifications': {
        kind: 'upkeep',
        at: '47 * * * *',
        async run() {
          await verification.removeOld()
          await viewingPasses.removeOld()
        },
      },
    },
  })
}
