import { describe, expect, it } from 'vitest'
import { daysOf, periodOf, wholeMonthsOf } from './insight-period.ts'

const named = (period: '7d' | '30d' | '12m' | 'year', today: string) =>
  periodOf({ period, fromDate: undefined, toDate: undefined }, today)

describe('period', () => {
  it('ends today when it has a name [INSIGHT-05]', () => {
    expect(named('7d', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
    expect(named('30d', '2026-03-03')).toEqual({ from: '2026-02-02', to: '2026-03-03' })
    expect(named('12m', '2026-03-31')).toEqual({ from: '2025-04-01', to: '2026-03-31' })
    expect(named('year', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' })
  })

  it('requires only one end when it is custom', () => {
    const of = (fromDate?: string, toDate?: string) =>
      periodOf({ period: '7d', fromDate, toDate }, '2026-03-03')
    expect(of('2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-03-03' })
    expect(of(undefined, '2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-02-01' })
    expect(of('2026-02-02', '2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-02-02' })
  })

  it('consists of whole months and the days around them', () => {
    const of = (from: string, to: string) => wholeMonthsOf({ from, to })
    expect(of('2026-01-15', '2026-04-02')).toEqual({
      months: { from: '2026-02-01', to: '2026-03-31' },
      rest: [
        { from: '2026-01-15', to: '2026-01-31' },
        { from: '2026-04-01', to: '2026-04-02' },
      ],
    })
    expect(of('2025-12-01', '2026-02-28')).toEqual({
      months: { from: '2025-12-01', to: '2026-02-28' },
      rest: [],
    })
    expect(of('2026-01-02', '2026-02-27').months).toBeUndefined()
    expect(of('2026-01-05', '2026-01-05')).toEqual({
      months: undefined,
      rest: [{ from: '2026-01-05', to: '2026-01-05' }],
    })
  })

  it('contains each of its days once, through a leap year', () => {
    expect([...daysOf({ from: '2024-02-28', to: '2024-03-01' })]).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ])
  })
})
