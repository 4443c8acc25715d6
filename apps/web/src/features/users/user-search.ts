import type { StaffMember } from '@zelab/contract'
import { DEFAULT_PAGE, PAGE_SIZES, SEARCH_MAX_LENGTH } from '@zelab/contract/limits'
import { defaultPageSize } from '../../lib/brand.ts'
import { omitUndefined, readText, readWholeNumber } from '../../lib/search-params.ts'

/** What stands in the address of the users list: only what differs from the default. */
export interface UserSearch {
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
}

const unlessDefault = (value: number | undefined, standard: number): number | undefined =>
  value === standard ? undefined : value

/** Reads the address; odd values and defaults are dropped (AMB-93). */
export const readUserSearch = (search: Record<string, unknown>): UserSearch =>
  omitUndefined({
    page: unlessDefault(readWholeNumber(search.page), DEFAULT_PAGE),
    limit: unlessDefault(
      PAGE_SIZES.find((size) => size === readWholeNumber(search.limit)),
      defaultPageSize(),
    ),
    search: readText(search.search, SEARCH_MAX_LENGTH),
  })

/** Another search or page size starts at page 1: the old page may no longer exist. */
export const withUserFilter = (search: UserSearch, change: Omit<UserSearch, 'page'>): UserSearch =>
  omitUndefined({ ...search, ...change, page: undefined })

const wordsOf = ({ fullName, email, phone, userType, lab, status }: StaffMember): string =>
  [fullName, email, phone, userType.name, lab?.name, status !== 'active' && status]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()

/** The users whose name, contact, role, lab or state holds every word of the text, in any case. */
export const searchUsers = (users: readonly StaffMember[], text = ''): readonly StaffMember[] => {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  return wanted.length === 0
    ? users
    : users.filter((user) => wanted.every((word) => wordsOf(user).includes(word)))
}

/** The list comes whole, so it is cut into pages here; a page past the end shows the last one (AMB-93). */
export const pageOf = <Row>(
  rows: readonly Row[],
  { page = DEFAULT_PAGE, limit = defaultPageSize() }: UserSearch,
) => {
  const pageCount = Math.max(1, Math.ceil(rows.length / limit))
  const shown = Math.min(page, pageCount)
  return { page: shown, pageCount, rows: rows.slice((shown - 1) * limit, shown * limit) }
}
