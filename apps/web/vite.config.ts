import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { defineConfig } from 'vite'
import { apiAddressDefinition } from './vite-api-addresses.ts'
import { countryFlags } from './vite-country-flags.ts'
import { pdfData } from './vite-pdf-data.ts'
import { pseudoArabicTexts } from './vite-pseudo-arabic.ts'

const API = 'http://localhost:8080'

/** Shared by pages with forms and kept out of the shell, without schemas that one page uses. */
const FORMS =
  /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]|form-resolver|contract[\\/]src[\\/](zod|fields[\\/]fields|(?!.*(delegates|message-templates|inbox|integrations|providers|settings|turnaround)).*[.]forms)[.]ts/

const CHARTS = /node_modules[\\/](@mantine[\\/]charts|recharts)/

/** Icons that a few pages share, and not the shell. */
const ICONS = /@tabler.*[\\/]Icon(Ban|Checks|ChevronUp|FileOff|ListSearch|Phone|Tags?|Upload|UserSearch)[.]/

/** Shared by pages with filters or chosen rows. */
const LISTS =
  /src[\\/]ui[\\/](table[\\/](table-menu|filter-chip|date-range-chip)|list[\\/]use-chosen|feedback[\\/]toast-outcomes)/

/** Shared by the shell and most pages. Charts, phone input and calendar are loaded on demand. */
const SHARED =
  /@mantine[\\/]core(?!.*[\\/](MultiSelect|Pill|PillsInput|Progress|Radio|SimpleGrid|Title)[\\/])|@tabler|src[\\/](entities[\\/](?!critical|identity|sending|visit|report[\\/](form|match|report-type-picker|title))|ui[\\/](?!charts|shortcuts|table[\\/](table-menu|filter-chip|date-range-chip)|list[\\/]use-chosen|feedback[\\/]toast-outcomes|actions[\\/]copy|form[\\/](advanced|birth|country|file|form-|moment|radio|reason|reauth|search-select|typed))|lib[\\/](?!page-api|endpoint-mutation|stored-uploads|queries[\\/](insights|users)))/

const cssModules = new Map<string, string>()

/** Readable class names in all builds; they compress better than hashes. */
const scopedClassName = (name: string, id: string): string => {
  const file = id.split('?')[0] ?? id
  const module = path.basename(file, '.module.css')
  const other = cssModules.get(module)
  if (other !== undefined && other !== file)
    throw new Error(`Two CSS modules have the same name, so their classes would mix: ${other} and ${file}`)
  cssModules.set(module, file)
  return `${module}-${name}`
}

export default defineConfig(({ mode }) => ({
  plugins: [
    mode === 'pseudo-arabic' && pseudoArabicTexts(),
    // Must precede react(), or split routes lose fast refresh.
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
    countryFlags(),
    // The viewer has a separate build (vite.viewer.config.ts); the development server serves both.
    { ...pdfData(), apply: 'serve' },
  ],
  define: apiAddressDefinition,
  css: {
    modules: {
      generateScopedName: scopedClassName,
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy forbids data: scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // The entry lists every file, so that each letter of a name counts; the manifest has readable names.
        chunkFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // By default the bundler emits a file for each shared part: 217 files and 70 kB more.
        codeSplitting: {
          groups: [
            // Groups include imports of their modules; without this one, the shell would load the forms.
            {
              name: 'limits',
              test: /contract[\\/]src[\\/](limits|fields[\\/]date-range|(fallback|refusal)-messages)/,
              priority: 6,
            },
            { name: 'messages', test: /contract[\\/]src[\\/](validation-)?messages/, priority: 5 },
            { name: 'typed-text', test: /contract[\\/]src[\\/]fields[\\/]typed-text/, priority: 5 },
            { name: 'first', tags: ['$initial'], priority: 4 },
            { name: 'forms', test: FORMS, priority: 3 },
            { name: 'shared', test: SHARED, minShareCount: 5, priority: 2 },
            { name: 'charts', test: CHARTS, priority: 1 },
            // One name in the entry instead of one for each.
            { name: 'icons', test: ICONS, minShareCount: 2, priority: 1 },
            { name: 'lists', test: LISTS, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': API, '^/(r|v)(/|$)': API, '/healthz': API, '/readyz': API },
  },
}))
