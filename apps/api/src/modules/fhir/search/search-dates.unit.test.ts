import { expect, it } from 'vitest'
import { parseDateBound } from './search-dates.ts'

it('accepts instants in the years 1 to 9998 of UTC only [API-OUT-89]', () => {
  for (const text of ['0001-01-01T00:00:00+14:00', '9998-12-31T23:59:59-14:00', '0000-06-01T00:00Z'])
    expect(parseDateBound(text), text).toBeUndefined()
  expect(parseDateBound('ge0001-01-01T00:00:00Z')?.from).toEqual({ instant: '0001-01-01T00:00:00.000Z' })
  expect(parseDateBound('9998-12-31T23:59:59Z')?.until).toEqual({ instant: '9999-01-01T00:00:00.000Z' })
})
