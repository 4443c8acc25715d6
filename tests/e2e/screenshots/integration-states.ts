import {
  API_BASE,
  CLIENT_SCOPES,
  type ApiClient,
  type Attempt,
  type Receiver,
  type ReportSending,
} from '@zelab/contract'
import type { Page } from '@playwright/test'
import { ADMIN, openDialog, type Screen } from './screens.ts'

const SINCE = '2026-06-01T08:00:00.000Z'
const COMMON = {
  purpose: 'Treatment of its patients',
  country: 'AE',
  legalBasis: null,
  reach: { kind: 'lab' },
  includesSensitive: false,
  state: 'active',
  pauseCause: null,
  createdAt: SINCE,
  updatedAt: SINCE,
  lastUsedAt: SINCE,
} as const

const CLIENT: ApiClient = {
  ...COMMON,
  id: 1,
  name: 'Palm Hospital, records',
  clientId: '0a1b2c3d-0000-4000-8000-000000000001',
  scopes: [...CLIENT_SCOPES],
  keyIds: ['2026'],
  jwksUri: null,
  expiresAt: null,
}
const CLIENTS: ApiClient[] = [
  CLIENT,
  {
    ...CLIENT,
    id: 2,
    name: 'Insurer',
    country: 'DE',
    legalBasis: 'Consent of the patients for each claim',
    includesSensitive: true,
    keyIds: null,
    expiresAt: SINCE,
    state: 'paused',
    pauseCause: 'restored',
    lastUsedAt: null,
  },
]
const WEBHOOK: Receiver = {
  ...COMMON,
  id: 3,
  name: 'Sea Clinic',
  reach: { kind: 'referrer', id: 4, name: 'Dr. Sara Nasser' },
  kind: 'webhook',
  url: 'https://reports.seaclinic.example/hooks/zelab',
  host: null,
  port: null,
  ca: null,
  serverName: null,
  processingId: null,
  sendingApplication: null,
  sendingFacility: null,
  receivingApplication: null,
  receivingFacility: null,
  assigningAuthority: null,
  waiting: 12,
  waitingSince: SINCE,
  refused: 1,
  failing: { since: SINCE, answer: '503 Service Unavailable', nextTryAt: SINCE },
}
const RECEIVERS: Receiver[] = [
  WEBHOOK,
  {
    ...WEBHOOK,
    id: 5,
    name: 'Palm Hospital, integration engine',
    reach: { kind: 'lab' },
    kind: 'hl7',
    url: null,
    host: 'hl7.palm.example',
    port: 2575,
    processingId: 'T',
    waiting: 0,
    waitingSince: null,
    refused: 0,
    failing: null,
    lastUsedAt: null,
  },
]
const ATTEMPTS: Attempt[] = (['waiting', 'done', 'refused', 'superseded'] as const).map((state, index) => ({
  id: index + 1,
  report: 1204 + index,
  version: state === 'waiting' ? null : 1,
  type: state === 'done' ? 'report.amended' : 'report.published',
  state,
  at: SINCE,
  tries: state === 'refused' ? 8 : 0,
  answer: state === 'refused' ? '422 Unprocessable Content' : state === 'done' ? '202 Accepted' : null,
}))

