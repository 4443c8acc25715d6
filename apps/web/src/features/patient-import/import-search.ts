import { readOneOf, readWholeNumber } from '../../lib/search-params.ts'

export const ROW_KINDS = ['errors', 'duplicates', 'all'] as const

/** What the address of the page holds: the import, so that a reload keeps it, and what is looked at of its rows. */
export interface ImportSearch {
  id?: number | undefined
  kind?: (typeof ROW_KINDS)[number] | undefined
  page?: number | undefined
}

export const readImportSearch = (search: Record<string, unknown>): ImportSearch => {
  const id = readWholeNumber(search.id)
  const kind = readOneOf(search.kind, ROW_KINDS)
  const page = readWholeNumber(search.page, 2)
  return { ...(id && { id }), ...(kind && { kind }), ...(page && { page }) }
}
