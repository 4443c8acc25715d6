import type { Page } from '@playwright/test'
import { inboxScreensOf } from './inbox-states.ts'
import { sampleJpeg, samplePng } from '../sample-files.ts'

export const DEMO_PASSWORD = 'Demo@2026'
export const DOCTOR = 'doctor@alnoor.example'
export const ADMIN = 'admin@zelab.example'
export const RECEPTIONIST = 'receptionist@alnoor.example'

/** Works in the lab that uses visits, release by two people and critical results. */
const VISIT_DESK = 'receptionist@oasis.example'
const VISIT_DOCTOR = 'doctor@oasis.example'

export interface Records {
  patient: number
  report: number
}

export interface CheckedRecords extends Records {
  code: string
}

export interface Screen {
  name: string
  address: string
  as?: string
  before?: (page: Page) => Promise<unknown>
  act?: (page: Page) => Promise<unknown>
  /** Its accessibility is checked with every change, not only for releases. */
  isEveryday?: true
}

export const openDialog = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

/** The chart of the last weeks loads when it is scrolled into view. */
const seeLastWeeks = async (page: Page) => {
  await page.getByRole('heading', { name: 'Last 30 Days' }).scrollIntoViewIfNeeded()
  await page.getByRole('img', { name: /in the last 30 days/ }).waitFor()
}

/** The first page is rendered on demand. */
const seePreview = (page: Page) =>
  page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)

const awaitedOf = (page: Page) => page.getByRole('list', { name: 'Awaited today' }).getByRole('link')

const findAwaited = async (page: Page) => {
  const name = await awaitedOf(page).nth(0).textContent()
  await page.getByRole('combobox', { name: 'Find a patient' }).fill(name ?? '')
  await page
    .getByRole('option', { name: name ?? '' })
    .first()
    .waitFor()
}

const openAwaited = async (page: Page) => {
  await awaitedOf(page).last().press('Enter')
  await page.getByRole('region', { name: 'Visits' }).waitFor()
}