const answers = async (page: Page): Promise<void> => {
  const pagination = { page: 1, limit: 10, totalItems: ATTEMPTS.length, totalPages: 1 }
  for (const [address, body] of [
    ['getClients', { data: CLIENTS }],
    ['getReceivers', { data: RECEIVERS }],
    ['getAttempts', { data: ATTEMPTS, pagination }],
    ['rotate', { data: { secret: `zlk_${'Ab3-'.repeat(11)}` } }],
  ] as const)
    await page.route(`**${API_BASE}/integration/${address}/*`, (route) =>
      route.fulfill({ json: { success: true, message: 'OK', ...body } }),
    )
}
const SENDINGS: ReportSending[] = ATTEMPTS.map((attempt) => ({
  ...attempt,
  receiver: { id: 3, name: 'Sea Clinic', kind: 'webhook' },
  ...(attempt.state === 'refused' && { type: 'report.withdrawn' as const }),
  mayResend: attempt.state === 'refused',
  isUnsettled: attempt.state === 'refused',
  maySettle: attempt.state === 'refused',
}))
const SENT = {
  address: '/user/reports/view/1',
  as: ADMIN,
  before: (page: Page) =>
    page.route(`**${API_BASE}/report/getSendings/*`, (route) =>
      route.fulfill({ json: { success: true, message: 'OK', data: SENDINGS } }),
    ),
}
const seeSendings = (page: Page) =>
  page.getByRole('heading', { name: 'Sent to Systems' }).scrollIntoViewIfNeeded()
const TAB = '/user/labs/1?tab=integrations'
const seeTab = (page: Page) => page.getByRole('heading', { name: 'Receivers' }).waitFor()

const actOn = async (page: Page, connection: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${connection}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Connections of a lab, with their dialogs. */
export const integrationStates: readonly Screen[] = [
  { name: 'lab-integrations', address: TAB, as: ADMIN, before: answers, act: seeTab },
  { name: 'lab-integrations-empty', address: TAB, as: ADMIN, act: seeTab },
  { name: 'integration-client', address: TAB, as: ADMIN, act: openDialog('Add Client') },
  { name: 'integration-receiver', address: TAB, as: ADMIN, act: openDialog('Add Receiver') },
  {
    name: 'integration-hl7',
    address: TAB,
    as: ADMIN,
    act: async (page) => {
      await openDialog('Add Receiver')(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByText('HL7', { exact: true }).click()
      await dialog.getByRole('button', { name: 'Add Receiver' }).click()
      await dialog.getByText('Please enter 2 to 60 characters').waitFor()
    },
  },
  {
    name: 'integration-hl7-names',
    address: TAB,
    as: ADMIN,
    act: async (page) => {
      await openDialog('Add Receiver')(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByText('HL7', { exact: true }).click()
      await dialog.getByLabel('Assigning Authority').fill('OASIS&1.2')
      await dialog.getByRole('button', { name: 'Add Receiver' }).click()
      await dialog.getByLabel('Assigning Authority').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'integration-secret',
    address: TAB,
    as: ADMIN,
    before: answers,
    act: async (page) => {
      await actOn(page, 'Insurer', 'New Key')
      await page.getByRole('dialog').getByRole('button', { name: 'New Key' }).click()
      await page.getByRole('dialog', { name: 'Secret of the Connection' }).waitFor()
    },
  },
  {
    name: 'integration-end',
    address: TAB,
    as: ADMIN,
    before: answers,
    act: (page) => actOn(page, 'Insurer', 'End'),
  },
  {
    name: 'integration-replay',
    address: TAB,
    as: ADMIN,
    before: answers,
    act: (page) => actOn(page, 'Sea Clinic', 'Send Again'),
  },
  {
    name: 'lab-integrations-failed',
    address: TAB,
    as: ADMIN,
    before: (page) =>
      page.route(`**${API_BASE}/integration/**`, (route) =>
        route.fulfill({ status: 503, json: { success: false, message: '', errors: [] } }),
      ),
    act: seeTab,
  },
  { ...SENT, name: 'report-sendings', act: seeSendings },
  {
    ...SENT,
    name: 'report-sending-confirm',
    act: async (page) => {
      await seeSendings(page)
      await page.getByRole('button', { name: 'Mark as Removed at Sea Clinic' }).click()
    },
  },
  {
    name: 'integration-log',
    address: TAB,
    as: ADMIN,
    before: answers,
    act: async (page) => {
      await actOn(page, 'Sea Clinic', 'Log')
      await page.getByRole('dialog').getByRole('listitem').getByText('Refused').waitFor()
    },
  },
]
