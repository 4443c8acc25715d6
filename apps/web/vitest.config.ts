import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { apiAddressDefinition } from './vite-api-addresses.ts'

export default defineConfig({
  plugins: [react()],
  define: apiAddressDefinition,
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    // The files of a worker share their modules, which saves four fifths of the time.
    isolate: false,
    // A whole form with its phone field is drawn again for each entry, perhaps beside other work.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Any zone but UTC: a birthday shifted by a zone must not go unnoticed.
    env: { TZ: 'America/Los_Angeles' },
  },
})
