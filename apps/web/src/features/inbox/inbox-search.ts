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

// Duplicated here to keep the contract out of the initial bundle.
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

/** Search parameters of an opened item; `patient` was just registered for it. */
export const readItemSearch = searchReader({ ...READERS, patient: (value) => readWholeNumber(value) })
export type ItemSearch = ReturnType<typeof readItemSearch>

/** Only open items are filtered by match. */
export const activeFilters = ({ view, match, source, labId }: InboxSearch) =>
  omitUndefined({ match: view === undefined ? match : undefined, source, labId })

export const filtersOf = (search: InboxSearch): InboxFilters => ({
  view: search.view ?? 'open',
  ...activeFilters(search),
  page: search.page ?? DEFAULT_PAGE,
  limit: search.limit ?? defaultPageSize(),
})

export const hasFilter = (search: InboxSearch): boolean => Object.keys(activeFilters(search)).length > 0
