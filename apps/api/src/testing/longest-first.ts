import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The longest files of the project `api`, in the order in which they start, so that none runs alone at the end. Files that
 * mostly wait stand between those that use the CPU. Paths below `apps/api`.
 */
export const LONGEST_FIRST = [
  'src/testing/crash/crash.test.ts',
  'src/testing/cluster/cluster.test.ts',
  'src/http/extreme-values.test.ts',
  'src/testing/rolling-upgrade/rolling-upgrade.test.ts',
  'src/modules/patients/import/import-crash.test.ts',
  'src/platform/file-storage/s3-failures.test.ts',
  'src/http/fuzz.test.ts',
  'src/server.test.ts',
  'src/modules/stamping/report-stamper.test.ts',
  'src/testing/storage-nodes/storage-nodes.test.ts',
  'src/modules/patients/import/import-hostile.test.ts',
  'src/read-replica.test.ts',
  'src/server-guards.test.ts',
  'src/platform/jobs.test.ts',
  'src/upgrade.test.ts',
  'src/modules/backups/restore-refusals.test.ts',
  'src/http/refused-uploads.test.ts',
  'src/modules/patients/import/import-size.test.ts',
  'src/platform/file-storage/storage-promises.test.ts',
  'src/modules/inspection/page-drawer.test.ts',
  'src/modules/backups/hostile-archive.test.ts',
  'src/http/traffic-limits.test.ts',
  'src/modules/backups/restore-drill.test.ts',
  'src/modules/inspection/page-codes.test.ts',
  'src/modules/inspection/file-inspector.test.ts',
  'src/modules/inspection/inspection-queue.test.ts',
  'src/server-stopping.test.ts',
  'src/modules/reports/list/report-csv-limit.test.ts',
  'src/modules/deliveries/link/link-codes.test.ts',
  'src/modules/inspection/upload-inspection.test.ts',
  'src/modules/inbox/hl7/mllp-attacks.test.ts',
]

/** The other projects run before `api`: a worker imports the modules again when it changes to another project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project, moduleId }: TestSpecification) => {
      if (project.name !== 'api') return -1
      const place = LONGEST_FIRST.findIndex((file) => moduleId.endsWith(`/apps/api/${file}`))
      return place === -1 ? LONGEST_FIRST.length : place
    }
    const usual = await super.sort(files)
    return usual.sort((one, other) => placeOf(one) - placeOf(other))
  }
}
