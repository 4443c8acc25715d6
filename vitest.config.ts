import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './apps/api/src/testing/longest-first.ts'

// For every project: two more than cores, because tests often wait.
process.env.VITEST_MAX_WORKERS ??= String(availableParallelism() + 2)

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'apps/api/vitest.unit.config.ts'],
    sequence: { sequencer: LongestFirst },
  },
})
