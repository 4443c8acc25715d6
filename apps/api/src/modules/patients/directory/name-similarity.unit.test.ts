import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameSimilarity } from './name-similarity.ts'

describe('similarity of a typed text and a name', () => {
  it.each([
    ['hammad kahn', 'hamad khan', 'hamad kaya'],
    ['sara ahmed', 'sarah ahmad', 'sara omar'],
    ['khan hammad', 'hamad khan', 'hamad kaya'],
    ['jon smith', 'john smyth', 'jon doe'],
  ])('considers every word: %s matches %s better than %s [SAFE-07]', (typed, right, wrong) =>
    expect(nameSimilarity(typed, right)).toBeGreaterThan(nameSimilarity(typed, wrong)),
  )

  it('equals 1 for the same words in any order, and 0 without a word', () => {
    expect(nameSimilarity('khan hamad', 'hamad khan')).toBe(1)
    expect(nameSimilarity('...', 'hamad khan')).toBe(0)
    expect(nameSimilarity('hamad', '-')).toBe(0)
  })

  it('stays between 0 and 1 for any text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (typed, name) => {
        const similarity = nameSimilarity(typed, name)
        return similarity >= 0 && similarity <= 1
      }),
    ))
})
