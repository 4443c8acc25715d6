import type { StaffMember } from '@zelab/contract'
import { DEFAULT_PAGE } from '@zelab/contract/limits'
import { defaultPageSize } from '../../lib/brand.ts'
import {
  readPage,
  readPageSize,
  readSearchText,
  readText,
  readWholeNumber,
  searchReader,
} from '../../lib/search-params.ts'

export const readUserSearch = searchReader({
  page: readPage,
  limit: (value) => readPageSize(value),
  search: readSearchText,
  role: (value) => readText(value),
  labId: (value) => readWholeNumber(value),
})
export type UserSearch = ReturnType<typeof readUserSearch>

const wordsOf = ({ fullName, email, phone, userType, lab, status }: StaffMember): string =>
  [fullName, email, phone, userType.name, lab?.name, status !== 'active' && status]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()

/** Users of the role and lab whose name, contact, role, lab or status contains every word, ignoring case. */
export const searchUsers = (
  users: readonly StaffMember[],
  { search = '', role, labId }: Pick<UserSearch, 'search' | 'role' | 'labId'>,
): readonly StaffMember[] => {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return users.filter(
    (user) =>
      (role === undefined || user.userType.name === role) &&
      (labId === undefined || user.lab?.id === labId) &&
      wanted.every((word) => wordsOf(user).includes(word)),
  )
}

/** A page past the end shows the last one (AMB-93). */
export const pageOf = <Row>(
  rows: readonly Row[],
  { page = DEFAULT_PAGE, limit = defaultPageSize() }: UserSearch,
) => {
  const pageCount = Math.max(1, Math.ceil(rows.length / limit))
  const shown = Math.min(page, pageCount)
  return { page: shown, pageCount, rows: rows.slice((shown - 1) * limit, shown * limit) }
}
