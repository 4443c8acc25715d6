import {
  API_BASE,
  INBOX_SOURCE_PROBLEMS,
  type InboxSettings,
  type InboxSource,
  type InboxSources,
  type RuleTrial,
} from '@zelab/contract'
import type { Page } from '@playwright/test'
import { ADMIN, type Screen } from './screens.ts'

const SCANNER: InboxSource = {
  id: 1,
  kind: 'folder',
  name: 'Scanner of the front desk',
  isOn: true,
  publishesAutomatically: false,
  publisher: null,
  folder: 'front-desk/scans',
  certificate: null,
  addresses: [],
  charset: null,
  problem: null,
  lastReceivedAt: '2026-06-01T08:00:00.000Z',
}
const ANALYZER: InboxSource = {
  ...SCANNER,
  id: 2,
  kind: 'hl7',
  name: 'Hematology analyzer',
  publishesAutomatically: true,
  publisher: { id: 2, fullName: 'Omar Al Farsi' },
  folder: null,
  certificate: '0123456789abcdef'.repeat(4),
  addresses: ['10.1.2.3', '10.2.0.0/16', 'fd00:1234:5678::/48'],
  charset: 'windows-1256',
}
const SOURCES: InboxSources = {
  root: '/srv/zelab/inbox',
  hl7Port: 2575,
  publishers: [{ id: 2, fullName: 'Omar Al Farsi' }],
  sources: [
    SCANNER,
    ANALYZER,
    ...INBOX_SOURCE_PROBLEMS.map((code, index) => ({
      ...(code === 'hl7-not-set-up' ? ANALYZER : SCANNER),
      id: index + 3,
      name: `Source ${index + 3}`,
      problem: { code, since: '2026-06-01T08:00:00.000Z' },
    })),
  ],
}
const SETTINGS: InboxSettings = {
  fileNamePattern: '{emrId}_{name}_{dateOfBirth}',
  rules: [
    { field: 'fileName', contains: 'lipid', reportType: { id: 2, title: 'Lipid Panel' }, title: 'Lipids' },
    { field: 'text', contains: 'HbA1c', reportType: { id: 3, title: 'HbA1c' }, title: 'HbA1c' },
    { field: 'any', contains: '', reportType: { id: 1, title: 'Blood Count' }, title: 'Blood count' },
  ],
}
const TRIAL: RuleTrial[] = [
  {
    fileName: 'E-1001_Layla Haddad_1990-05-21.pdf',
    receivedAt: '2026-06-01T08:00:00.000Z',
    rule: 2,
    named: ['E-1001', 'Layla Haddad', 'May 21, 1990'],
  },
  { fileName: 'scan0001.pdf', receivedAt: '2026-06-01T08:00:00.000Z', rule: null, named: [] },
]

const answer = async (page: Page) => {
  for (const [address, data] of [
    ['getInboxSources', SOURCES],
    ['getInboxSettings', SETTINGS],
    ['tryInboxSettings', TRIAL],
  ] as const)
    await page.route(`**${API_BASE}/lab/${address}/*`, (route) =>
      route.fulfill({ json: { success: true, message: '', data } }),
    )
}

const screen = { address: '/user/labs/1?tab=inbox', as: ADMIN, before: answer }
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const dialogOf = (page: Page) => page.getByRole('dialog')

/** Sources and rules of a lab's inbox, with their dialogs. */
export const inboxSettingsStates: readonly Screen[] = [
  {
    ...screen,
    name: 'lab-inbox-sources',
    act: (page) => page.getByRole('heading', { name: ANALYZER.name }).waitFor(),
  },
  {
    ...screen,
    name: 'lab-inbox-folder',
    act: async (page) => {
      await click(page, 'Add Source')
      await dialogOf(page).getByLabel('Publish automatically').check()
      await dialogOf(page).getByRole('button', { name: 'Add Source' }).click()
    },
  },
  {
    ...screen,
    name: 'lab-inbox-sender',
    act: async (page) => {
      await click(page, `Edit ${ANALYZER.name}`)
      await dialogOf(page).getByLabel('Addresses').waitFor()
    },
  },
  { ...screen, name: 'lab-inbox-remove', act: (page) => click(page, `Remove ${SCANNER.name}`) },
  {
    ...screen,
    name: 'lab-inbox-rules',
    act: async (page) => {
      await click(page, 'Edit Rules')
      await click(page, 'Add Rule')
      await click(page, 'Try on the Last Files')
      await dialogOf(page).getByText('Please select a report type').waitFor()
    },
  },
  {
    ...screen,
    name: 'lab-inbox-trial',
    act: async (page) => {
      await click(page, 'Edit Rules')
      await click(page, 'Try on the Last Files')
      await dialogOf(page).getByText('1 of 2 gets a type').waitFor()
    },
  },
]
