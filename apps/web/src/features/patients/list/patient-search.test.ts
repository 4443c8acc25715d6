import { describe, expect, it } from 'vitest'
import { withFilter, withoutFilters, withSortToggled } from '../../../lib/search-params.ts'
import { countFilters, patientFiltersOf, readPatientSearch, type PatientSearch } from './patient-search.ts'

describe('the address of the patients list', () => {
  it('gives the defaults when it is empty [PATLIST-54] [PATLIST-55] [PATLIST-56] [PATLIST-57] [PATLIST-58]', () => {
    expect(patientFiltersOf(readPatientSearch({}))).toEqual({
      page: 1,
      limit: 10,
      search: '',
      status: 'all',
      registrationType: 'all',
      gender: 'all',
      sortBy: 'createdAt',
      sortOrder: 'desc',
    })
  })

  it('keeps every filter, the page and the page size [PATLIST-49] [PATLIST-50]', () => {
    const address = {
      page: '3',
      limit: '20',
      search: '0501234567',
      status: 'completed',
      registrationType: 'Walk-in',
      gender: 'female',
      sortBy: 'fullName',
      sortOrder: 'asc',
      fromDate: '2026-01-01',
      toDate: '2026-01-31',
    }
    expect(readPatientSearch(address)).toEqual({ ...address, page: 3, limit: 20 })
    expect(patientFiltersOf(readPatientSearch(address))).toMatchObject({ fromDate: '2026-01-01', limit: 20 })
  })

  it('drops invalid and default values', () => {
    const odd = {
      page: '0',
      limit: '7',
      search: '  ',
      status: 'foo',
      registrationType: 'all',
      gender: 'other',
      sortBy: 'phone',
      sortOrder: 'desc',
      fromDate: '2026-02-30',
      toDate: 'tomorrow',
      utm: 'x',
    }
    expect(readPatientSearch(odd)).toEqual({})
  })

  it('starts at page 1 when a filter or the page size changes [PATLIST-51] [PATLIST-52]', () => {
    expect(withFilter<PatientSearch>({ page: 4, gender: 'male' }, { search: 'khan' })).toEqual({
      gender: 'male',
      search: 'khan',
    })
    expect(withFilter<PatientSearch>({ page: 4 }, { limit: 50 })).toEqual({ limit: 50 })
  })

  it('sorts by name upwards first, then downwards and upwards again [PATLIST-53]', () => {
    const toggle = (search: PatientSearch) => withSortToggled(search, 'fullName')
    const first = toggle({ page: 2 })
    const second = toggle(first)
    const orders = [first, second, toggle(second)].map((search) => patientFiltersOf(search))
    expect(orders.map(({ sortBy, sortOrder }) => [sortBy, sortOrder])).toEqual([
      ['fullName', 'asc'],
      ['fullName', 'desc'],
      ['fullName', 'asc'],
    ])
    expect(first.page).toBeUndefined()
  })

  it('counts the filters and clears them without touching order and page size', () => {
    const search = { page: 2, limit: 20, search: 'a', gender: 'male', toDate: '2026-01-01' } as const
    expect(countFilters(search)).toBe(2)
    expect(withoutFilters(search)).toEqual({ limit: 20 })
  })
})
