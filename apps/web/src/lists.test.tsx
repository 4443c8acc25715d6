import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import {
  contract,
  type Endpoint,
  type Lab,
  type Patient,
  type PatientImport,
  type Receiver,
  type Report,
  type User,
} from '@zelab/contract'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { act, type FunctionComponent } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PatientDelegates } from './features/deliveries/delegates/patient-delegates.tsx'
import { AccessHistory } from './features/activity/access-history.tsx'
import { ActivityPage } from './features/activity/activity-page.tsx'
import { CriticalPage } from './features/critical/critical-page.tsx'
import { ToDoCard } from './features/dashboard/to-do/to-do.tsx'
import { useToDo } from './features/dashboard/to-do/use-to-do.ts'
import { LabsPage } from './features/labs/labs-page.tsx'
import { ReferrersCard } from './features/visits/settings/referrers-card.tsx'
import { UsersPage } from './features/users/users-page.tsx'
import { VisitLists } from './features/visits/visit-lists.tsx'
import { NoContactList } from './features/deliveries/list/no-contact-list.tsx'
import { AgingOutList } from './features/deliveries/list/aging-out-list.tsx'
import { DeliveriesPage } from './features/deliveries/list/deliveries-page.tsx'
import { PatientDeliveries } from './features/deliveries/list/patient-deliveries.tsx'
import { ReportDeliveries } from './features/deliveries/report-deliveries.tsx'
import { InboxPage } from './features/inbox/list/inbox-page.tsx'
import { UnopenedList } from './features/insights/unopened-list.tsx'
import { LabIntegrations } from './features/integrations/lab-integrations.tsx'
import { LogDialog } from './features/integrations/receiver-dialogs.tsx'
import { LabStaff } from './features/labs/lab-staff.tsx'
import { ImportRows } from './features/patient-import/import-rows.tsx'
import { OtherRecordPicker } from './features/patients/merge/other-record-picker.tsx'
import { ChangeHistory } from './features/patients/profile/change-history.tsx'
import { MergedRecords } from './features/patients/profile/merged-records.tsx'
import { SentToSystems } from './features/reports/detail/sent-to-systems.tsx'
import { VersionHistory } from './features/reports/detail/version-history.tsx'
import { ReaderList } from './features/reports/reader-list.tsx'
import { ProvidersCard } from './features/settings/providers/providers-card.tsx'
import { press } from './testing/form-page.tsx'
import { PatientsPage } from './features/patients/list/patients-page.tsx'
import { ReleasePage } from './features/release/release-page.tsx'
import { ReportsPage } from './features/reports/list/reports-page.tsx'
import { mountForEachTest } from './testing/mount.tsx'
import { sampleOf } from './testing/sample.ts'
import { pressOnPage } from './lib/page-shortcuts.ts'
import { removeLabs, setLabs } from './lib/app-data-store.ts'
import { useBrand } from './lib/brand.ts'
import { removeUser, setUser } from './lib/session-store.ts'
import * as texts from './ui/list/texts.ts'
import './ui/shortcuts/record-shortcuts.ts'
import { WAIT_MS } from '../../../test-limits.ts'

const nothing = () => undefined
const PATIENT = sampleOf(contract.patients.getById.response.shape.data) as Patient
const REPORT = sampleOf(contract.reports.getById.response.shape.data) as Report
const RECEIVER = sampleOf(contract.integrations.getReceivers.response.shape.data.def.element) as Receiver
const PAGE = { page: 3, limit: 10 }

interface ShownList {
  file: string
  Page: FunctionComponent
  /** Needed when the page reads search parameters. */
  address?: string
  /** Its pages; 2 by default, as the server says. */
  pages?: number
  /** Opens the list. */
  button?: string
}

const ToDo = () => <ToDoCard work={useToDo()} kind={undefined} height={300} renderCall={() => null} />

