import { expect, it } from 'vitest'
import { nextAttemptAt } from './send-delivery.ts'

const CREATED = '2026-03-01T08:00:00.000Z'

it('retries after 1, 5 and 30 minutes, 2 and 8 hours, and last after a day [DELIV-06]', () => {
  let now = new Date(CREATED)
  const times: string[] = []
  for (let attempts = 1; ; attempts++) {
    const next = nextAttemptAt({ attempts, createdAt: CREATED }, now)
    if (next === undefined) break
    times.push(next.slice(0, 16))
    now = new Date(next)
  }
  expect(times).toEqual([
    '2026-03-01T08:01',
    '2026-03-01T08:06',
    '2026-03-01T08:36',
    '2026-03-01T10:36',
    '2026-03-01T18:36',
    '2026-03-02T08:00',
  ])
})

it('tries a last time after a day however late an attempt was [DELIV-06]', () => {
  const late = new Date('2026-03-02T07:00:00.000Z')
  expect(nextAttemptAt({ attempts: 4, createdAt: CREATED }, late)).toBe('2026-03-02T08:00:00.000Z')
})
