import { defineConfig } from 'vitest/config'
import { VITEST_LIMITS } from '../../test-limits.ts'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'contract',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    isolate: false,
    ...VITEST_LIMITS,
  },
})
