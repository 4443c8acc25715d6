import type { InboxListQuery } from '@zelab/contract'
import { DEFAULT_PAGE, INBOX_MATCHES, INBOX_SOURCE_KINDS } from '@zelab/contract/limits'
import { defaultPageSize } from '../../lib/brand.ts'
import type { InboxFilters } from './queries.ts'
import {
  omitUndefined,
  readOneOf,
  readPage,
  readPageSize,
  readWholeNumber,
  searchReader,
} from '../../lib/search-params.ts'

// Repeated here to keep the contract off the first download.
const DECIDED_VIEWS = ['automatic', 'rejected'] as const satisfies readonly InboxListQuery['view'][]
export const VIEWS = ['open', ...DECIDED_VIEWS] as const
export type InboxView = (typeof VIEWS)[number]

export const SOURCES = ['upload', ...INBOX_SOURCE_KINDS] as const
export type InboxSource = (typeof SOURCES)[number]

const READERS = {
  view: (value: unknown) => readOneOf(value, DECIDED_VIEWS),
  match: (value: unknown) => readOneOf(value, INBOX_MATCHES),
  source: (value: unknown) => readOneOf(value, SOURCES),
  labId: (value: unknown) => readWholeNumber(value),
  page: readPage,
  limit: (value: unknown) => readPageSize(value),
}

export const readInboxSearch = searchReader(READERS)
export type InboxSearch = ReturnType<typeof readInboxSearch>

/** The same for an opened item, with a patient who was just registered for it. */
export const readItemSearch = searchReader({ ...READERS, patient: (value) => readWholeNumber(value) })
export type ItemSearch = ReturnType<typeof readItemSearch>

/** Decided items are not sorted by match. */
const activeFilters = ({ view, match, source, labId }: InboxSearch) =>
  omitUndefined({ match: view === undefined ? match : undefined, source, labId })

/** The request for the page of the list that the address names. */
export const filtersOf = (search: InboxSearch): InboxFilters => ({
  view: search.view ?? 'open',
  ...activeFilters(search),
  page: search.page ?? DEFAULT_PAGE,
  limit: search.limit ?? defaultPageSize(),
})

export const hasFilter = (search: InboxSearch): boolean => Object.keys(activeFilters(search)).length > 0
