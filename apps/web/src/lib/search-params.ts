import { isNameableDay } from '@zelab/contract/fields/date-range'
import { DEFAULT_PAGE, PAGE_SIZES, SEARCH_MAX_LENGTH } from '@zelab/contract/limits'
import { defaultPageSize } from './brand.ts'

/** `?search=12` is the text "12". No validation library: route files are in the initial bundle. */
export type SearchParams = Record<string, unknown>

export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export const stringifySearch = (search: SearchParams): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Trimmed text; undefined when empty. */
export const readText = (value: unknown, maxLength = 255): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== ''
    ? String(value).trim().slice(0, maxLength)
    : undefined

/** A whole number of at least `min`; undefined for other values. */
export const readWholeNumber = (value: unknown, min = 1): number | undefined => {
  const number = typeof value === 'number' ? value : /^\d{1,15}$/.test(String(value)) ? Number(value) : NaN
  return Number.isSafeInteger(number) && number >= min ? number : undefined
}

/** Page of a list; undefined for the first one. */
export const readPage = (value: unknown): number | undefined => readWholeNumber(value, DEFAULT_PAGE + 1)

/** One of the offered page sizes; undefined for the default. */
export const readPageSize = (value: unknown, standard = defaultPageSize()): number | undefined =>
  PAGE_SIZES.find((size) => size !== standard && size === readWholeNumber(value))

export const readSearchText = (value: unknown): string | undefined => readText(value, SEARCH_MAX_LENGTH)

/** One of the given words, ignoring case; undefined for others. */
export const readOneOf = <const Word extends string>(
  value: unknown,
  words: readonly Word[],
): Word | undefined => words.find((word) => word.toLowerCase() === String(value).toLowerCase())

/** An existing date as YYYY-MM-DD within the range of filters. */
export const readPlainDate = (value: unknown): string | undefined => {
  const text = String(value)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return isReal && isNameableDay(text) ? text : undefined
}

/** Removes undefined parameters, which would be written as empty ones. */
export const omitUndefined = <Search extends object>(search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search

type Readers = Record<string, (value: unknown) => unknown>
/** Non-default URL parameters. */
type SearchOf<Given extends Readers> = { [Name in keyof Given]?: ReturnType<Given[Name]> }

/** Ignored values are undefined (AMB-93), because the router would pass the text of absent ones. */
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

/** Changing a filter, order or page size returns to page 1, because the old page may not exist (AMB-50). */
export const withFilter = <Search extends ListSearch>(
  search: Search,
  change: Omit<Partial<Search>, 'page'>,
): Search => omitUndefined({ ...search, ...change, page: undefined })

/** Sorts by the column A to Z, then toggles. */
export const withSortToggled = <Search extends ListSearch>(
  search: Search,
  sortBy: NonNullable<Search['sortBy']>,
): Search => {
  const sortOrder = search.sortBy === sortBy && search.sortOrder === 'asc' ? undefined : 'asc'
  return omitUndefined({ ...search, page: undefined, sortBy, sortOrder })
}

/** Clears the filters; page size and order stay. */
export const withoutFilters = <Search extends ListSearch>({ limit, sortBy, sortOrder }: Search): Search =>
  omitUndefined({ limit, sortBy, sortOrder }) as Search
