import type { StaffMember } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { withFilter } from '../../lib/search-params.ts'
import { pageOf, readUserSearch, searchUsers, type UserSearch } from './user-search.ts'

const user = (id: number, change: Partial<StaffMember> = {}): StaffMember => ({
  id,
  fullName: `Person ${id}`,
  email: `person${id}@zelab.test`,
  phone: `+9715012345${id}`,
  avatar: null,
  userType: { id: 2, name: 'Doctor' },
  lab: { id: 1, name: 'Harbour Lab' },
  createdAt: '2026-01-05T08:00:00.000Z',
  status: 'active',
  hasSecondFactor: false,
  needsLink: false,
  roleGivenBy: null,
  refusedMail: null,
  ...change,
})

describe('the address of the users list', () => {
  it('keeps what differs from the default and drops odd values', () => {
    expect(readUserSearch({ page: '3', limit: '50', search: ' omar ' })).toEqual({
      page: 3,
      limit: 50,
      search: 'omar',
    })
    expect(readUserSearch({ role: 'Doctor', labId: '4' })).toEqual({ role: 'Doctor', labId: 4 })
    expect(readUserSearch({ page: '0', limit: '7', search: '  ', role: ' ', labId: 'x' })).toEqual({})
    expect(readUserSearch({ page: '1', limit: '10' })).toEqual({})
  })

  it('starts at page 1 when the search or the page size changes', () => {
    expect(withFilter<UserSearch>({ page: 4, search: 'omar' }, { limit: 20 })).toEqual({
      search: 'omar',
      limit: 20,
    })
    expect(withFilter<UserSearch>({ page: 4, search: 'omar' }, { search: undefined })).toEqual({})
  })
})

describe('searching users', () => {
  const admin = user(1, { fullName: 'Amina Haddad', userType: { id: 1, name: 'Admin' }, lab: null })
  const doctor = user(2, { fullName: 'Omar Al Farsi' })
  const found = (text: string) => searchUsers([admin, doctor], { search: text }).map(({ id }) => id)

  it('looks at name, contact, role and lab, in any case', () => {
    expect(found('AMINA')).toEqual([1])
    expect(found('person2@')).toEqual([2])
    expect(found('50123452')).toEqual([2])
    expect(found('50123451')).toEqual([1])
    expect(found('doctor')).toEqual([2])
    expect(found('harbour')).toEqual([2])
  })

  it('narrows by role and lab [USERLIST-17]', () => {
    const other = user(3, { lab: { id: 2, name: 'Hill Lab' } })
    const of = (by: object) => searchUsers([admin, doctor, other], by).map(({ id }) => id)
    expect(of({ role: 'Doctor' })).toEqual([2, 3])
    expect(of({ labId: 2 })).toEqual([3])
    expect(of({ role: 'Admin', labId: 1 })).toEqual([])
    expect(of({ role: 'Doctor', labId: 1, search: 'farsi' })).toEqual([2])
  })

  it('wants every word, in any order, and takes all users without one', () => {
    expect(found('farsi omar')).toEqual([2])
    expect(found('omar admin')).toEqual([])
    expect(found('  ')).toEqual([1, 2])
  })
})

describe('paging users', () => {
  const users = Array.from({ length: 23 }, (_, index) => user(index))

  it('cuts the list and shows the last page for one past the end', () => {
    expect(pageOf(users, {})).toMatchObject({ page: 1, pageCount: 3 })
    expect(pageOf(users, { page: 3 }).rows).toHaveLength(3)
    expect(pageOf(users, { page: 99 })).toMatchObject({ page: 3, pageCount: 3 })
    expect(pageOf(users, { limit: 50 }).rows).toHaveLength(23)
  })

  it('shows one empty page without users', () => {
    expect(pageOf([], { page: 2 })).toEqual({ page: 1, pageCount: 1, rows: [] })
  })
})
