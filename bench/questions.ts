import { API_BASE, contract, FILTERED_MARKS, VISIT_LISTS, type Endpoint } from '@zelab/contract'

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const QUESTIONS: Record<string, string>[] = [
  {},
  { page: '20' },
  ...['khan', 'al', 'Mohamed Khan', 'xyzzy', '501234567', 'EMR-100123', 'ZL-77', 'p4711@mail.example'].map(
    (search) => ({ search }),
  ),
  { search: 'khan', reportTypeId: '1' },
  { search: 'khan', status: 'completed' },
  { status: 'pending' },
  { gender: 'female' },
  { registrationType: 'Walk-in' },
  { registrationType: 'Unknown' },
  { reportTypeId: '3' },
  ...FILTERED_MARKS.map((mark) => ({ mark })),
  { fromDate: day(900), toDate: day(880) },
  { fromDate: day(20), toDate: day(0) },
  { fromDate: day(900), toDate: day(880), action: 'report.view' },
  { fromDate: day(900), toDate: day(880), action: 'lab.update' },
  { fromDate: day(900), toDate: day(880), actorId: '3' },
  { tab: 'self' },
  { tab: 'system' },
  { action: 'report.download' },
  { actorId: '3' },
  { objectType: 'report', objectId: '77' },
  ...['fullName', 'createdAt', 'title'].flatMap((sortBy) =>
    ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })),
  ),
  ...['not-reached', 'not-opened', 'correction-not-opened'].map((view) => ({ view })),
  ...['open', 'rejected', 'to-review', 'published'].map((view) => ({ view })),
  ...VISIT_LISTS.map((list) => ({ list })),
  { channel: 'sms' },
  { match: 'red' },
  { period: 'week' },
  { period: 'year' },
]

const questionsOf = (endpoint: Endpoint): Record<string, string>[] => {
  const known = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {})
  const questions = QUESTIONS.filter((question) =>
    Object.keys(question).every((name) => known.includes(name)),
  )
  return endpoint.response === 'file' ? questions.slice(0, 2) : questions
}

const SEARCHES = [
  '',
  'khan',
  'al',
  'Mohamad Kahn',
  '501234567',
  'EMR-100123',
  'ZL-77',
  '#77',
  'p4711@mail.example',
]

export interface Question {
  method: 'GET' | 'POST'
  address: string
  body?: Record<string, string>
}

/** @param ids by the first part of a path, such as `patient`, or `fileName`; other records have the id 1 */
export const listQuestions = (ids: Record<string, string>): Question[] => [
  ...Object.values(contract)
    .flatMap((group) => Object.values(group as Record<string, Endpoint>))
    .filter(({ method }) => method === 'GET')
    .flatMap((endpoint) => {
      const [, area = ''] = endpoint.path.split('/')
      const kind = /OfReport|ofReport|getOptions|getVersions|getReaders|getVerification/.test(endpoint.path)
        ? 'report'
        : area
      const path = endpoint.path.replace(':fileName', ids.fileName ?? '').replace(/:\w+/g, ids[kind] ?? '1')
      return questionsOf(endpoint).map((query) => ({
        method: 'GET' as const,
        address: `${API_BASE}${path}?${new URLSearchParams(query)}`,
      }))
    }),
  ...SEARCHES.map((text) => ({
    method: 'POST' as const,
    address: `${API_BASE}/search/records`,
    body: { text },
  })),
]
