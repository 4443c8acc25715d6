import {
  API_BASE,
  inboxFileAddress,
  type InboxCounts,
  type InboxItem,
  type OpenedInboxItem,
} from '@zelab/contract'
import type { Page, Route } from '@playwright/test'
import { samplePdf } from '../sample-files.ts'
import type { Screen } from './screens.ts'

const LAB = { id: 1, name: 'Al Noor Medical Laboratory' }
const FILE = { mediaType: 'application/pdf', sizeBytes: 84_211, pageCount: 3 }
const TYPE = { id: 1, title: 'Complete Blood Count' }

const PATIENTS = [
  ['Layla Rahman', '1984-02-11', 'ALN-20418'],
  ['Omar Al Mansoori', '1971-09-30', 'ALN-20533'],
  ['Priya Nair', '1996-06-05', 'ALN-19877'],
  ['Hassan Khoury', '1959-12-24', 'ALN-20102'],
  ['Maria Santos', '2003-03-17', 'ALN-20610'],
] as const

const itemOf = (id: number, changes: Partial<InboxItem> = {}): InboxItem => {
  const [fullName, dateOfBirth, emrId] = PATIENTS[id % PATIENTS.length] ?? PATIENTS[0]
  return {
    id,
    lab: LAB,
    source: { kind: 'folder', name: 'Analyzer room' },
    kind: 'report',
    fileName: `${emrId}_${fullName.replaceAll(' ', '-')}.pdf`,
    file: { ...FILE, address: inboxFileAddress(id) },
    receivedAt: '2026-01-15T06:30:00.000Z',
    changedAt: null,
    revision: 1,
    match: 'green',
    group: 'ready',
    problem: null,
    isCritical: false,
    notices: [],
    patient: { id: 100 + id, fullName, dateOfBirth, gender: id % 2 ? 'MALE' : 'FEMALE', emrId },
    title: 'Complete Blood Count',
    reportType: TYPE,
    proposal: null,
    target: null,
    claim: null,
    state: 'open',
    decided: null,
    reportId: null,
    isAutomatic: false,
    reviewed: null,
    ...changes,
  }
}

const OPEN: InboxItem[] = [
  itemOf(1),
  itemOf(2, { proposal: 'file' }),
  itemOf(3, { source: { kind: 'hl7', name: 'Laboratory system' } }),
  itemOf(5, { claim: { by: 'Yusuf Technician', isOwn: false, until: '2199-01-01T00:00:00.000Z' } }),
  ...[
    itemOf(4, { match: 'amber', fileName: 'scan-0192.pdf', source: { kind: 'upload', name: 'Sara Doctor' } }),
    itemOf(6, { match: 'amber', problem: 'not-final', source: { kind: 'hl7', name: 'Laboratory system' } }),
    itemOf(8, { title: null, reportType: null, fileName: 'ALN-20102_Hassan_Khoury_2026-01-15_results.pdf' }),
  ].map((item): InboxItem => ({ ...item, group: 'check' })),
  itemOf(7, {
    match: 'red',
    group: 'no-patient',
    patient: null,
    fileName: 'external-result-of-a-visitor.pdf',
  }),
]
const REJECTED = itemOf(9, {
  state: 'rejected',
  fileName: 'quality-control.pdf',
  decided: {
    at: '2026-01-15T08:00:00.000Z',
    by: 'Yusuf Technician',
    reason: 'not-a-report',
    note: 'Calibration of the morning',
  },
})
const AUTOMATIC = itemOf(10, {
  state: 'published',
  isAutomatic: true,
  reportId: 4,
  decided: { at: '2026-01-15T08:00:00.000Z', by: null, reason: null, note: null },
})
const COUNTS: InboxCounts = {
  green: 5,
  amber: 2,
  red: 1,
  critical: 0,
  groups: { critical: 0, ready: 4, check: 3, 'no-patient': 1 },
  toReview: 1,
  problems: [{ name: 'Front desk scanner', problem: 'folder-missing', since: '2026-01-15T05:00:00.000Z' }],
}

