import { afterEach, expect, it, vi } from 'vitest'
import { noteAnswer, serverNow } from './activity-clock.ts'
import { ageInWords } from './age.ts'
import { formatRelative } from './format.ts'

const HOUR = 3_600_000
afterEach(() => {
  vi.useRealTimers()
  noteAnswer(new Date().toUTCString())
})

it('counts by the clock of the server when that of the computer is wrong [VISIT-62]', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T21:00:00Z') })
  noteAnswer('Fri, 27 Nov 2026 12:00:00 GMT')
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-27T12:00:00.000Z')
  expect(formatRelative('2026-11-27T11:55:00Z')).toBe('5 minutes ago')
  vi.setSystemTime(new Date('2027-11-27T21:00:00Z'))
  noteAnswer('Fri, 27 Nov 2026 12:00:00 GMT')
  expect(ageInWords('2026-11-20')).toBe('7 days')
})

it('keeps the clock of the computer when it is right, or no response says otherwise [VISIT-62]', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T12:00:00.900Z') })
  noteAnswer('Fri, 27 Nov 2026 12:00:00 GMT')
  for (const date of [null, 'yesterday']) noteAnswer(date)
  expect(serverNow()).toBe(Date.now())
  vi.setSystemTime(Date.now() + HOUR)
  expect(serverNow()).toBe(Date.now())
})
