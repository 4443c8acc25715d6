import type { Page } from '@playwright/test'
import { contract, STAFF_ROLES, type StaffRole } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'

const LANDING = 'Modern Medical Reports Management System'
const EVERY_ROLE = STAFF_ROLES
const PUBLISHERS: StaffRole[] = ['Admin', 'Doctor', 'Technician']
const ADMIN: StaffRole[] = ['Admin']

interface GuardedRoute {
  path: string
  heading: string | RegExp
  opensFor: readonly StaffRole[]
  cites: string
}

interface Ids {
  patientId: number
  reportId: number
}

const guardedRoutes = ({ patientId, reportId }: Ids): GuardedRoute[] => [
  { path: '/user/dashboard', heading: 'Dashboard', opensFor: EVERY_ROLE, cites: '[GUARD-07, GUARD-31]' },
  { path: '/user/profile', heading: 'Profile', opensFor: EVERY_ROLE, cites: '[GUARD-08]' },
  { path: '/user/users', heading: 'Users', opensFor: ADMIN, cites: '[GUARD-09, GUARD-26]' },
  { path: '/user/users/add', heading: 'Add User', opensFor: ADMIN, cites: '[GUARD-10, GUARD-27]' },
  { path: '/user/users/edit/1', heading: 'Edit User', opensFor: ADMIN, cites: '' },
  {
    path: '/user/logs/activity',
    heading: 'Activity Logs',
    opensFor: ADMIN,
    cites: '[GUARD-11, GUARD-28, LOGS-05]',
  },
  { path: '/user/set-up', heading: 'Set Up', opensFor: ADMIN, cites: '[INSTALL-27]' },
  { path: '/user/labs', heading: 'Labs', opensFor: ADMIN, cites: '[GUARD-12, GUARD-29]' },
  { path: '/user/patients', heading: 'Patient Dashboard', opensFor: EVERY_ROLE, cites: '[GUARD-13]' },
  { path: '/user/patients/add', heading: 'Patient Registration', opensFor: EVERY_ROLE, cites: '[GUARD-14]' },
  {
    path: '/user/patients/import',
    heading: 'Import Patients',
    opensFor: ['Admin', 'Doctor'],
    cites: '[IMPORT-08]',
  },
  {
    path: `/user/patients/view/${patientId}`,
    heading: 'Patient Details',
    opensFor: EVERY_ROLE,
    cites: '[GUARD-15, GUARD-32]',
  },
  {
    path: `/user/patients/edit/${patientId}`,
    heading: 'Edit Patient',
    opensFor: ['Admin', 'Doctor'],
    cites: '[PATEDIT-04]',
  },
  {
    path: `/user/patients/merge/${patientId}`,
    heading: 'Merge Patient Records',
    opensFor: ADMIN,
    cites: '[MERGE-05]',
  },
  { path: '/user/reports', heading: 'Medical Reports', opensFor: EVERY_ROLE, cites: '[GUARD-16]' },
  { path: '/user/inbox', heading: 'Inbox', opensFor: PUBLISHERS, cites: '[INBOX-80]' },
  { path: '/user/deliveries', heading: 'Deliveries', opensFor: EVERY_ROLE, cites: '[DELIV-17]' },
  { path: '/user/insights', heading: 'Insights', opensFor: ['Admin', 'Doctor'], cites: '[INSIGHT-01]' },
  {
    path: `/user/patient/${patientId}/report/publish`,
    heading: 'Publish Report',
    opensFor: PUBLISHERS,
    cites: '[GUARD-17, GUARD-25]',
  },
  {
    path: `/user/reports/view/${reportId}`,
    heading: /^Report type/,
    opensFor: EVERY_ROLE,
    cites: '[GUARD-18, GUARD-33]',
  },
  {
    path: `/user/reports/amend/${reportId}`,
    heading: 'Amend Report',
    opensFor: ['Doctor', 'Technician'],
    cites: '',
  },
  {
    path: '/user/settings/general',
    heading: 'Settings',
    opensFor: ADMIN,
    cites: '[GUARD-19, GUARD-30, SETTINGS-02]',
  },
  { path: '/user/settings/report-types', heading: 'Report Types', opensFor: PUBLISHERS, cites: '' },
  {
    path: '/user/contact',
    heading: 'Contact',
    opensFor: EVERY_ROLE,
    cites: '[GUARD-20, GUARD-34, CONTACT-02]',
  },
]

