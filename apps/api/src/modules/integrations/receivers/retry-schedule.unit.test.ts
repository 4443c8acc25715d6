import { describe, expect, it } from 'vitest'
import { nextTryAt, retryAfterOf } from './retry-schedule.ts'

const now = new Date('2026-11-29T08:00:00.000Z')
const secondsUntil = (header: string | undefined, tries = 1) =>
  (nextTryAt(now, tries, retryAfterOf(header, now)).getTime() - now.getTime()) / 1000

describe('Retry-After', () => {
  it.each(['0', '-1', '120.5', '1e3', '', ' ', 'soon', '2027-01-01', '+77', 'Sun, 29 Nov 2020 08:00:00 GMT'])(
    'leaves the schedule as it is for "%s" [API-OUT-120]',
    (header) => {
      expect(secondsUntil(header)).toBe(5)
      expect(secondsUntil(header, 3)).toBe(300)
      expect(secondsUntil(header, 9)).toBeGreaterThanOrEqual(1800)
    },
  )

  it.each([
    ['77', 77],
    [' 90 ', 90],
    ['99999999999999999999', 86_400],
    ['Sun, 29 Nov 2026 08:02:00 GMT', 120],
    ['Sunday, 29-Nov-26 08:02:00 GMT', 120],
    ['Sun Nov 29 08:02:00 2026', 120],
    ['Thu, 29 Nov 2040 08:00:00 GMT', 86_400],
  ])('puts the next try off for "%s" [API-OUT-120]', (header, seconds) => {
    expect(secondsUntil(header)).toBe(seconds)
  })

  it('never brings a later try forward [API-OUT-120]', () => {
    expect(secondsUntil('77', 3)).toBe(300)
    expect(secondsUntil('77', 4)).toBe(900)
    expect(secondsUntil(undefined, 2)).toBe(60)
  })
})
