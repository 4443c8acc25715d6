import { API_BASE } from '@zelab/contract'
import type { Page } from '@playwright/test'
import { DOCTOR, RECEPTIONIST, type Records, type Screen } from './screens.ts'

const hang = (page: Page, address: string) => page.route(`**${API_BASE}/${address}*`, () => {})
const fail = (page: Page, address: string) =>
  page.route(`**${API_BASE}/${address}*`, (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, message: 'Something went wrong on our side', errors: [] },
    }),
  )

/** Without this wait, the page may still be loading. */
const seeFailure = (page: Page) => page.getByRole('alert').first().waitFor()

/** Pages that are being loaded, or cannot be. */
export const failureStatesOf = ({ patient, report }: Records): Screen[] => [
  {
    name: 'patients-loading',
    address: '/user/patients',
    as: RECEPTIONIST,
    before: (page) => hang(page, 'patient/'),
  },
  {
    name: 'patients-failed',
    address: '/user/patients',
    as: RECEPTIONIST,
    before: (page) => fail(page, 'patient/'),
    act: seeFailure,
  },
  {
    name: 'reports-failed',
    address: '/user/reports',
    as: DOCTOR,
    before: (page) => fail(page, 'report/'),
    act: seeFailure,
  },
  {
    name: 'dashboard-failed',
    address: '/user/dashboard',
    as: DOCTOR,
    before: (page) => fail(page, 'dashboard'),
  },
  {
    name: 'page-not-loaded',
    address: '/user/dashboard',
    as: DOCTOR,
    before: (page) => page.unrouteAll({ behavior: 'ignoreErrors' }),
    act: async (page) => {
      await page.waitForLoadState('networkidle')
      await page.route(/\/assets\/|color-scheme/, (route) => route.abort('connectionfailed'))
      await page.getByRole('link', { name: 'View All' }).first().click()
      await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
      await page.getByText('No connection to the server.').waitFor()
    },
  },
  {
    name: 'patient-loading',
    address: `/user/patients/view/${patient}`,
    as: DOCTOR,
    before: (page) => hang(page, 'patient/getById'),
  },
  {
    name: 'report-loading',
    address: `/user/reports/view/${report}`,
    as: DOCTOR,
    before: (page) => hang(page, 'report/getById'),
  },
]
