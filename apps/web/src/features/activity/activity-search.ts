import type { ActivityTab } from '@zelab/contract'
import { DEFAULT_PAGE, PAGE_SIZES } from '@zelab/contract/limits'
import type { ActivityFilters } from '../../lib/queries/activity.ts'
import { readOneOf, readWholeNumber } from '../../lib/search-params.ts'

/** The tabs with their keys in the address (AMB-87). Repeated here to keep the contract off the first download. */
const TABS = ['all', 'self', 'system'] as const satisfies readonly ActivityTab[]

/** A log is skimmed, so a page holds more than the 10 rows of other lists. */
const STANDARD_PAGE_SIZE = 20

export interface ActivitySearch {
  tab?: ActivityTab | undefined
  page?: number | undefined
  limit?: number | undefined
}

const withoutAbsent = (search: ActivitySearch): ActivitySearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** Reads the address; odd values are dropped (AMB-93). */
export const readActivitySearch = (search: Record<string, unknown>): ActivitySearch => {
  const page = readWholeNumber(search.page)
  const limit = PAGE_SIZES.find((size) => size === readWholeNumber(search.limit))
  return withoutAbsent({
    tab: readOneOf(search.tab, TABS),
    page: page === DEFAULT_PAGE ? undefined : page,
    limit: limit === STANDARD_PAGE_SIZE ? undefined : limit,
  })
}

/** Another tab or page size starts at page 1: the old page may not exist any more. */
export const withActivityFilter = (
  search: ActivitySearch,
  change: Omit<ActivitySearch, 'page'>,
): ActivitySearch => withoutAbsent({ ...search, ...change, page: undefined })

export const activityFiltersOf = (search: ActivitySearch) =>
  ({
    tab: search.tab ?? 'all',
    page: search.page ?? DEFAULT_PAGE,
    limit: search.limit ?? STANDARD_PAGE_SIZE,
  }) satisfies ActivityFilters

/** The tab of a chosen key; the library only knows that it is text. */
export const tabOf = (key: string | null): ActivityTab => readOneOf(key, TABS) ?? 'all'
