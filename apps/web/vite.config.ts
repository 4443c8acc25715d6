import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { defineConfig } from 'vite'
import { countryFlags } from './vite-country-flags.ts'
import { pdfData } from './vite-pdf-data.ts'

const API = 'http://localhost:8080'

/** Shared by the pages with a form, and kept out of the shell. Texts of messages are written in one dialog, items are decided on one page. */
const FORMS =
  /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]|form-resolver|contract[\\/]src[\\/](zod|fields|(?!message-templates|inbox).*[.]forms)[.]ts/

const CHARTS =
  /node_modules[\\/](@mantine[\\/]charts|recharts)|src[\\/](ui[\\/]charts|features[\\/](insights|dashboard[\\/]trend[\\/]chart)|lib[\\/]queries[\\/]insights)/

/** Shared by the shell and most pages. The charts, the phone input and the calendar are loaded only where needed. */
const SHARED =
  /@mantine[\\/]core|@tabler|src[\\/](entities|ui[\\/](?!charts|form[\\/]birth)|lib[\\/](?!queries[\\/]insights))/

const feature = (names: string) => new RegExp(`src[\\\\/]features[\\\\/](${names})[\\\\/]`)

const cssModules = new Map<string, string>()

/** The same readable names in development and production; they compress better than hashes. */
const scopedClassName = (name: string, id: string): string => {
  const file = id.split('?')[0] ?? id
  const module = path.basename(file, '.module.css')
  const other = cssModules.get(module)
  if (other !== undefined && other !== file)
    throw new Error(`Two CSS modules have the same name, so their classes would mix: ${other} and ${file}`)
  cssModules.set(module, file)
  return `${module}-${name}`
}

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
    countryFlags(),
    // The viewer is built separately (vite.viewer.config.ts); the development server serves both.
    { ...pdfData(), apply: 'serve' },
  ],
  css: {
    modules: {
      generateScopedName: scopedClassName,
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy allows no data: scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 450,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // By default the bundler makes a file of every part that two pages share: 217 files and 70 kB more.
        codeSplitting: {
          groups: [
            // Without this group the shell would load the forms, because a group takes what its modules import.
            { name: 'typed-text', test: /contract[\\/]src[\\/]typed-text/, priority: 7 },
            { name: 'first', tags: ['$initial'], priority: 6 },
            { name: 'forms', test: FORMS, priority: 5 },
            { name: 'shared', test: SHARED, minShareCount: 2, priority: 4 },
            { name: 'charts', test: CHARTS, priority: 3 },
            // Forms that other features open, too: a new lab and a new report type.
            { name: 'lookups', test: feature('labs|report-types'), minShareCount: 2, priority: 3 },
            // A large feature is one file, and the pages that are opened rarely are one.
            { name: 'patients', test: feature('patients'), priority: 2 },
            { name: 'reports', test: feature('reports'), priority: 2 },
            {
              name: 'administration',
              test: feature('users|settings|labs|report-types|patient-import'),
              priority: 2,
            },
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
})
