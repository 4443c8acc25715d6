import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { VITEST_LIMITS } from '../../test-limits.ts'

const hasExternalDatabase = Boolean(process.env.TEST_DATABASE_URL)

/** The tests that need a database server, or take too long for a unit test. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'api',
    environment: 'node',
    include: ['src/**/*.test.ts', '../../reliability/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      '**/*.unit.test.ts',
      // Of the long tests, those that depend on the database repeat on another one.
      ...(hasExternalDatabase ? ['**/!(*.postgres).release.test.ts'] : []),
    ],
    globalSetup: ['src/testing/global-setup.ts'],
    env: { BUILT_PROGRAMS: path.join(import.meta.dirname, 'dist') },
    setupFiles: ['src/testing/check-rows.setup.ts'],
    ...VITEST_LIMITS,
    // As for the browser tests: a second try, which the output names, keeps one late answer from stopping a release.
    retry: process.env.CI ? 1 : 0,
    // The files of a worker share the application's modules: importing them again for each file took a quarter of the
    // time. A test that mocks a module imports the application again (sign-in-races.test.ts).
    pool: 'forks',
    isolate: false,
    // The run on PostgreSQL 15 finds the modules that the run before it has transformed.
    experimental: { fsModuleCache: true },
  },
})