const LISTS: readonly ShownList[] = [
  {
    file: 'activity/access-history',
    Page: () => <AccessHistory type="patient" id={1} />,
    button: 'Show Access history',
  },
  { file: 'activity/activity-page', address: '/user/logs/activity', Page: ActivityPage },
  { file: 'critical/critical-page', address: '/user/critical/', Page: CriticalPage },
  {
    file: 'dashboard/to-do/to-do',
    address: '/user/dashboard',
    Page: () => <ToDo />,
    pages: 1,
  },
  { file: 'labs/labs-page', address: '/user/labs/', Page: LabsPage },
  { file: 'visits/settings/referrers-card', Page: () => <ReferrersCard labId={1} /> },
  { file: 'settings/providers/providers-card', Page: ProvidersCard, pages: 1 },
  { file: 'users/users-page', address: '/user/users/', Page: UsersPage, pages: 1 },
  { file: 'visits/visit-lists', address: '/user/dashboard', Page: VisitLists },
  { file: 'deliveries/list/delivery-list', address: '/user/deliveries', Page: DeliveriesPage },
  {
    file: 'deliveries/list/no-contact-list',
    Page: () => <NoContactList page={PAGE} onPageChange={nothing} />,
  },
  { file: 'deliveries/list/aging-out-list', Page: () => <AgingOutList page={PAGE} onPageChange={nothing} /> },
  { file: 'deliveries/delegates/patient-delegates', Page: () => <PatientDelegates patientId={1} /> },
  { file: 'deliveries/list/patient-deliveries', Page: () => <PatientDeliveries patientId={1} /> },
  { file: 'deliveries/report-deliveries', Page: () => <ReportDeliveries reportId={1} isWithdrawn={false} /> },
  {
    file: 'inbox/list/inbox-page',
    address: '/user/inbox/',
    Page: () => <InboxPage renderNewReportType={() => null} />,
  },
  {
    file: 'insights/unopened-list',
    Page: () => (
      <UnopenedList
        filters={{ fromDate: '2026-01-01', toDate: '2026-01-31' }}
        isOfEveryLab
        page={3}
        onPageChange={nothing}
      />
    ),
  },
  {
    file: 'patient-import/import-rows',
    address: '/user/patients/import',
    Page: () => (
      <ImportRows found={sampleOf(contract.patientImport.get.response.shape.data) as PatientImport} />
    ),
  },
  { file: 'labs/lab-staff', Page: () => <LabStaff labId={1} page={3} onPageChange={nothing} /> },
  {
    file: 'patients/merge/other-record-picker',
    Page: () => <OtherRecordPicker patient={PATIENT} onChoose={nothing} />,
  },
  {
    file: 'patients/profile/change-history',
    Page: () => <ChangeHistory patientId={1} />,
    button: 'Show Changes',
  },
  { file: 'patients/profile/merged-records', Page: () => <MergedRecords patientId={1} /> },
  { file: 'patients/list/patients-page', address: '/user/patients/', Page: PatientsPage },
  { file: 'release/release-page', address: '/user/release/', Page: ReleasePage },
  { file: 'integrations/lab-integrations', Page: () => <LabIntegrations labId={1} /> },
  {
    file: 'integrations/receiver-dialogs',
    Page: () => <LogDialog receiver={RECEIVER} state="" onClose={nothing} />,
  },
  { file: 'reports/detail/sent-to-systems', Page: () => <SentToSystems reportId={1} /> },
  { file: 'reports/reader-list', Page: () => <ReaderList reportId={1} /> },
  { file: 'reports/detail/version-history', Page: () => <VersionHistory report={REPORT} shown={1} /> },
  { file: 'reports/list/reports-page', address: '/user/reports/', Page: ReportsPage },
]

const SOURCES = path.resolve(import.meta.dirname)
const sourcesWith = (pattern: RegExp) =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(features|entities|shell|routes)\/.*\.tsx$/.test(name) && !name.includes('.test.'))
    .filter((name) => pattern.test(readFileSync(path.join(SOURCES, name), 'utf8')))
    .map((name) => name.replace(/^features\/|\.tsx$/g, ''))

/** Rows that are part of something else, and not fetched by themselves. */
const PARTS = [
  'dashboard/recent-panel',
  'patients/retention/retention-card',
  'reports/detail/verification/verification',
  'deliveries/delegates/patient-delegates',
  'insights/delivery-times',
  'insights/turnaround',
  'inbox/rules/trial-result',
  'patients/profile/patient-reports',
  'release/unreleased-page',
  'report-types/report-type-list',
  'settings/backup-settings',
  'users/user-table',
]

it('shows what was fetched in one way, in every list of this test [LIST-60]', () => {
  const listed = sourcesWith(/<(PagedList|RecordList)\b/)
  expect(listed.toSorted()).toEqual(LISTS.map(({ file }) => file).toSorted())
  expect(sourcesWith(/<(PaginationBar|StableHeight)\b/)).toEqual([])
  expect(sourcesWith(/<(RecordTable|DataTable|RecordRows)\b(?!\s+\{\.\.\.shown\})/).toSorted()).toEqual(
    PARTS.toSorted(),
  )
})

const ENDPOINTS: readonly Endpoint[] = Object.values(contract).flatMap((module) => Object.values(module))

