import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const API = 'http://localhost:8080'

/** What the landing page draws; kept apart from what only the signed-in area needs. */
const LANDING = [
  /@mantine[\\/]core[\\/].*components[\\/](ActionIcon|Button|Loader|Paper|Transition|UnstyledButton)[\\/]/,
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
        // By itself the bundler would make a file of every icon that two pages share. One group for each layer of the
        // house: a lower one never imports a higher one, so that no two files need each other to start.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 5 },
            { name: 'landing', test: (id) => LANDING.some((part) => part.test(id)), priority: 4 },
            { name: 'components', test: /node_modules[\\/]@mantine/, minShareCount: 2, priority: 3 },
            { name: 'icons', test: /node_modules[\\/]@tabler/, minShareCount: 2, priority: 2 },
            { name: 'ui', test: /src[\\/](ui|lib)[\\/]/, minShareCount: 3, priority: 1 },
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
