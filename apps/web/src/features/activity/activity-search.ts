import type { ActivityAction } from '@zelab/contract'
import { ACTIVITY_KINDS, ACTIVITY_TABS, DEFAULT_PAGE } from '@zelab/contract/limits'
import type { ActivityFilters } from '../../lib/queries/activity.ts'
import {
  omitUndefined,
  readOneOf,
  readPage,
  readPageSize,
  readPlainDate,
  readText,
  readWholeNumber,
  searchReader,
} from '../../lib/search-params.ts'

/** Log entries are skimmed, so a page has more than the usual 10 rows. */
const STANDARD_PAGE_SIZE = 20

/** Changes without one, because views are most of the log. */
const OTHER_KINDS = [...ACTIVITY_KINDS.filter((kind) => kind !== 'changes'), 'all'] as const

const FILTERS = {
  kind: (value: unknown) => readOneOf(value, OTHER_KINDS),
  actorId: (value: unknown) => readWholeNumber(value),
  // The server ignores unknown actions.
  action: (value: unknown) => readText(value, 40) as ActivityAction | undefined,
  fromDate: readPlainDate,
  toDate: readPlainDate,
}

export const readActivitySearch = searchReader({
  tab: (value) => readOneOf(value, ACTIVITY_TABS),
  ...FILTERS,
  page: readPage,
  limit: (value) => readPageSize(value, STANDARD_PAGE_SIZE),
})
export type ActivitySearch = ReturnType<typeof readActivitySearch>

const kindOf = ({ kind, action }: ActivitySearch) =>
  action === undefined ? readOneOf(kind ?? 'changes', ACTIVITY_KINDS) : undefined

/** An action says the kind itself. */
export const filterOf = (search: ActivitySearch) => {
  const { page: _, limit: __, ...filter } = search
  return { tab: 'all' as const, ...omitUndefined({ ...filter, kind: kindOf(search) }) }
}

export const countActivityFilters = (search: ActivitySearch): number =>
  Object.keys(FILTERS).filter((name) => search[name as keyof typeof FILTERS] !== undefined).length

export const activityFiltersOf = (search: ActivitySearch) =>
  ({
    ...filterOf(search),
    page: search.page ?? DEFAULT_PAGE,
    limit: search.limit ?? STANDARD_PAGE_SIZE,
  }) satisfies ActivityFilters
