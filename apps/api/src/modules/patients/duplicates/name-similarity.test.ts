import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameLikeness } from './name-similarity.ts'

describe('similarity of a typed text and a name', () => {
  it.each([
    ['hammad kahn', 'hamad khan', 'hamad kaya'],
    ['sara ahmed', 'sarah ahmad', 'sara omar'],
    ['khan hammad', 'hamad khan', 'hamad kaya'],
    ['jon smith', 'john smyth', 'jon doe'],
  ])('considers every word: %s matches %s better than %s [SAFE-07]', (typed, right, wrong) =>
    expect(nameLikeness(typed, right)).toBeGreaterThan(nameLikeness(typed, wrong)),
  )

  it('is 1 for the same words in any order, and 0 without a word', () => {
    expect(nameLikeness('khan hamad', 'hamad khan')).toBe(1)
    expect(nameLikeness('...', 'hamad khan')).toBe(0)
    expect(nameLikeness('hamad', '-')).toBe(0)
  })

  it('is between 0 and 1 for any text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (typed, name) => {
        const likeness = nameLikeness(typed, name)
        return likeness >= 0 && likeness <= 1
      }),
    ))
})
