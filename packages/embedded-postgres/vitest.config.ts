import { defineConfig } from 'vitest/config'

/** Starting a server takes seconds on a busy machine. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'embedded-postgres',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    pool: 'forks',
    isolate: false,
  },
})
