import { API_BASE, CLIENT_SCOPES, type ApiClient, type Attempt, type Receiver } from '@zelab/contract'
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
  ] as const)
    await page.route(`**${API_BASE}/integration/${address}/*`, (route) =>
      route.fulfill({ json: { success: true, message: 'OK', ...body } }),
    )
}
const TAB = '/user/labs/1?tab=integrations'
const seeTab = (page: Page) => page.getByRole('heading', { name: 'Receivers' }).waitFor()

/** Connections of a lab, with their dialogs. */
export const integrationStates: readonly Screen[] = [
  { name: 'lab-integrations', address: TAB, as: ADMIN, before: answers, act: seeTab },
  { name: 'lab-integrations-empty', address: TAB, as: ADMIN, act: seeTab },
  { name: 'integration-client', address: TAB, as: ADMIN, act: openDialog('Add Client') },
  { name: 'integration-receiver', address: TAB, as: ADMIN, act: openDialog('Add Receiver') },
  {
    name: 'integration-log',
    address: TAB,
    as: ADMIN,
    before: answers,
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Sea Clinic' }).click()
      await page.getByRole('menuitem', { name: 'Log' }).click()
      await page.getByRole('dialog').getByText('Refused').waitFor()
    },
  },
]