export const screensOf = (ids: Records): Screen[] => [
  { name: 'landing', address: '/' },
  { name: 'login', address: '/', act: openDialog('Get Started'), isEveryday: true },
  { name: 'forgot-password', address: '/forgot-password' },
  { name: 'reset-password', address: '/reset-password?token=x&email=doctor@alnoor.example' },
  { name: 'not-found', address: '/no-such-page' },
  { name: 'unauthorized', address: '/user/unauthorized' },
  { name: 'dashboard', address: '/user/dashboard', as: DOCTOR, isEveryday: true, act: seeLastWeeks },
  { name: 'dashboard-admin', address: '/user/dashboard', as: ADMIN, act: seeLastWeeks },
  { name: 'patients', address: '/user/patients', as: RECEPTIONIST, isEveryday: true },
  { name: 'patients-none', address: '/user/patients?search=no-one-of-this-name', as: RECEPTIONIST },
  { name: 'patient', address: `/user/patients/view/${ids.patient}`, as: DOCTOR, isEveryday: true },
  { name: 'patient-admin', address: `/user/patients/view/${ids.patient}`, as: ADMIN },
  {
    name: 'legal-hold',
    address: `/user/patients/view/${ids.patient}`,
    as: ADMIN,
    act: openDialog('Place Legal Hold'),
  },
  { name: 'patient-not-found', address: '/user/patients/view/999999', as: DOCTOR },
  {
    name: 'patient-registration',
    address: '/user/patients/add',
    as: RECEPTIONIST,
    act: openDialog('Register Patient'),
    isEveryday: true,
  },
  { name: 'patient-edit', address: `/user/patients/edit/${ids.patient}`, as: DOCTOR },
  { name: 'patient-merge', address: `/user/patients/merge/${ids.patient}`, as: ADMIN },
  { name: 'patients-import', address: '/user/patients/import', as: DOCTOR },
  { name: 'publish', address: `/user/patient/${ids.patient}/report/publish`, as: DOCTOR },
  {
    name: 'publish-file',
    address: `/user/patient/${ids.patient}/report/publish`,
    as: ADMIN,
    act: async (page) => {
      await page.locator('input[type=file]').setInputFiles(sampleJpeg())
      await page.getByRole('link', { name: 'View File' }).waitFor()
    },
    isEveryday: true,
  },
  { name: 'reports', address: '/user/reports', as: DOCTOR, isEveryday: true },
  {
    name: 'report',
    address: `/user/reports/view/${ids.report}`,
    as: DOCTOR,
    act: seePreview,
    isEveryday: true,
  },
  { name: 'report-amend', address: `/user/reports/amend/${ids.report}`, as: DOCTOR },
  {
    name: 'report-withdraw',
    address: `/user/reports/view/${ids.report}`,
    as: DOCTOR,
    act: async (page) => {
      await openDialog('More actions')(page)
      await page.getByRole('menuitem', { name: 'Withdraw' }).click()
    },
  },
  { name: 'report-not-found', address: '/user/reports/view/999999', as: DOCTOR },
  ...inboxScreensOf(DOCTOR),
  { name: 'deliveries', address: '/user/deliveries', as: RECEPTIONIST, isEveryday: true },
  { name: 'deliveries-not-reached', address: '/user/deliveries?view=not-reached', as: RECEPTIONIST },
  { name: 'deliveries-correction', address: '/user/deliveries?view=correction-not-opened', as: RECEPTIONIST },
  { name: 'deliveries-aging-out', address: '/user/deliveries?view=aging-out', as: RECEPTIONIST },
  { name: 'deliveries-no-contact', address: '/user/deliveries?view=no-contact', as: RECEPTIONIST },
  {
    name: 'report-send',
    address: `/user/reports/view/${ids.report}`,
    as: RECEPTIONIST,
    act: openDialog('Send to Patient'),
  },
  { name: 'insights', address: '/user/insights?period=12m', as: ADMIN },
  { name: 'insights-doctor', address: '/user/insights', as: DOCTOR },
  { name: 'users', address: '/user/users', as: ADMIN },
  { name: 'set-up', address: '/user/set-up', as: ADMIN },
  { name: 'user-add', address: '/user/users/add', as: ADMIN },
  { name: 'user-edit', address: '/user/users/edit/3', as: ADMIN },
  { name: 'labs', address: '/user/labs', as: ADMIN },
  { name: 'lab-add', address: '/user/labs', as: ADMIN, act: openDialog('Add Lab') },
  { name: 'lab', address: '/user/labs/1', as: ADMIN },
  {
    name: 'lab-letterhead',
    address: '/user/labs/1?tab=letterhead',
    as: ADMIN,
    act: async (page) => {
      await openDialog('Edit Letterhead')(page)
      await page.getByRole('img', { name: 'First page with this letterhead' }).waitFor()
    },
  },
  { name: 'lab-release', address: '/user/labs/3?tab=release', as: ADMIN },
  { name: 'release', address: '/user/release', as: VISIT_DOCTOR },
  {
    name: 'release-report',
    address: '/user/release',
    as: VISIT_DOCTOR,
    act: async (page) => {
      await page.getByRole('list', { name: 'Awaiting release' }).getByRole('link').first().press('Enter')
      await page.getByRole('button', { name: 'Release', exact: true }).waitFor()
    },
  },
  { name: 'critical', address: '/user/critical', as: VISIT_DOCTOR },
  {
    name: 'critical-report',
    address: '/user/critical',
    as: VISIT_DOCTOR,
    act: async (page) => {
      await page.getByRole('list', { name: 'Open', exact: true }).getByRole('link').first().press('Enter')
      await page.getByRole('button', { name: 'Record Call', exact: true }).waitFor()
    },
  },
  {
    name: 'critical-call',
    address: '/user/critical',
    as: VISIT_DOCTOR,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Record Call about/ })
        .first()
        .press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'lab-visits', address: '/user/labs/3?tab=visits', as: ADMIN },
  {
    name: 'lab-calendar',
    address: '/user/labs/3?tab=visits',
    as: ADMIN,
    act: openDialog('Edit Calendar'),
  },
  { name: 'insights-turnaround', address: '/user/insights?tab=times', as: VISIT_DOCTOR },
  { name: 'referrers', address: '/user/referrers', as: VISIT_DESK },
  { name: 'visits', address: '/user/dashboard', as: VISIT_DESK, act: findAwaited },
  { name: 'visits-patient', address: '/user/dashboard', as: VISIT_DESK, act: openAwaited },
  {
    name: 'visits-dialog',
    address: '/user/dashboard',
    as: VISIT_DESK,
    act: async (page) => {
      await openAwaited(page)
      await page.getByRole('button', { name: /^Actions of visit/ }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByRole('dialog', { name: /^Visit #/ }).waitFor()
    },
  },
  {
    name: 'visits-registration',
    address: '/user/patients/add',
    as: VISIT_DESK,
    act: async (page) => {
      const field = page.getByRole('combobox', { name: 'Expected reports' })
      await field.fill('Thy')
      await field.press('Enter')
      await field.press('Escape')
    },
  },
  { name: 'activity-log', address: '/user/logs/activity', as: ADMIN },
  { name: 'settings-general', address: '/user/settings/general', as: ADMIN },
  { name: 'settings-security', address: '/user/settings/general?tab=security', as: ADMIN },
  { name: 'settings-backups', address: '/user/settings/general?tab=backups', as: ADMIN },
  { name: 'report-types', address: '/user/settings/report-types', as: DOCTOR },
  {
    name: 'find',
    address: '/user/dashboard',
    as: DOCTOR,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('khan')
      await page.waitForTimeout(600)
    },
    isEveryday: true,
  },
  { name: 'profile', address: '/user/profile', as: DOCTOR },
  {
    name: 'profile-signature',
    address: '/user/profile',
    as: DOCTOR,
    act: async (page) => {
      const card = page.getByRole('region', { name: 'Signature', exact: true })
      await card.locator('input[type=file]').setInputFiles(samplePng())
      await card.getByRole('img', { name: 'Your signature' }).waitFor()
    },
  },
  { name: 'contact', address: '/user/contact', as: DOCTOR },
]

export const publicScreensOf = ({ code }: CheckedRecords): Screen[] => [
  { name: 'sign-in-link', address: '/sign-in?token=x' },
  { name: 'sign-in-window', address: '/sign-in/window?problem=PROVIDER_REFUSED' },
  { name: 'check-report', address: '/v' },
  { name: 'check-report-genuine', address: `/v/${code}` },
]
