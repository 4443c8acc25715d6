import type { InboxListQuery, InboxMatch } from '@zelab/contract'
import { DEFAULT_PAGE, INBOX_MATCHES, INBOX_SOURCE_KINDS } from '@zelab/contract/limits'
import { defaultPageSize } from '../../lib/brand.ts'
import type { InboxFilters } from './queries.ts'
import {
  omitUndefined,
  readOneOf,
  readPageSize,
  readWholeNumber,
  unlessDefault,
} from '../../lib/search-params.ts'

// Repeated here to keep the contract off the first download.
export const VIEWS = ['open', 'automatic', 'rejected'] as const satisfies readonly InboxListQuery['view'][]
export type InboxView = (typeof VIEWS)[number]

export const SOURCES = ['upload', ...INBOX_SOURCE_KINDS] as const
export type InboxSource = (typeof SOURCES)[number]

/** What the address of the inbox says; the defaults are left out. */
export interface InboxSearch {
  view?: Exclude<InboxView, 'open'> | undefined
  match?: InboxMatch | undefined
  source?: InboxSource | undefined
  labId?: number | undefined
  page?: number | undefined
  limit?: number | undefined
}

export const readInboxSearch = (search: Record<string, unknown>): InboxSearch => {
  const view = readOneOf(search.view, VIEWS)
  return {
    view: view === 'open' ? undefined : view,
    match: readOneOf(search.match, INBOX_MATCHES),
    source: readOneOf(search.source, SOURCES),
    labId: readWholeNumber(search.labId),
    page: readWholeNumber(search.page, 2),
    limit: unlessDefault(readPageSize(search.limit), defaultPageSize()),
  }
}

/** The same for an opened item, with a patient who was just registered for it. */
export type ItemSearch = InboxSearch & { patient?: number | undefined }

export const readItemSearch = (search: Record<string, unknown>): ItemSearch => ({
  ...readInboxSearch(search),
  patient: readWholeNumber(search.patient),
})

/** The request for the page of the list that the address names. */
export const filtersOf = ({ view, match, source, labId, page, limit }: InboxSearch): InboxFilters =>
  omitUndefined({
    view: view ?? 'open',
    // Decided items are not sorted by match.
    match: view === undefined ? match : undefined,
    source,
    labId,
    page: page ?? DEFAULT_PAGE,
    limit: limit ?? defaultPageSize(),
  })

/** Another filter starts at the first page. */
export const withFilter = (search: InboxSearch, filter: InboxSearch): InboxSearch =>
  omitUndefined({ ...search, ...filter, page: undefined })

export const hasFilter = ({ view, match, source, labId }: InboxSearch): boolean =>
  (view === undefined && match !== undefined) || source !== undefined || labId !== undefined
