import { describe, expect, it } from 'vitest'
import { withFilter } from '../../lib/search-params.ts'
import { activityFiltersOf, readActivitySearch, tabOf, type ActivitySearch } from './activity-search.ts'

describe('the address of the activity log', () => {
  it('accepts the keys of the tabs and drops invalid values', () => {
    expect(readActivitySearch({ tab: 'system', page: '2', limit: '50' })).toEqual({
      tab: 'system',
      page: 2,
      limit: 50,
    })
    expect(readActivitySearch({ tab: 'others', page: '-1', limit: '7' })).toEqual({})
    expect([tabOf('all'), tabOf('self'), tabOf('system'), tabOf(null)]).toEqual([
      'all',
      'self',
      'system',
      'all',
    ])
  })

  it('requests the first page without filters at first', () => {
    expect(activityFiltersOf({})).toEqual({ tab: 'all', page: 1, limit: 20 })
  })

  it('starts at page 1 of another tab', () => {
    expect(withFilter<ActivitySearch>({ tab: 'all', page: 3, limit: 50 }, { tab: 'self' })).toEqual({
      tab: 'self',
      limit: 50,
    })
  })
})
