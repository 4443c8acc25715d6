import { afterEach, expect, it } from 'vitest'
import { useBrand } from './brand.ts'
import { browserTimeZone } from './format.ts'
import { foreignLabZone, localMoment, momentWithZone } from './local-moment.ts'

const before = useBrand.getState()
afterEach(() => useBrand.setState(before))
const inZone = (timeZone: string) => useBrand.setState({ timeZone })

it.each([
  ['Asia/Dubai', '2026-11-27T14:05', '2026-11-27T10:05:00.000Z'],
  ['America/New_York', '2026-11-27T23:30', '2026-11-28T04:30:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00.000Z'],
  ['Pacific/Apia', '2026-06-30T12:00', '2026-06-29T23:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
])('understands a time typed in %s as a time there [VISIT-61]', (timeZone, typed, at) => {
  inZone(timeZone)
  expect(momentWithZone(typed)).toBe(at)
  expect(localMoment(at)).toBe(typed)
})

it('takes a time that clocks show twice as the first one, and a skipped one as after the change [VISIT-61]', () => {
  inZone('Europe/Berlin')
  expect(momentWithZone('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(momentWithZone('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
})

it('keeps what is no time, so that its check fails [VISIT-61]', () => {
  inZone('Asia/Dubai')
  for (const typed of ['', 'noon', '2026-13-40T00:00', '275760-09-13T00:00', undefined])
    expect(momentWithZone(typed)).toBe(typed)
})

it('names the zone of the lab in another one, and uses that of the user where it is unknown [VISIT-61]', () => {
  inZone('America/New_York')
  expect(foreignLabZone()).toBe('America/New York')
  for (const timeZone of [browserTimeZone(), '', 'Mars/Olympus']) {
    inZone(timeZone)
    expect(foreignLabZone()).toBeUndefined()
    const at = new Date(2026, 10, 27, 14, 5).toISOString()
    expect(momentWithZone('2026-11-27T14:05')).toBe(at)
  }
})
