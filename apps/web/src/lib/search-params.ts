import { isNameableDay } from '@zelab/contract/date-range'
import { DEFAULT_PAGE, PAGE_SIZES, SEARCH_MAX_LENGTH } from '@zelab/contract/limits'
import { defaultPageSize } from './brand.ts'

/**
 * Search parameters stay plain text both ways: `?search=12` is the text "12" and is written without quotes.
 * The readers below drop invalid values (AMB-93). They use no validation library, because route files are part of
 * the first download.
 */
export type SearchParams = Record<string, unknown>

export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export const stringifySearch = (search: SearchParams): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Text without surrounding blanks; absent when empty. */
export const readText = (value: unknown, maxLength = 255): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== ''
    ? String(value).trim().slice(0, maxLength)
    : undefined

/** A whole number from `min` up; absent when it is anything else. */
export const readWholeNumber = (value: unknown, min = 1): number | undefined => {
  const number = typeof value === 'number' ? value : /^\d{1,15}$/.test(String(value)) ? Number(value) : NaN
  return Number.isSafeInteger(number) && number >= min ? number : undefined
}

/** The page of a list. The address does not name the first one. */
export const readPage = (value: unknown): number | undefined => readWholeNumber(value, DEFAULT_PAGE + 1)

/** One of the page sizes that the lists offer. The address does not name the default. */
export const readPageSize = (value: unknown, standard = defaultPageSize()): number | undefined =>
  PAGE_SIZES.find((size) => size !== standard && size === readWholeNumber(value))

export const readSearchText = (value: unknown): string | undefined => readText(value, SEARCH_MAX_LENGTH)

/** One of the given words, in any case; absent when it is another. */
export const readOneOf = <const Word extends string>(
  value: unknown,
  words: readonly Word[],
): Word | undefined => words.find((word) => word.toLowerCase() === String(value).toLowerCase())

/** A plain date YYYY-MM-DD that exists and that a filter may name. */
export const readPlainDate = (value: unknown): string | undefined => {
  const text = String(value)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return isReal && isNameableDay(text) ? text : undefined
}

/** The search parameters without those that are not set, which would be written as empty. */
export const omitUndefined = <Search extends object>(search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search

type Readers = Record<string, (value: unknown) => unknown>
/** The parameters of an address that differ from the default. */
type SearchOf<Given extends Readers> = { [Name in keyof Given]?: ReturnType<Given[Name]> }

/**
 * Reads the parameters of an address. Invalid values and defaults are undefined (AMB-93), not absent: the router would
 * hand over the text of an absent one.
 */
export const searchReader =
  <Given extends Readers>(readers: Given) =>
  (search: SearchParams): SearchOf<Given> =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(search[name])]),
    ) as SearchOf<Given>

interface ListSearch {
  page?: number | undefined
  limit?: number | undefined
  sortBy?: string | undefined
  sortOrder?: 'asc' | undefined
}

/** A changed filter, order or page size starts at page 1: the old page may no longer exist (AMB-50). */
export const withFilter = <Search extends ListSearch>(
  search: Search,
  change: Omit<Partial<Search>, 'page'>,
): Search => omitUndefined({ ...search, ...change, page: undefined })

/** The first press sorts by the column A to Z, the next one Z to A, and so on. */
export const withSortToggled = <Search extends ListSearch>(
  search: Search,
  sortBy: NonNullable<Search['sortBy']>,
): Search => {
  const sortOrder = search.sortBy === sortBy && search.sortOrder === 'asc' ? undefined : 'asc'
  return omitUndefined({ ...search, page: undefined, sortBy, sortOrder })
}

/** Everything shown again; the page size and the order are no filters and stay. */
export const withoutFilters = <Search extends ListSearch>({ limit, sortBy, sortOrder }: Search): Search =>
  omitUndefined({ limit, sortBy, sortOrder }) as Search
