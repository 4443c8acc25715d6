import { expect, it } from 'vitest'
import { criticalCallProblems, isCallBefore } from './critical.forms.ts'
import { visitProblems } from '../visits/visits.forms.ts'

const now = new Date('2026-11-28T10:00:30Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

it('allows a person’s clock to differ by 60 seconds wherever it is compared [CRIT-70]', () => {
  for (const [seconds, isRefused] of [
    [59, false],
    [61, true],
  ] as const) {
    for (const field of ['collectedAt', 'receivedAt'] as const)
      expect(visitProblems({ [field]: at(seconds) }, now).length > 0, `${field} ${seconds}`).toBe(isRefused)
    const call = { outcome: 'declined', beganAt: at(0), endedAt: at(seconds) } as const
    expect(criticalCallProblems(call, now).length > 0).toBe(isRefused)
    const early = { beganAt: at(-seconds), endedAt: at(5) }
    expect(isCallBefore(early, { flaggedAt: at(0), correctedAt: null })).toBe(isRefused)
  }
})

it('relates a call that ended before a correction to the earlier file, unless the same minute is typed [CRIT-51]', () => {
  const flaggedAt = at(-600)
  const ends = (endedAt: string) =>
    isCallBefore({ beganAt: endedAt, endedAt }, { flaggedAt, correctedAt: at(0) })
  expect(ends(at(-1))).toBe(true)
  expect(ends(at(1))).toBe(false)
  expect(ends('2026-11-28T10:00:00Z')).toBe(false)
  expect(ends('2026-11-28T09:59:00Z')).toBe(true)
})
