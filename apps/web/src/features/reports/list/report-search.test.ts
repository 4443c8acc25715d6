import { describe, expect, it } from 'vitest'
import { readReportSearch, reportFiltersOf, withReportFilter } from './report-search.ts'

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

  it('starts at page 1 when the type changes', () => {
    expect(withReportFilter({ page: 3, sortOrder: 'asc' }, { reportTypeId: 2 })).toEqual({
      reportTypeId: 2,
      sortOrder: 'asc',
    })
  })
})
