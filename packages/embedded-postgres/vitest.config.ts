import { defineConfig } from 'vitest/config'
import { VITEST_LIMITS } from '../../test-limits.ts'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'embedded-postgres',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    ...VITEST_LIMITS,
    pool: 'forks',
    isolate: false,
  },
})