/** Pages without a guard; the last ones have no route. */
const openRoutes = ({ patientId }: Ids) => [
  { path: '/user/unauthorized', heading: 'Unauthorized Access', cites: '[GUARD-21, UNAUTH-05]' },
  { path: '/reset-password?token=abc&email=a%40b.test', heading: 'Reset Password', cites: '[GUARD-22]' },
  { path: '/forgot-password', heading: 'Forgot Password', cites: '[FORGOT-01]' },
  { path: '/unknown', heading: 'Page Not Found', cites: '[GUARD-24]' },
  { path: '/no/such/page', heading: 'Page Not Found', cites: '[GUARD-23, NOTFOUND-05]' },
  { path: '/user', heading: 'Page Not Found', cites: '[GUARD-23]' },
  { path: '/user/settings', heading: 'Page Not Found', cites: '[GUARD-23]' },
  { path: '/user/logs', heading: 'Page Not Found', cites: '[GUARD-23]' },
  { path: `/user/patient/${patientId}`, heading: 'Page Not Found', cites: '[GUARD-23]' },
]

const headingOf = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, ...(typeof name === 'string' && { exact: true }) })

const expectHeading = (page: Page, name: string | RegExp) => expect(headingOf(page, name)).toBeVisible()

const expectPath = (page: Page, path: string) => expect(page).toHaveURL((url) => url.pathname === path)

const follow = async (page: Page, address: string, heading: string | RegExp) => {
  const go = (to: string) => page.evaluate((path) => window.history.pushState({}, '', path), to)
  // A heading that is already shown would prove nothing.
  if (await headingOf(page, heading).isVisible()) {
    await go('/user/contact')
    await expectHeading(page, 'Contact')
  }
  await go(address)
}

const pathOf = (address: string) => address.replace(/\?.*/, '')

test('guards every address from a signed-out visitor', async ({ page, data, calls }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const report = await data.report(doctor, patient)
  const ids = { patientId: patient.id, reportId: report.id }
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text())
  })
  const restored = calls.seen(contract.auth.restoreSession)

  for (const { path, cites } of guardedRoutes(ids))
    await test.step(`leads from ${path} to the landing page [GUARD-01] ${cites}`, async () => {
      await page.goto(path)
      await expectHeading(page, LANDING)
      await expect(page).toHaveURL('/')
    })

  await test.step('never receives any data [GUARD-31, GUARD-32, GUARD-33]', async () => {
    expect(answers.join()).not.toContain(patient.fullName)
    expect(answers.join()).not.toContain(report.title)
    expect(answers).toHaveLength(restored.length)
  })

  for (const { path, heading, cites } of openRoutes(ids))
    await test.step(`opens ${path} ${cites}`, async () => {
      await page.goto(path)
      await expectHeading(page, heading)
      await expectPath(page, pathOf(path))
      await expect(page.getByTestId('sidebar')).toHaveCount(0)
    })

  await test.step('meets the login at "/" [LAND-21]', async () => {
    await page.goto('/')
    await expectHeading(page, LANDING)
    await expect(page).toHaveURL('/')
  })
})

/** All addresses share the same guards; one role is enough to check that a load waits for the session. */
const LOADING_ROLE: StaffRole = 'Doctor'

for (const role of STAFF_ROLES)
  test(`guards every address for the ${role}`, async ({ page, data, signIn }) => {
    const doctor = await data.user('Doctor')
    const patient = await data.patient(doctor)
    const report = await data.report(doctor, patient)
    const ids = { patientId: patient.id, reportId: report.id }
    await signIn(role === 'Doctor' ? doctor : await data.user(role, doctor.lab ?? undefined))
    const open = (address: string, heading: string | RegExp) =>
      role === LOADING_ROLE ? page.goto(address) : follow(page, address, heading)

    await test.step('leads from "/" to the dashboard [LAND-22]', async () => {
      await page.goto('/')
      await expectHeading(page, 'Dashboard')
      await expectPath(page, '/user/dashboard')
    })

    for (const { path, heading, opensFor, cites } of guardedRoutes(ids)) {
      const isOpen = opensFor.includes(role)
      const what = isOpen ? 'may open' : 'is sent to the unauthorized page from'
      await test.step(`${what} ${path} ${isOpen ? '' : '[GUARD-03, GUARD-04]'} ${cites}`, async () => {
        const shown = isOpen ? heading : 'Unauthorized Access'
        await open(path, shown)
        await expectHeading(page, shown)
        await expectPath(page, isOpen ? path : '/user/unauthorized')
      })
    }

    for (const { path, heading, cites } of openRoutes(ids))
      await test.step(`opens ${path} ${cites}`, async () => {
        await open(path, heading)
        await expectHeading(page, heading)
        await expectPath(page, pathOf(path))
      })
  })
