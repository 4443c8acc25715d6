import type { ActivityAction, ActivityTab } from '@zelab/contract'
import { DEFAULT_PAGE } from '@zelab/contract/limits'
import type { ActivityFilters } from '../../lib/queries/activity.ts'
import {
  omitUndefined,
  readOneOf,
  readPageSize,
  readPlainDate,
  readText,
  readWholeNumber,
  unlessDefault,
} from '../../lib/search-params.ts'

/** The tabs with their keys in the address (AMB-87). Repeated here to keep the contract off the first download. */
const TABS = ['all', 'self', 'system'] as const satisfies readonly ActivityTab[]

/** A log is skimmed, so a page holds more than the 10 rows of other lists. */
const STANDARD_PAGE_SIZE = 20

export interface ActivitySearch {
  tab?: ActivityTab | undefined
  /** The person's user id. */
  actorId?: number | undefined
  action?: string | undefined
  fromDate?: string | undefined
  toDate?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** Reads the address; odd values are dropped (AMB-93). */
export const readActivitySearch = (search: Record<string, unknown>): ActivitySearch =>
  omitUndefined({
    tab: readOneOf(search.tab, TABS),
    actorId: readWholeNumber(search.actorId),
    action: readText(search.action, 40),
    fromDate: readPlainDate(search.fromDate),
    toDate: readPlainDate(search.toDate),
    page: unlessDefault(readWholeNumber(search.page), DEFAULT_PAGE),
    limit: unlessDefault(readPageSize(search.limit), STANDARD_PAGE_SIZE),
  })

/** Another tab or page size starts at page 1: the old page may no longer exist. */
export const withActivityFilter = (
  search: ActivitySearch,
  change: Omit<ActivitySearch, 'page'>,
): ActivitySearch => omitUndefined({ ...search, ...change, page: undefined })

/** What the list and the export have in common. */
export const filterOf = ({ tab, actorId, action, fromDate, toDate }: ActivitySearch) => ({
  tab: tab ?? ('all' as const),
  actorId,
  // Another word than a known action is dropped by the server.
  action: action as ActivityAction | undefined,
  fromDate,
  toDate,
})

export const countActivityFilters = ({ actorId, action, fromDate, toDate }: ActivitySearch): number =>
  [actorId, action, fromDate, toDate].filter((value) => value !== undefined).length

export const activityFiltersOf = (search: ActivitySearch) =>
  ({
    ...filterOf(search),
    page: search.page ?? DEFAULT_PAGE,
    limit: search.limit ?? STANDARD_PAGE_SIZE,
  }) satisfies ActivityFilters

/** The tab of a chosen key; the library only knows that it is text. */
export const tabOf = (key: string | null): ActivityTab => readOneOf(key, TABS) ?? 'all'
