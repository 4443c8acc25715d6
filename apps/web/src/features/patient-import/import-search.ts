import { readOneOf, readPage, readWholeNumber, searchReader } from '../../lib/search-params.ts'

export const ROW_KINDS = ['errors', 'duplicates', 'all'] as const

/** The import, so that a reload keeps it, and the rows that are shown. */
export const readImportSearch = searchReader({
  id: (value) => readWholeNumber(value),
  kind: (value) => readOneOf(value, ROW_KINDS),
  page: readPage,
})