const endpointOf = (address: string, method = 'GET'): Endpoint | undefined => {
  const { pathname } = new URL(address, 'http://localhost')
  return ENDPOINTS.find(
    (one) =>
      one.method === method && new RegExp(`/api/v1${one.path.replaceAll(/:\w+/g, '\\d+')}$`).test(pathname),
  )
}

const PAGINATION = { page: 2, limit: 10, totalItems: 15, totalPages: 2 }
/** The counters of these caches refresh once a minute. */
const REFRESHED: readonly unknown[] = ['inbox', 'release', 'critical']
const ADMIN = { id: 1, fullName: 'Ada', userType: { name: 'Admin' }, lab: null } as User

const LEADS_TO_RECORDS = /(patients|reports|release|critical|inbox)-page$|to-do$|delivery-list$/

describe.each(LISTS)('$file', ({ file, Page, address = '/', pages = 2, button }) => {
  let client: QueryClient
  let isFailing = false
  const answer = (url: string, method?: string): Response => {
    const response = endpointOf(url, method)?.response
    if (isFailing || !response || typeof response === 'string')
      return Response.json({ success: false, message: 'Out of order', errors: [] }, { status: 503 })
    const sample = sampleOf(response) as object
    return Response.json('pagination' in sample ? { ...sample, pagination: PAGINATION } : sample)
  }
  beforeEach(() => {
    isFailing = false
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    vi.useFakeTimers({ toFake: ['setInterval'] })
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => answer(url, init?.method))
    const brand = useBrand.getState()
    setUser(ADMIN)
    setLabs([sampleOf(contract.labs.list.response.shape.data.def.element) as Lab])
    // Missing in happy-dom; the inbox continues uploads in one tab only.
    Reflect.defineProperty(navigator, 'locks', { value: { request: nothing }, configurable: true })
    return () => {
      vi.useRealTimers()
      removeUser()
      removeLabs()
      useBrand.setState(brand)
      Reflect.deleteProperty(navigator, 'locks')
    }
  })
  mountForEachTest(() => {
    const root = createRootRoute()
    const shell = createRoute({ getParentRoute: () => root, id: '_shell' })
    const page = createRoute({ getParentRoute: () => shell, path: address, component: Page })
    const router = createRouter({
      routeTree: root.addChildren([shell.addChildren([page])]),
      history: createMemoryHistory({ initialEntries: [`${address}?page=3`] }),
    })
    return (
      <QueryClientProvider client={client}>
        <main>
          <RouterProvider router={router} />
        </main>
      </QueryClientProvider>
    )
  })

  const rows = () =>
    [...document.querySelectorAll('tbody tr, ul[aria-busy] > li, ol[aria-busy] > li')].filter(
      (row) => !row.outerHTML.includes('data-testid="skeleton'),
    ).length
  const until = (check: () => void) => act(() => vi.waitFor(check, WAIT_MS))
  const load = async () => {
    if (button !== undefined) await act(() => vi.waitFor(() => press(button), WAIT_MS))
    await until(() => expect(rows()).toBeGreaterThan(0))
  }

  it('focuses the link to its first record with j, and its last with k [SPEED-40]', async () => {
    await load()
    const targets = [...document.querySelectorAll('main [data-link] a[aria-hidden]')]
    if (LEADS_TO_RECORDS.test(file)) expect(targets).not.toEqual([])
    const places = targets.length > 0 ? { j: targets[0], k: targets.at(-1) } : {}
    for (const [key, target] of Object.entries(places)) {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      act(() => void pressOnPage(key, false))
      const link = `[href="${target?.getAttribute('href')}"]:not([aria-hidden])`
      expect(document.activeElement?.matches(link), link).toBe(true)
    }
  })

  it('shows its page, keeps rows after a failure, and refreshes with its counter [LIST-61, LIST-62, LIST-63]', async () => {
    await load()
    const pager = document.querySelector(`nav[aria-label="${texts.pagination}"]`)
    if (pager) expect(pager.textContent).toContain(texts.pageOf(pages, pages))

    const shared = () =>
      client
        .getQueryCache()
        .findAll({ type: 'active', predicate: ({ queryKey }) => REFRESHED.includes(queryKey[0]) })
    const before = shared().map(({ state }) => state.dataUpdateCount)
    window.dispatchEvent(new Event('pointermove'))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await until(() => {
      shared().forEach(({ queryKey, state }, index) =>
        expect(state.dataUpdateCount, JSON.stringify(queryKey)).toBeGreaterThan(before[index] ?? 0),
      )
    })

    const shown = rows()
    isFailing = true
    await act(() => client.invalidateQueries())
    await until(() => expect(document.querySelector('[role="alert"]')).not.toBeNull())
    expect(rows()).toBe(shown)
  })
})
