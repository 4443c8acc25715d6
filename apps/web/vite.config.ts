import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const API = 'http://localhost:8080'

/** What the landing page draws; kept apart from what only the signed-in area needs. */
const LANDING = [
  /components[\\/](ActionIcon|Button|Loader|Paper|Transition|UnstyledButton)[\\/]/,
  /src[\\/]features[\\/]landing[\\/](?!login)/,
  /src[\\/]routes[\\/]index\.tsx/,
  /src[\\/]ui[\\/](brand-mark|color-scheme|document-title)/,
]

export default defineConfig({
  plugins: [
    // Must come before react(), or the split routes lose fast refresh.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react(),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy allows no data: scripts, and 250 inlined flags would bloat the phone field's chunk.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 350,
    rolldownOptions: {
      output: {
        // Flags are named by their country alone: 250 hashes would be most of the phone field's chunk.
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((name) => name.includes('country-flag-icons'))
            ? 'flags/[name][extname]'
            : 'assets/[name]-[hash][extname]',
        // The bundler's own names of shared parts list every page that shares them.
        chunkFileNames: ({ name }) =>
          name.startsWith('shared') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js',
        // By itself the bundler would make a file of every icon that two pages share.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'landing', test: (id) => LANDING.some((part) => part.test(id)), priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': API, '/healthz': API, '/readyz': API },
  },
})
