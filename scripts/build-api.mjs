import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'

const API = path.join(REPOSITORY, 'apps/api')

/**
 * Bundles the API into `apps/api/dist/server.js` with its worker threads. npm packages stay external; the packages of
 * this repository are bundled, since they exist as TypeScript only. `apps/api/migrations` is read at run time.
 */
export const buildApi = async () => {
  rmSync(path.join(API, 'dist'), { recursive: true, force: true })
  await build({
    // Worker threads start from separate files.
    entryPoints: {
      server: path.join(API, 'src/server.ts'),
      'audit-verify': path.join(API, 'src/cli/audit-verify.ts'),
      'verify-data': path.join(API, 'src/cli/verify-data.ts'),
      backup: path.join(API, 'src/cli/backup.ts'),
      'replace-key': path.join(API, 'src/cli/replace-key.ts'),
      restore: path.join(API, 'src/cli/restore.ts'),
      'reading.worker': path.join(API, 'src/modules/patients/import/reading/reading.worker.ts'),
      'inspection.worker': path.join(API, 'src/modules/inspection/inspection.worker.ts'),
      'stamping.worker': path.join(API, 'src/modules/stamping/stamping.worker.ts'),
    },
    outdir: path.join(API, 'dist'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: {
      '@zelab/contract': path.join(REPOSITORY, 'packages/contract/src'),
      '@zelab/embedded-postgres': path.join(REPOSITORY, 'packages/embedded-postgres/src'),
    },
    sourcemap: true,
    logLevel: 'warning',
  })
}
