import { API_BASE } from '@zelab/contract'
import type { Page } from '@playwright/test'
import { inboxStatesOf } from './inbox-states.ts'
import { delegateStatesOf } from './delegate-states.ts'
import { failureStatesOf } from './failure-states.ts'
import { inboxSettingsStates } from './inbox-settings-states.ts'
import { integrationStates } from './integration-states.ts'
import { providerStates } from './provider-states.ts'
import { ADMIN, DOCTOR, RECEPTIONIST, type Records, type Screen } from './screens.ts'

const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** The menu is in the sidebar, which is closed on phones. */
const openUserMenu = async (page: Page) => {
  const menu = page.getByRole('button', { name: /^User menu/ })
  if (!(await menu.isVisible())) await click(page, 'Toggle sidebar')
  await menu.click()
}

const menuItem = async (page: Page, menu: RegExp, item: string) => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}

const findAtCounter = async (page: Page, patient: number) => {
  await page.getByRole('combobox', { name: 'Find a patient' }).fill(`ZL-${patient}`)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: /^Open / })
    .first()
    .waitFor()
}

const passkey = { createdAt: '2026-03-02T07:00:00.000Z', lastUsedAt: null, isOfFormerAddress: false }
const SAMPLE_PASSKEYS = {
  success: true,
  message: 'OK',
  off: null,
  data: [
    { ...passkey, id: 3, name: 'Chrome on Windows', isSynced: false, lastUsedAt: '2026-03-04T07:00:00.000Z' },
    { ...passkey, id: 2, name: 'Safari on iPhone', isSynced: true },
    { ...passkey, id: 1, name: 'Security key', isSynced: false, isOfFormerAddress: true },
  ],
}

const withSession = (page: Page, changes: object) =>
  page.route(`**${API_BASE}/auth/refresh-token`, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { session: object }
    await route.fulfill({ response, json: { ...answer, session: { ...answer.session, ...changes } } })
  })

