import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { VITEST_LIMITS } from '../../test-limits.ts'
import { apiAddressDefinition } from './vite-api-addresses.ts'

export default defineConfig({
  plugins: [react()],
  define: apiAddressDefinition,
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    // Sharing modules among the files of a worker saves four fifths of the time.
    isolate: false,
    ...VITEST_LIMITS,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Any zone but UTC, so that tests detect shifted dates.
    env: { TZ: 'America/Los_Angeles' },
  },
})
