import { defineConfig } from 'vite'
import { apiAddressDefinition } from './vite-api-addresses.ts'
import { pdfData } from './vite-pdf-data.ts'

/**
 * The document in which a report's file is shown (ADR 16). It is built separately, beside the application: the two
 * share no script, so that neither makes the other heavier.
 */
export default defineConfig({
  plugins: [pdfData()],
  define: apiAddressDefinition,
  build: {
    // The application's build has laid it there.
    copyPublicDir: false,
    target: 'es2022',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: 'viewer.html',
      output: {
        // By this name `scripts/check-web-budget.mjs` leaves them out.
        entryFileNames: 'assets/pdf-viewer-[hash].js',
        chunkFileNames: 'assets/pdf-viewer-[name]-[hash].js',
        assetFileNames: 'assets/pdf-viewer-[name]-[hash][extname]',
      },
    },
  },
})
