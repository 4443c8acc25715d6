import { defineConfig } from 'vite'
import { apiAddressDefinition } from './vite-api-addresses.ts'
import { pdfData } from './vite-pdf-data.ts'
import { pseudoArabicTexts } from './vite-pseudo-arabic.ts'

/** Separate build (ADR 16): viewer and application share no script and do not affect each other's size. */
export default defineConfig(({ mode }) => ({
  plugins: [mode === 'pseudo-arabic' && pseudoArabicTexts(), pdfData()],
  define: apiAddressDefinition,
  build: {
    // The application's build copies it.
    copyPublicDir: false,
    target: 'es2022',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: 'viewer.html',
      output: {
        // `scripts/check-web-budget.mjs` excludes files with this name.
        entryFileNames: 'assets/pdf-viewer-[hash].js',
        chunkFileNames: 'assets/pdf-viewer-[name]-[hash].js',
        assetFileNames: 'assets/pdf-viewer-[name]-[hash][extname]',
      },
    },
  },
}))
