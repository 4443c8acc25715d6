import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'

const API = path.join(REPOSITORY, 'apps/api')

const COMMON = {
  outdir: path.join(API, 'dist'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  alias: {
    '@zelab/contract': path.join(REPOSITORY, 'packages/contract/src'),
    '@zelab/embedded-postgres': path.join(REPOSITORY, 'packages/embedded-postgres/src'),
  },
  sourcemap: true,
  logLevel: 'warning',
}

/** npm packages stay external; packages of this repository are bundled, because they exist only as TypeScript. */
export const buildApi = async () => {
  rmSync(COMMON.outdir, { recursive: true, force: true })
  await build({
    ...COMMON,
    entryPoints: {
      server: path.join(API, 'src/server.ts'),
      'audit-verify': path.join(API, 'src/cli/audit-verify.ts'),
      'verify-data': path.join(API, 'src/cli/verify-data.ts'),
      backup: path.join(API, 'src/cli/backup.ts'),
      'sign-in-link': path.join(API, 'src/cli/sign-in-link.ts'),
      'replace-key': path.join(API, 'src/cli/replace-key.ts'),
      restore: path.join(API, 'src/cli/restore.ts'),
      'reading.worker': path.join(API, 'src/modules/patients/import/reading/reading.worker.ts'),
    },
    packages: 'external',
  })
  // These processes start often, and resolving hundreds of package files took half of the startup.
  await build({
    ...COMMON,
    entryPoints: {
      'inspection.worker': path.join(API, 'src/modules/inspection/inspection.worker.ts'),
      'stamping.worker': path.join(API, 'src/modules/stamping/stamping.worker.ts'),
    },
    // These packages read files relative to their code.
    external: ['@napi-rs/canvas', 'pdfjs-dist', 'zxing-wasm'],
    // For CommonJS packages that require built-in modules.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);",
    },
  })
}
