import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'contract',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    isolate: false,
    // Hundreds of random numbers are tried, perhaps beside other work.
    testTimeout: 30_000,
  },
})
