import { readOneOf, readPage, searchReader } from '../../lib/search-params.ts'

export const RELEASE_LISTS = ['awaiting', 'own', 'review'] as const

export const readReleaseSearch = searchReader({
  list: (value) => readOneOf(value, RELEASE_LISTS),
  page: readPage,
})
