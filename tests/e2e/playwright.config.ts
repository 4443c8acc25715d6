import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, findBrowser } from './browser.ts'

// Each worker reads this file again: handing the answer on spares them the search.
const executablePath = (process.env.E2E_CHROMIUM ??= await findBrowser())

export default defineConfig({
  testDir: './specs',
  outputDir: '../../test-results',
  globalSetup: './build-product.ts',
  workers: availableParallelism(),
  fullyParallel: true,
  forbidOnly: true,
  // A test that only passes sometimes is a defect to mend, in it or in the product: at a desk it fails, in CI a second
  // try keeps it from holding up everybody else's work, and it is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  // One of many steps has taken close to a minute on a machine that was busy besides.
  timeout: 120_000,
  expect: { timeout: 7_500 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath, args: BROWSER_ARGUMENTS },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Dubai',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test costs more than a quarter of the time; a failure at a desk is recorded with --trace on.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
