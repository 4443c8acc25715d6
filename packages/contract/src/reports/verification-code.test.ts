import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  readVerificationCode,
  readViewingPass,
  shownVerificationCode,
  shownViewingPass,
  verificationCodeOf,
} from './verification-code.ts'

const bytes = fc.uint8Array({ minLength: 25, maxLength: 25 })
const code = bytes.map(verificationCodeOf)
const SYMBOLS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']

describe('a verification code', () => {
  it('consists of 26 characters, of which the last follows from the others [AUTHN-03]', () => {
    // Computed by hand: 25 zeros sum to 0; a 1 in the last place doubles to 2, and 2 + 30 is 32.
    expect(verificationCodeOf(new Uint8Array(25))).toBe('0'.repeat(26))
    expect(verificationCodeOf(new Uint8Array(25).fill(1, 24))).toBe(`${'0'.repeat(24)}1Y`)
    fc.assert(fc.property(code, (made) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(made)))
  })

  it('prints as 5-5-5-5-6 and reads in any case and grouping [AUTHN-03]', () => {
    fc.assert(
      fc.property(code, (made) => {
        const shown = shownVerificationCode(made)
        expect(shown.split('-').map(({ length }) => length)).toEqual([5, 5, 5, 5, 6])
        for (const typed of [
          made,
          shown,
          shown.toLowerCase(),
          ` ${shown.replaceAll('-', ' ')}\n`,
          `\u200e${shown}\u200f`,
          shown.replaceAll('0', 'O').replaceAll('1', 'l'),
          shown.replaceAll('0', 'o').replaceAll('1', 'I'),
          shown.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))),
          `HTTPS://LABS.EXAMPLE/V/${made}`,
          `https://labs.example/v/${made.toLowerCase()}?lang=ar`,
        ])
          expect(readVerificationCode(typed)).toBe(made)
      }),
    )
  })

  it('becomes invalid with one wrong character, or two neighbors swapped [AUTHN-03]', () => {
    fc.assert(
      fc.property(code, fc.nat(25), fc.constantFrom(...SYMBOLS), (made, place, symbol) => {
        fc.pre(made.charAt(place) !== symbol)
        expect(readVerificationCode(made.slice(0, place) + symbol + made.slice(place + 1))).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(code, fc.nat(24), (made, place) => {
        const [one = '', other = ''] = [made.charAt(place), made.charAt(place + 1)]
        // Luhn's algorithm does not detect a swap of the first and the last symbol.
        fc.pre(one !== other && `${one}${other}` !== '0Z' && `${one}${other}` !== 'Z0')
        expect(
          readVerificationCode(made.slice(0, place) + other + one + made.slice(place + 2)),
        ).toBeUndefined()
      }),
    )
  })

  it.each([
    '',
    '-',
    'U'.repeat(26),
    '0'.repeat(25),
    '0'.repeat(27),
    `${'0'.repeat(25)}é`,
    'https://x/v/',
    '0'.repeat(9999),
  ])('never comes from %j [AUTHN-03]', (typed) => {
    expect(readVerificationCode(typed)).toBeUndefined()
  })
})

it('shows a viewing code of 8 characters as 4-4 and reads it like a verification code [AUTHN-03]', () => {
  expect(shownViewingPass('AB10CD2E')).toBe('AB10-CD2E')
  for (const typed of ['AB10-CD2E', 'ab1o cd2e', ' ABL0CD2E ', 'AB١٠CD٢E'])
    expect(readViewingPass(typed)).toBe('AB10CD2E')
  for (const typed of ['', 'AB10CD2', 'AB10CD2EF', 'AB10CD2U']) expect(readViewingPass(typed)).toBeUndefined()
})
