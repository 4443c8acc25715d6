import { describe, expect, it } from 'vitest'
import { withFilter, withSortToggled } from '../../../lib/search-params.ts'
import { readReportSearch, reportFiltersOf, withDateSortToggled, type ReportSearch } from './report-search.ts'

describe('the address of the reports list', () => {
  it('gives the defaults when it is empty [REPLIST-21] [REPLIST-22] [REPLIST-23]', () => {
    expect(reportFiltersOf(readReportSearch({}))).toEqual({
      page: 1,
      limit: 10,
      reportTypeId: 0,
      sortOrder: 'desc',
    })
  })

  it('keeps type, order and page [REPLIST-18]', () => {
    expect(readReportSearch({ page: '2', reportTypeId: '3', sortOrder: 'asc' })).toEqual({
      page: 2,
      reportTypeId: 3,
      sortOrder: 'asc',
    })
  })

  it('drops empty values, All and odd values [REPLIST-19] [REPLIST-20]', () => {
    expect(readReportSearch({ page: '1', reportTypeId: '0', sortOrder: 'desc' })).toEqual({})
    expect(readReportSearch({ page: '', reportTypeId: 'all', sortOrder: '' })).toEqual({})
  })

  it('reads search, days, order by title and page size [PAPER-09]', () => {
    const address = {
      search: ' Mona ',
      fromDate: '2026-05-01',
      toDate: 'yesterday',
      sortBy: 'title',
      limit: '20',
    }
    expect(readReportSearch(address)).toEqual({
      search: 'Mona',
      fromDate: '2026-05-01',
      sortBy: 'title',
      limit: 20,
    })
    expect(readReportSearch({ sortBy: 'createdAt', limit: '10', toDate: '2026-02-30' })).toEqual({})
  })

  it('sorts by title both ways, and by date again [PAPER-09]', () => {
    const ascending = withSortToggled<ReportSearch>({ page: 2 }, 'title')
    expect(ascending).toEqual({ sortBy: 'title', sortOrder: 'asc' })
    expect(withSortToggled(ascending, 'title')).toEqual({ sortBy: 'title' })
    expect(withDateSortToggled(ascending)).toEqual({})
    expect(withDateSortToggled({})).toEqual({ sortOrder: 'asc' })
  })

  it('starts at page 1 when the type changes', () => {
    expect(withFilter<ReportSearch>({ page: 3, sortOrder: 'asc' }, { reportTypeId: 2 })).toEqual({
      reportTypeId: 2,
      sortOrder: 'asc',
    })
  })
})
