import { DEFAULT_PAGE, INBOX_MATCHES, INBOX_ORIGINS, INBOX_VIEWS } from '@zelab/contract/limits'
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

const DECIDED_VIEWS = INBOX_VIEWS.filter((view) => view !== 'open')

const READERS = {
  view: (value: unknown) => readOneOf(value, DECIDED_VIEWS),
  match: (value: unknown) => readOneOf(value, INBOX_MATCHES),
  source: (value: unknown) => readOneOf(value, INBOX_ORIGINS),
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
