import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, findBrowser, findHeadlessShell } from './browser.ts'

// Each worker reads this file again: handing the answers on spares them the search. A browser that was named from
// outside runs every test.
process.env.E2E_SCREEN_CHROMIUM ??= process.env.E2E_CHROMIUM ?? findHeadlessShell() ?? ''
const executablePath = (process.env.E2E_CHROMIUM ??= await findBrowser())
const screenBrowser = process.env.E2E_SCREEN_CHROMIUM || executablePath

/**
 * Specs that pass in the headless shell. The viewer, printing, the keyboard, caching and whole stories stay with a
 * full browser; a new spec runs there until it is listed here.
 */
const SCREEN_SPECS = [
  'access-screens.spec.ts',
  'account-changes.spec.ts',
  'account-recovery.spec.ts',
  'activity-logs.spec.ts',
  'backups.spec.ts',
  'birth-date.spec.ts',
  'contact.spec.ts',
  'counter.spec.ts',
  'dashboard.spec.ts',
  'delegates.spec.ts',
  'design.spec.ts',
  'everyday-speed.spec.ts',
  'failures.spec.ts',
  'guide.spec.ts',
  'inbox.spec.ts',
  'inbox-people.spec.ts',
  'inbox-rules.spec.ts',
  'inbox-uploads.spec.ts',
  'insights.spec.ts',
  'installation.spec.ts',
  'labs.spec.ts',
  'landing.spec.ts',
  'letterhead.spec.ts',
  'list-return.spec.ts',
  'login.spec.ts',
  'logout.spec.ts',
  'message-texts.spec.ts',
  'patient-duplicates.spec.ts',
  'patient-edit.spec.ts',
  'patient-import.spec.ts',
  'patient-import-course.spec.ts',
  'patient-link.spec.ts',
  'patient-merge.spec.ts',
  'patient-reports.spec.ts',
  'patient-view.spec.ts',
  'patients-density.spec.ts',
  'patients-filters.spec.ts',
  'patients-list.spec.ts',
  'patients-paging.spec.ts',
  'patients-search.spec.ts',
  'phone-spellings.spec.ts',
  'places.spec.ts',
  'profile.spec.ts',
  'publish.spec.ts',
  'publish-confirmation.spec.ts',
  'publish-drop.spec.ts',
  'publish-form.spec.ts',
  'publish-upload.spec.ts',
  'refused-upload.spec.ts',
  'registration.spec.ts',
  'registration-outcome.spec.ts',
  'report-amend.spec.ts',
  'report-export.spec.ts',
  'report-page.spec.ts',
  'report-withdraw.spec.ts',
  'reports-list.spec.ts',
  'retention.spec.ts',
  'right-patient.spec.ts',
  'route-matrix.spec.ts',
  'search.spec.ts',
  'session.spec.ts',
  'settings.spec.ts',
  'shell-navigation.spec.ts',
  'shell-sidebar.spec.ts',
  'signature.spec.ts',
  'status-pages.spec.ts',
  'toasts.spec.ts',
  'trust-account.spec.ts',
  'trust-record.spec.ts',
  'unsaved-input.spec.ts',
  'users-add.spec.ts',
  'users-edit.spec.ts',
  'users-list.spec.ts',
  'verification.spec.ts',
]

/**
 * Specs on the servers of mail-fixtures.ts, one after the other: between two kinds of servers a worker starts again,
 * with a browser and a server.
 */
const EQUIPPED_SPECS = [
  'check-report.spec.ts',
  'deliveries.spec.ts',
  'delivery-lists.spec.ts',
  'inbox-settings.spec.ts',
  'patient-stories.spec.ts',
]

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
    // Recording every test costs more than a quarter of the time; a failure at a desk is recorded with --trace on.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'screens',
      testMatch: SCREEN_SPECS,
      use: { launchOptions: { executablePath: screenBrowser, args: BROWSER_ARGUMENTS } },
    },
    {
      name: 'chromium',
      testIgnore: [...SCREEN_SPECS, ...EQUIPPED_SPECS],
      use: { launchOptions: { executablePath, args: BROWSER_ARGUMENTS } },
    },
    {
      name: 'equipped',
      testMatch: EQUIPPED_SPECS,
      use: { launchOptions: { executablePath, args: BROWSER_ARGUMENTS } },
    },
  ],
})
