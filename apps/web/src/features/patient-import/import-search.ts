import { readOneOf, readPage, readWholeNumber, searchReader } from '../../lib/search-params.ts'

export const ROW_KINDS = ['errors', 'duplicates', 'all'] as const

export const readImportSearch = searchReader({
  id: (value) => readWholeNumber(value),
  kind: (value) => readOneOf(value, ROW_KINDS),
  page: readPage,
})