const OPENED: OpenedInboxItem = {
  ...itemOf(4, {
    match: 'amber',
    fileName: 'scan-0192.pdf',
    source: { kind: 'upload', name: 'Sara Doctor' },
  }),
  claim: { by: 'Sara Doctor', isOwn: true, until: '2199-01-01T00:00:00.000Z' },
  named: {
    names: ['Maria Santos'],
    datesOfBirth: ['March 17, 2003'],
    ids: ['ALN-20610'],
    phones: ['+971 50 123 9876'],
    codes: ['0020610'],
  },
  isOpened: false,
  isReadWhole: false,
  candidates: [
    {
      id: 104,
      fullName: 'Maria Santos',
      dateOfBirth: '2003-03-17',
      gender: 'FEMALE',
      emrId: null,
      phone: { number: '+971501239876' },
      certainty: 'possible',
      comparison: [
        { field: 'name', inFile: 'Maria Santos', onRecord: 'Maria Santos', agrees: true },
        { field: 'dateOfBirth', inFile: 'March 17, 2003', onRecord: 'March 17, 2003', agrees: true },
      ],
    },
    {
      id: 109,
      fullName: 'Mariam Santos',
      dateOfBirth: '1993-03-17',
      gender: 'FEMALE',
      emrId: 'ALN-11002',
      phone: { number: '+971501239870' },
      certainty: 'possible',
      comparison: [
        { field: 'emrId', inFile: 'ALN-20610', onRecord: 'ALN-11002', agrees: false },
        { field: 'name', inFile: 'Maria Santos', onRecord: 'Mariam Santos', agrees: true },
        { field: 'dateOfBirth', inFile: 'March 17, 2003', onRecord: 'March 17, 1993', agrees: false },
      ],
    },
  ],
  hasMore: true,
  registration: { fullName: 'Maria Santos', dateOfBirth: '2003-03-17', emrId: 'ALN-20610', phone: null },
}

const list = (route: Route) => {
  const asked = new URL(route.request().url()).searchParams
  const view = asked.get('view')
  const open = OPEN.filter(({ match }) => !asked.get('match') || match === asked.get('match'))
  const data = view === 'rejected' ? [REJECTED] : view === 'automatic' ? [AUTOMATIC] : open
  const pagination = { page: 1, limit: 10, totalItems: data.length, totalPages: 1 }
  return route.fulfill({ json: { success: true, message: '', data, pagination } })
}
const answerWith = (data: unknown) => (route: Route) =>
  route.fulfill({ json: { success: true, message: '', data } })

const answer = async (page: Page) => {
  await page.route(`**${API_BASE}/inbox/getAll*`, list)
  await page.route(`**${API_BASE}/inbox/getCounts*`, answerWith(COUNTS))
  await page.route(`**${API_BASE}/inbox/claim/*`, answerWith(OPENED))
  await page.route(`**${API_BASE}/inbox/release/*`, answerWith(null))
  await page.route(`**${API_BASE}/inbox/file/*`, (route) =>
    route.fulfill({ contentType: 'application/pdf', body: samplePdf().buffer }),
  )
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** The list, an open item and the confirmation of several items. */
export const inboxScreensOf = (doctor: string): Screen[] => [
  {
    name: 'inbox',
    isEveryday: true,
    address: '/user/inbox',
    as: doctor,
    before: answer,
    act: (page) => page.getByRole('link', { name: 'external-result-of-a-visitor.pdf' }).waitFor(),
  },
  {
    name: 'inbox-item',
    address: '/user/inbox/4',
    as: doctor,
    before: answer,
    act: async (page) => {
      await page.getByRole('radio', { name: /^Maria Santos/ }).check()
      await page.frameLocator('iframe').locator('.textLayer').first().waitFor()
    },
  },
  {
    name: 'inbox-publish',
    address: '/user/inbox',
    as: doctor,
    before: answer,
    act: press(/^Publish \d+ Ready$/),
  },
]

export const inboxStatesOf = (doctor: string, admin: string): Screen[] => [
  { name: 'inbox-admin', address: '/user/inbox?labId=1', as: admin, before: answer },
  { name: 'inbox-automatic', address: '/user/inbox?view=automatic', as: doctor, before: answer },
  { name: 'inbox-rejected', address: '/user/inbox?view=rejected', as: doctor, before: answer },
  {
    name: 'inbox-set-type',
    address: '/user/inbox',
    as: doctor,
    before: answer,
    act: async (page) => {
      await press(/^Select All/)(page)
      await press('Set Type')(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'inbox-reject',
    address: '/user/inbox/4',
    as: doctor,
    before: answer,
    act: press(/^Reject/),
  },
  {
    name: 'inbox-question',
    address: '/user/inbox/4',
    as: doctor,
    before: answer,
    act: async (page) => {
      await page.getByRole('radio', { name: /^Mariam Santos/ }).check()
      await press(/^Publish for Mariam/)(page)
      await page.getByRole('dialog').waitFor()
    },
  },
]
