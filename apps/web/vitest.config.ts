import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    // The files of a worker share their modules, which saves four fifths of the time.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Any zone but UTC: a birthday shifted by a zone must not go unnoticed.
    env: { TZ: 'America/Los_Angeles' },
  },
})
