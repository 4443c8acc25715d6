import { expect, it } from 'vitest'
import type { StampParts } from './stamp-parts.ts'
import { visitLines } from './stamp-parts.ts'

const linesOf = (stamp: Partial<StampParts['stamp']>) =>
  visitLines({ stamp: { visit: null, release: null, ...stamp } } as StampParts, 9).map(({ text }) => text)

it('names the releaser and the time of the release on a stamped copy [RELEASE-71, STAMP-46]', () => {
  const release = { by: 'Dr. Huda Saleh', on: 'November 27, 2026, 09:41' }
  // A copy of a report that one person published names none.
  expect(linesOf({})).toEqual([])
  expect(linesOf({ release })).toEqual(['Released November 27, 2026, 09:41 by Dr. Huda Saleh'])
})
