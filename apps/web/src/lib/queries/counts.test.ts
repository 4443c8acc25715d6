import { expect, it } from 'vitest'
import { attentionCount } from './counts.ts'

it('counts in the sidebar what the tab Needs attention lists [SPEED-47]', () => {
  const counts = { notReached: 1, notOpened: 2, correctionNotOpened: 1, noContact: 5, agingOut: 6 }
  expect(attentionCount(counts)).toBe(4)
})
