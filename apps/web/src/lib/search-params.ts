import { isNameableDay } from '@zelab/contract/date-range'
import { PAGE_SIZES } from '@zelab/contract/limits'

/**
 * Search parameters stay plain text both ways: `?search=12` is the text "12" and is written without quotes.
 * The readers below give every odd value its default (AMB-93). They are written by hand because route files
 * are part of the first download, where a validation library has no place.
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

/** One of the page sizes that the lists offer. */
export const readPageSize = (value: unknown): number | undefined =>
  PAGE_SIZES.find((size) => size === readWholeNumber(value))

/** Leaves the default out, which the address does not name. */
export const unlessDefault = <Value>(value: Value | undefined, standard: Value): Value | undefined =>
  value === standard ? undefined : value

/** One of the given words, in any case; absent when it is another. */
export const readOneOf = <Word extends string>(value: unknown, words: readonly Word[]): Word | undefined =>
  words.find((word) => word.toLowerCase() === String(value).toLowerCase())

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
