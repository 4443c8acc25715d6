import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'contract',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    isolate: false,
    // Property tests take long on a busy machine.
    testTimeout: 30_000,
  },
})
