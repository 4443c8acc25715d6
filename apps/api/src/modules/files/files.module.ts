import type { Caller } from '../../core/caller.ts'
import type { TryFile } from '../../core/file-tries.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/file-storage/file-storage.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { VirusScanner } from '../../platform/virus-scanner.ts'
import { createOrphanedUploadService } from './orphans/orphaned-uploads.service.ts'
import { createPageImageService } from './page-images/page-images.service.ts'
import { createReportFileService } from './report-files.service.ts'
import { measureUploads, reasonOf } from './upload/upload-metrics.ts'
import {
  createUploadQuotaService,
  DEFAULT_UPLOAD_QUOTA,
  type UploadQuota,
} from './upload/upload-quota.service.ts'
import type { FileInspector } from '../inspection/file-inspector.ts'
import type { PageDrawer } from '../inspection/page-drawer.ts'
import { createUploadChecks } from '../inspection/upload-checks.ts'

export const createFileServices = ({
  database,
  storage,
  inspector,
  drawer,
  scanner,
  metrics,
  uploadQuota,
  onScannerFailure,
  tryFile,
}: {
  database: Database
  storage: FileStorage
  inspector: FileInspector
  drawer: PageDrawer
  scanner: VirusScanner | undefined
  metrics: Metrics
  uploadQuota: Partial<UploadQuota> | undefined
  onScannerFailure: (error: unknown) => void
  tryFile: TryFile
}) => {
  const orphans = createOrphanedUploadService({ database, storage })
  const quota = createUploadQuotaService({
    database,
    storage,
    quota: { ...DEFAULT_UPLOAD_QUOTA, ...uploadQuota },
  })
  const checks = createUploadChecks({ inspector, scanner, onScannerFailure })
  const files = measureUploads(
    createReportFileService({ database, storage, orphans, checks, tryFile }),
    (outcome) => metrics.uploads.inc({ outcome }),
  )
  const pageImages = createPageImageService({ database, storage, orphans, drawer })
  const uploadGate = {
    /** Called before the content of each upload arrives. */
    reserve: (caller: Caller, sizeBytes: number) =>
      quota.reserve(caller, sizeBytes).catch((error: unknown) => {
        metrics.uploads.inc({ outcome: reasonOf(error) })
        throw error
      }),
  }
  return { orphans, quota, uploadGate, files, drawer, pageImages }
}
