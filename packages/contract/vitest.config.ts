import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: { name: 'contract', environment: 'node', include: ['src/**/*.test.ts'], isolate: false },
})
