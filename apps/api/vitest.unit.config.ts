import { defineConfig } from 'vitest/config'
import { UNIT_TESTS } from './src/testing/test-selection.ts'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'api-unit',
    environment: 'node',
    include: UNIT_TESTS,
    // Some start processes, which takes its time on a busy machine.
    testTimeout: 60_000,
    retry: process.env.CI ? 1 : 0,
    pool: 'forks',
    isolate: false,
  },
})