export const statesOf = ({ patient, report }: Records): Screen[] => [
  ...delegateStatesOf({ patient, report }),
  ...failureStatesOf({ patient, report }),
  ...inboxStatesOf(DOCTOR, ADMIN),
  {
    name: 'profile-add-passkey',
    address: '/user/profile',
    as: DOCTOR,
    act: (page) => click(page, 'Add Passkey'),
  },
  {
    name: 'profile-passkeys',
    address: '/user/profile',
    as: DOCTOR,
    before: (page) =>
      page.route(`**${API_BASE}/auth/passkeys`, (route) => route.fulfill({ json: SAMPLE_PASSKEYS })),
    act: (page) => page.getByText('Former address').scrollIntoViewIfNeeded(),
  },
  {
    name: 'profile-passkeys-off',
    address: '/user/profile',
    as: DOCTOR,
    before: (page) =>
      page.route(`**${API_BASE}/auth/passkeys`, (route) =>
        route.fulfill({ json: { ...SAMPLE_PASSKEYS, data: [], off: 'no-address' } }),
      ),
  },
  {
    name: 'profile-passkey-required',
    address: '/user/profile',
    as: DOCTOR,
    before: (page) => withSession(page, { passkey: 'required' }),
  },
  {
    name: 'dashboard-passkey-due',
    address: '/user/dashboard',
    as: RECEPTIONIST,
    before: (page) => withSession(page, { passkey: 'due', passkeysFrom: '2027-01-04' }),
  },
  {
    name: 'profile-confirm',
    address: '/user/profile',
    as: DOCTOR,
    before: (page) => withSession(page, { passkey: 'added', secondFactor: 'on' }),
    act: (page) => click(page, 'New Recovery Codes'),
  },
  { name: 'user-menu', address: '/user/dashboard', as: DOCTOR, act: openUserMenu },
  {
    name: 'logout',
    address: '/user/dashboard',
    as: DOCTOR,
    act: async (page) => {
      await openUserMenu(page)
      await page.getByRole('menuitem', { name: 'Logout' }).click()
    },
  },
  {
    name: 'shortcuts',
    address: '/user/dashboard',
    as: DOCTOR,
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'find-nothing',
    address: '/user/dashboard',
    as: DOCTOR,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('no one of this name')
    },
  },
  {
    name: 'counter',
    address: '/user/dashboard',
    as: RECEPTIONIST,
    act: (page) => findAtCounter(page, patient),
  },
  {
    name: 'counter-printed',
    address: '/user/dashboard',
    as: RECEPTIONIST,
    before: (page) => page.addInitScript(() => void (window.print = () => undefined)),
    act: async (page) => {
      await findAtCounter(page, patient)
      await click(page, /^Print /)
      await page.getByRole('button', { name: 'Confirm Handover' }).waitFor()
    },
  },
  {
    name: 'counter-handed-over',
    address: '/user/dashboard',
    as: RECEPTIONIST,
    before: (page) => page.addInitScript(() => void (window.print = () => undefined)),
    act: async (page) => {
      await findAtCounter(page, patient)
      await click(page, /^Print /)
      await click(page, 'Confirm Handover')
      await page.getByText('Handed over on paper').waitFor()
    },
  },
  {
    name: 'patient-history',
    address: `/user/patients/view/${patient}`,
    as: DOCTOR,
    act: async (page) => {
      // Open sections have a button Hide, open groups of entries Show Fewer.
      const closed = page.getByRole('button', { name: /^Show(?! Fewer)/ })
      while ((await closed.count()) > 0) await closed.first().click()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'report-viewer',
    isEveryday: true,
    address: `/user/reports/view/${report}`,
    as: DOCTOR,
    act: async (page) => {
      await page.getByRole('button', { name: 'View', exact: true }).click()
      // `networkidle` would never be reached, because an image in the frame is never reported as loaded.
      const viewer = page.getByRole('dialog').frameLocator('iframe')
      await viewer.getByRole('button', { name: 'Rotate' }).waitFor()
    },
  },
  {
    name: 'report-type-new',
    address: `/user/patient/${patient}/report/publish`,
    as: DOCTOR,
    act: (page) => click(page, 'New Report Type'),
  },
  {
    name: 'publish-refused',
    address: `/user/patient/${patient}/report/publish`,
    as: DOCTOR,
    act: (page) => click(page, 'Publish Report'),
  },
  {
    name: 'user-add-refused',
    address: '/user/users/add',
    as: ADMIN,
    act: (page) => click(page, /^(Create User|Send Invitation)$/),
  },
  {
    name: 'user-more',
    address: '/user/users',
    as: ADMIN,
    act: (page) => click(page, /^More actions for (?!Amina)/),
  },
  {
    name: 'user-deactivate',
    address: '/user/users',
    as: ADMIN,
    act: (page) => menuItem(page, /^More actions for (?!Amina)/, 'Deactivate'),
  },
  {
    name: 'lab-edit',
    address: '/user/labs',
    as: ADMIN,
    act: (page) => menuItem(page, /^More actions for/, 'Edit'),
  },
  {
    name: 'lab-sending-edit',
    address: '/user/labs/1?tab=sending',
    as: ADMIN,
    act: async (page) => {
      await click(page, 'Edit Sending')
      await page.getByText('Advanced', { exact: true }).click()
    },
  },
  {
    name: 'lab-message-texts',
    address: '/user/labs/1?tab=sending',
    as: ADMIN,
    act: (page) => click(page, 'Message Texts'),
  },
  ...inboxSettingsStates,
  ...integrationStates,
  ...providerStates,
  {
    name: 'lab-delete',
    address: '/user/labs',
    as: ADMIN,
    act: (page) => menuItem(page, /^More actions for/, 'Delete'),
  },
  {
    name: 'report-type-edit',
    address: '/user/settings/report-types',
    as: DOCTOR,
    act: (page) => click(page, /^Edit /),
  },
  {
    name: 'report-type-delete',
    address: '/user/settings/report-types',
    as: DOCTOR,
    act: (page) => click(page, /^Delete /),
  },
]
