import { configDefaults, defineConfig } from 'vitest/config'

/** About the embedded server itself, which an external one does not replace, or with servers of their own. */
const EMBEDDED_ONLY = [
  'src/platform/embedded-postgres/**',
  'src/server.test.ts',
  'src/server-stopping.test.ts',
  'src/testing/crash/**',
]

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'api',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.TEST_DATABASE_URL ? EMBEDDED_ONLY : [])],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    maxWorkers: 2,
  },
})
