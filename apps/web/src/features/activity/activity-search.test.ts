import { describe, expect, it } from 'vitest'
import { withFilter } from '../../lib/search-params.ts'
import { activityFiltersOf, readActivitySearch, type ActivitySearch } from './activity-search.ts'

describe('the address of the activity log', () => {
  it('accepts the keys of the tabs and drops invalid values', () => {
    expect(readActivitySearch({ tab: 'system', page: '2', limit: '50' })).toEqual({
      tab: 'system',
      page: 2,
      limit: 50,
    })
    expect(readActivitySearch({ tab: 'others', page: '-1', limit: '7' })).toEqual({})
    const tabOf = (tab?: string) => activityFiltersOf(readActivitySearch({ tab })).tab
    expect([tabOf('all'), tabOf('self'), tabOf('system'), tabOf()]).toEqual(['all', 'self', 'system', 'all'])
  })

  it('requests the first page of the changes at first [LOGS-19]', () => {
    expect(activityFiltersOf({})).toEqual({ tab: 'all', kind: 'changes', page: 1, limit: 20 })
  })

  it('requests views or everything by the address, and every entry of an action [LOGS-19]', () => {
    const kindOf = (address: Record<string, unknown>) => activityFiltersOf(readActivitySearch(address)).kind
    expect(kindOf({ kind: 'views' })).toBe('views')
    expect(kindOf({ kind: 'all' })).toBeUndefined()
    expect(kindOf({ kind: 'nonsense' })).toBe('changes')
    expect(kindOf({ action: 'patient.view' })).toBeUndefined()
  })

  it('starts at page 1 of another tab', () => {
    expect(withFilter<ActivitySearch>({ tab: 'all', page: 3, limit: 50 }, { tab: 'self' })).toEqual({
      tab: 'self',
      limit: 50,
    })
  })
})
