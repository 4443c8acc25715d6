import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'api-unit',
    environment: 'node',
    include: ['src/**/*.unit.test.ts'],
    // Some start processes, which takes its time on a busy machine.
    testTimeout: 60_000,
    retry: process.env.CI ? 1 : 0,
    pool: 'forks',
    isolate: false,
  },
})
