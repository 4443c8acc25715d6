import { describe, expect, it } from 'vitest'
import { bucketSizeOf, toBuckets } from './time-buckets.ts'
import { toBars } from './breakdown-bars.ts'

const day = (name: string, reports: number, patients = 0) => ({ day: name, reports, patients })

describe('the bars of a period', () => {
  it('stand for days, weeks or months, as many as can be distinguished', () => {
    expect(bucketSizeOf('2026-11-21', '2026-11-21')).toBe('day')
    expect(bucketSizeOf('2026-10-08', '2026-11-21')).toBe('day')
    expect(bucketSizeOf('2026-10-07', '2026-11-21')).toBe('week')
    expect(bucketSizeOf('2025-11-21', '2026-11-21')).toBe('month')
  })

  it('hold everything once, the empty ones among them', () => {
    const period = {
      from: '2026-02-27',
      to: '2026-03-02',
      days: [day('2026-02-27', 2, 1), day('2026-03-02', 3)],
    }
    expect(toBuckets(period).map(({ label, reports, patients }) => [label, reports, patients])).toEqual([
      ['Feb 27', 2, 1],
      ['Feb 28', 0, 0],
      ['Mar 1', 0, 0],
      ['Mar 2', 3, 0],
    ])
  })

  it('put a day into the week of its Monday and into its month', () => {
    const weeks = toBuckets({
      from: '2026-09-30',
      to: '2026-11-21',
      days: [day('2026-10-04', 1), day('2026-10-05', 2)],
    })
    expect(weeks[0]).toMatchObject({ title: 'Week of September 28, 2026', reports: 1 })
    expect(weeks[1]).toMatchObject({ title: 'Week of October 5, 2026', reports: 2 })
    const months = toBuckets({
      from: '2025-12-01',
      to: '2026-11-21',
      days: [day('2025-12-31', 1), day('2026-01-01', 2)],
    })
    expect(months).toHaveLength(12)
    expect(months.slice(0, 2).map(({ title, reports }) => [title, reports])).toEqual([
      ['December 2025', 1],
      ['January 2026', 2],
    ])
  })
})

describe('the bars of members', () => {
  const members = Array.from({ length: 4 }, (_, index) => ({
    id: index,
    name: index === 3 ? null : `Name ${index}`,
    reports: 10 - index,
    patients: index,
  }))
  it('show the largest ones, and one of everything else', () => {
    const bars = toBars(
      { members, count: 6 },
      { reports: 100, patients: 9 },
      { limit: 2, unnamed: 'Unnamed' },
    )
    expect(bars).toEqual([
      { title: 'Name 0', reports: 10, patients: 0 },
      { title: 'Name 1', reports: 9, patients: 1 },
      { title: 'Others (4)', reports: 81, patients: 8 },
    ])
  })
  it('label a member without a name', () => {
    const bars = toBars(
      { members, count: 4 },
      { reports: 34, patients: 6 },
      { limit: 10, unnamed: 'Unnamed' },
    )
    expect(bars.map(({ title }) => title)).toEqual(['Name 0', 'Name 1', 'Name 2', 'Unnamed'])
  })
})
