import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const API = 'http://localhost:8080'

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
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': API, '/healthz': API, '/readyz': API },
  },
})
