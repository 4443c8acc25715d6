import { describe, expect, it } from 'vitest'
import { daysOf, periodOf } from './insight-period.ts'

const named = (period: '7d' | '30d' | '12m' | 'year', today: string) =>
  periodOf({ period, fromDate: undefined, toDate: undefined }, today)

describe('a period', () => {
  it('that has a name ends today [INSIGHT-05]', () => {
    expect(named('7d', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
    expect(named('30d', '2026-03-03')).toEqual({ from: '2026-02-02', to: '2026-03-03' })
    expect(named('12m', '2026-03-31')).toEqual({ from: '2025-04-01', to: '2026-03-31' })
    expect(named('year', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' })
  })

  it('of one’s own needs one of its ends only', () => {
    const of = (fromDate?: string, toDate?: string) =>
      periodOf({ period: '7d', fromDate, toDate }, '2026-03-03')
    expect(of('2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-03-03' })
    expect(of(undefined, '2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-02-01' })
    expect(of('2026-02-02', '2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-02-02' })
  })

  it('has each of its days once, through a leap year', () => {
    expect([...daysOf({ from: '2024-02-28', to: '2024-03-01' })]).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ])
  })
})
