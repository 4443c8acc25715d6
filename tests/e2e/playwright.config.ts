import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findTestBrowser, BROWSER_ARGUMENTS } from './browser.ts'

// Each worker reads this file again: handing the answer on spares it the search.
const executablePath = (process.env.E2E_CHROMIUM ??= await findTestBrowser())

/** On the server with the demo's data, and on the servers of mail-fixtures.ts. */
const DEMO = '**/*.demo.*'
const EQUIPPED = '**/*.equipped.*'

export default defineConfig({
  testDir: './specs',
  outputDir: '../../test-results',
  globalSetup: './build-product.ts',
  // One more than cores, because tests often wait.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  // A flaky test is a defect to fix, in the test or in the product: at a desk it fails, in CI a second
  // try keeps it from holding up everybody else's work, and it is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  // One of many steps has taken close to a minute on a machine that was busy besides.
  timeout: 120_000,
  expect: { timeout: 7_500 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Dubai',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args: BROWSER_ARGUMENTS },
    // Recording every test costs more than a quarter of the time; a failure at a desk is recorded with --trace on.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  // In the order in which they start. For another kind of server a worker starts again, with a browser and a server, so
  // each unusual kind has one worker, which starts first because its tests take longest.
  projects: [
    { name: 'demo', testMatch: DEMO, workers: 1 },
    { name: 'equipped', testMatch: EQUIPPED, workers: 1 },
    { name: 'usual', testIgnore: [DEMO, EQUIPPED] },
  ],
})
