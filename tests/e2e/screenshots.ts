/**
 * `npm run screenshots`: pictures of every screen with the demo's data, at 1440 and 390 px, light and dark, into
 * `docs/screens`. Looked at before a screen counts as done, and shown in the README.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { ApiClient } from './api-client.ts'
import { BROWSER_ARGUMENTS, findBrowser } from './browser.ts'
import { startProduct } from './product-server.ts'
import { sampleJpeg } from './sample-files.ts'
import { signIn } from './sign-in.ts'

const FOLDER = fileURLToPath(new URL('../../docs/screens', import.meta.url))
const PASSWORD = 'Demo@2026'
const DOCTOR = 'doctor@alnoor.example'
const ADMIN = 'admin@zelab.example'
const RECEPTIONIST = 'receptionist@alnoor.example'

interface Screen {
  name: string
  address: string
  /** Who looks; nobody is signed in without. */
  as?: string
  /** What to do once the page is there. */
  act?: (page: Page) => Promise<unknown>
}

const openDialog = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

const screensOf = (ids: { patient: number; report: number }): Screen[] => [
  { name: 'landing', address: '/' },
  { name: 'login', address: '/', act: openDialog('Get Started') },
  { name: 'forgot-password', address: '/forgot-password' },
  { name: 'reset-password', address: '/reset-password?token=x&email=doctor@alnoor.example' },
  { name: 'not-found', address: '/no-such-page' },
  { name: 'unauthorized', address: '/user/unauthorized' },
  { name: 'dashboard', address: '/user/dashboard', as: DOCTOR },
  { name: 'dashboard-admin', address: '/user/dashboard', as: ADMIN },
  { name: 'patients', address: '/user/patients', as: RECEPTIONIST },
  { name: 'patients-none', address: '/user/patients?search=nobody-of-this-name', as: RECEPTIONIST },
  { name: 'patient', address: `/user/patients/view/${ids.patient}`, as: DOCTOR },
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
  },
  { name: 'reports', address: '/user/reports', as: DOCTOR },
  { name: 'report', address: `/user/reports/view/${ids.report}`, as: DOCTOR },
  { name: 'report-amend', address: `/user/reports/amend/${ids.report}`, as: DOCTOR },
  {
    name: 'report-withdraw',
    address: `/user/reports/view/${ids.report}`,
    as: DOCTOR,
    act: openDialog('Withdraw'),
  },
  { name: 'report-not-found', address: '/user/reports/view/999999', as: DOCTOR },
  { name: 'users', address: '/user/users', as: ADMIN },
  { name: 'user-add', address: '/user/users/add', as: ADMIN },
  { name: 'user-edit', address: '/user/users/edit/3', as: ADMIN },
  { name: 'labs', address: '/user/labs', as: ADMIN },
  { name: 'lab-add', address: '/user/labs', as: ADMIN, act: openDialog('Add Lab') },
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
  },
  { name: 'profile', address: '/user/profile', as: DOCTOR },
  { name: 'contact', address: '/user/contact', as: DOCTOR },
]

const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

const photograph = async (browser: Browser, url: string, screen: Screen) => {
  for (const { width, colorScheme } of LOOKS) {
    const context = await browser.newContext({
      viewport: { width, height: width > 1000 ? 900 : 844 },
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'Asia/Dubai',
    })
    const page = await context.newPage()
    if (screen.as) await signIn(page, url, { email: screen.as, password: PASSWORD })
    await page.goto(url + screen.address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await screen.act?.(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.waitForTimeout(400)
    await page.screenshot({
      path: path.join(FOLDER, `${screen.name}-${width}-${colorScheme}.jpg`),
      type: 'jpeg',
      quality: 82,
      fullPage: true,
    })
    await context.close()
  }
  console.log(screen.name)
}

const [only] = process.argv.slice(2)
const server = await startProduct('screenshots', { DEMO: '1' })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGUMENTS })
try {
  const doctor = await (await ApiClient.open(server.url)).signIn({ email: DOCTOR, password: PASSWORD })
  const { data } = await doctor.call(contract.reports.list, {})
  await doctor.close()
  const report = data[0]
  if (!report) throw new Error('The demo has no reports')
  if (!only) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const screen of screensOf({ patient: report.patient.id, report: report.id }))
    if (!only || screen.name.startsWith(only)) await photograph(browser, server.url, screen)
} finally {
  await browser.close()
  await server.stop()
}
