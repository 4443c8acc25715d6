import { readOneOf, readPage, searchReader } from '../../lib/search-params.ts'

export const LAB_TABS = [
  'overview',
  'letterhead',
  'sending',
  'inbox',
  'visits',
  'critical',
  'release',
  'staff',
] as const

/** The page is that of the staff list. */
export const readLabSearch = searchReader({ tab: (value) => readOneOf(value, LAB_TABS), page: readPage })
export type LabSearch = ReturnType<typeof readLabSearch>
