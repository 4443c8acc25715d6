import { defineConfig } from 'vitest/config'
import { VITEST_LIMITS } from '../../test-limits.ts'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'api-unit',
    environment: 'node',
    include: ['src/**/*.unit.test.ts'],
    ...VITEST_LIMITS,
    retry: process.env.CI ? 1 : 0,
    pool: 'forks',
    isolate: false,
  },
})
