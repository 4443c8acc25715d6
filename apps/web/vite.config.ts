import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { countryFlags } from './vite-country-flags.ts'
import { pdfData } from './vite-pdf-data.ts'
import { dropUnusedParts, nativeScrolling } from './vite-unused-parts.ts'

const API = 'http://localhost:8080'

/** What the landing page draws; kept apart from what only the signed-in area needs. */
const LANDING = [
  /@mantine[\\/]core[\\/].*components[\\/](ActionIcon|Button|Loader|Paper|Transition|UnstyledButton)[\\/]/,
  /src[\\/]ui[\\/](layout[\\/](brand-mark|document-title)|theme[\\/]color-scheme)/,
]

/** What every form needs to check what was typed. */
const FORMS = [
  /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/,
  /packages[\\/]contract[\\/]src[\\/](zod|fields|typed-text|.*[.]forms)[.]ts$/,
]

/** What draws charts, and what has nothing else in it: one file, fetched only where there is a chart. */
const CHARTS = [
  /node_modules[\\/](@mantine[\\/]charts|recharts)[\\/]/,
  /src[\\/](ui[\\/]charts|lib[\\/]queries[\\/]insights|features[\\/](insights|dashboard[\\/]trend[\\/]trend-chart))/,
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
    countryFlags(),
    dropUnusedParts(),
    nativeScrolling(),
    // The viewer has a build of its own (vite.viewer.config.ts); while developing this server has both.
    { ...pdfData(), apply: 'serve' },
  ],
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy allows no data: scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 450,
    // Five kilobytes less than the bundler's own minifier, for some seconds of building.
    minify: 'terser',
    terserOptions: { module: true, compress: { passes: 3, ecma: 2020 } },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // By itself the bundler would make a file of every part that two pages share: many small files cost more
        // requests and pack worse. One group for each layer of the house: a lower one never imports a higher one, so
        // that no two files need each other to start.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 6 },
            { name: 'landing', test: (id) => LANDING.some((part) => part.test(id)), priority: 5 },
            {
              name: 'components',
              test: /node_modules[\\/]@mantine[\\/](?!charts|dates)/,
              minShareCount: 2,
              priority: 4,
            },
            { name: 'icons', test: /node_modules[\\/]@tabler/, priority: 3 },
            { name: 'forms', test: (id) => FORMS.some((part) => part.test(id)), priority: 3 },
            {
              name: 'ui',
              test: /src[\\/](ui[\\/](?!charts|form[\\/]birth-date)|lib[\\/](?!queries[\\/]insights))/,
              minShareCount: 2,
              priority: 2,
            },
            // What one group of people uses in one go is one file: many small ones pack worse by a third.
            {
              name: 'lookups',
              test: /src[\\/]features[\\/](labs|report-types)[\\/]/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'administration',
              test: /src[\\/]features[\\/](users|settings|labs|report-types)[\\/]/,
              priority: 1,
            },
            {
              name: 'reports',
              test: /src[\\/]features[\\/](reports|activity)[\\/]/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'patients',
              test: /src[\\/]features[\\/]patients[\\/]/,
              minShareCount: 2,
              priority: 1,
            },
            // A group takes along what its files import: the last one gets what nobody else has.
            { name: 'charts', test: (id) => CHARTS.some((part) => part.test(id)), priority: 0.5 },
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
