import type { ActivityAction, ActivityTab } from '@zelab/contract'
import { DEFAULT_PAGE } from '@zelab/contract/limits'
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

/** The tabs with their keys in the address (AMB-87). Repeated here to keep the contract off the first download. */
const TABS = ['all', 'self', 'system'] as const satisfies readonly ActivityTab[]

/** A log is skimmed, so a page holds more than the 10 rows of other lists. */
const STANDARD_PAGE_SIZE = 20

const FILTERS = {
  /** The person's user id. */
  actorId: (value: unknown) => readWholeNumber(value),
  // Another word than a known action is dropped by the server.
  action: (value: unknown) => readText(value, 40) as ActivityAction | undefined,
  fromDate: readPlainDate,
  toDate: readPlainDate,
}

export const readActivitySearch = searchReader({
  tab: (value) => readOneOf(value, TABS),
  ...FILTERS,
  page: readPage,
  limit: (value) => readPageSize(value, STANDARD_PAGE_SIZE),
})
export type ActivitySearch = ReturnType<typeof readActivitySearch>

/** What the list and the export have in common. */
export const filterOf = ({ page: _, limit: __, ...filter }: ActivitySearch) => ({
  tab: 'all' as const,
  ...omitUndefined(filter),
})

export const countActivityFilters = (search: ActivitySearch): number =>
  Object.keys(FILTERS).filter((name) => search[name as keyof typeof FILTERS] !== undefined).length

export const activityFiltersOf = (search: ActivitySearch) =>
  ({
    ...filterOf(search),
    page: search.page ?? DEFAULT_PAGE,
    limit: search.limit ?? STANDARD_PAGE_SIZE,
  }) satisfies ActivityFilters

/** The tab of a chosen key; the library only knows that it is text. */
export const tabOf = (key: string | null): ActivityTab => readOneOf(key, TABS) ?? 'all'
