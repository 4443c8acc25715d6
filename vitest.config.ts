import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'apps/api/vitest.unit.config.ts'],
    // One more than cores, because tests often wait.
    maxWorkers: availableParallelism() + 1,
  },
})
