import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findTestBrowser, BROWSER_ARGUMENTS } from './browser.ts'
import { TEST_MS, WAIT_MS } from '../../test-limits.ts'

// Each worker loads this file again: the environment variable avoids another search.
const executablePath = (process.env.E2E_CHROMIUM ??= await findTestBrowser())

/** These run on the server with demo data, and on the servers of mail-fixtures.ts. */
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
  // A flaky test fails locally; in CI, a retry keeps it from blocking other work, and it is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: TEST_MS,
  expect: { timeout: WAIT_MS / 2 },
  reporter: 'list',
  use: {
    // Without it, a control that never comes takes the whole time of its test.
    actionTimeout: WAIT_MS / 2,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Dubai',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args: BROWSER_ARGUMENTS },
    // Tracing every test takes more than a quarter of the time; use --trace on locally.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  // In start order. Each special kind of server has one worker and starts first, because its tests take longest.
  projects: [
    { name: 'demo', testMatch: DEMO, workers: 1, timeout: 2 * TEST_MS },
    { name: 'equipped', testMatch: EQUIPPED, workers: 1 },
    { name: 'usual', testIgnore: [DEMO, EQUIPPED] },
  ],
})
