import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialCodeOf, isDialCodeOnly, phoneCountries, phoneField, readPhone } from './phone.ts'

describe('a phone number in a request', () => {
  const international = fc
    .tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 14 }),
    )
    .map(([first, rest]) => `${first}${rest.join('')}`)

  it('takes any spelling with plus, 00 or neither, and any separators', () => {
    fc.assert(
      fc.property(
        international,
        fc.array(fc.constantFrom(' ', '-', '(', ')', '\u00a0', '\u2011'), { maxLength: 5 }),
        (number, signs) => {
          const typed = signs.reduce(
            (text, sign, index) => text.slice(0, index * 2) + sign + text.slice(index * 2),
            number,
          )
          const stored = phoneField.parse(number)
          expect(stored).toMatch(/^\+[1-9]\d{6,14}$/)
          for (const spelling of [typed, `+${typed}`, `00${typed}`])
            expect(phoneField.parse(spelling)).toBe(stored)
          expect(phoneField.parse(stored)).toBe(stored)
        },
      ),
    )
  })
  it('fails when it is anything else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (typed) => {
        const bare = typed
          .trim()
          .replace(/[\s\-()]/g, '')
          .replace(/^00/, '+')
        const isNumber = bare.length >= 8 && /^\+?[1-9]\d{1,14}$/.test(bare)
        expect(phoneField.safeParse(typed).success).toBe(isNumber)
      }),
    )
    for (const typed of [
      '0501234567',
      '+0501234567',
      '1234567',
      '+971501x34567',
      '1'.repeat(16),
      ' '.repeat(200),
    ])
      expect(phoneField.safeParse(typed).success, typed).toBe(false)
  })
  it('accepts 8 characters and 15 digits regardless of the national length', () => {
    expect(phoneField.parse('+1234567')).toBe('+1234567')
    expect(phoneField.parse('123456789012345')).toBe('+123456789012345')
  })
  it('loses at most one national prefix digit [SAFE-01]', () => {
    // libphonenumber would drop a Chinese carrier code, add Madagascar's 20, and drop Australia's zeros.
    for (const typed of ['+86113559404127', '+2619607964', '+6100070620'])
      expect(phoneField.parse(typed)).toBe(typed)
    fc.assert(
      fc.property(
        fc.constantFrom('1', '7', '44', '61', '86', '261', '358', '971'),
        international,
        (code, rest) => {
          const typed = `+${code}${rest}`.slice(0, 16)
          const stored = phoneField.parse(typed)
          expect(stored).toHaveLength(stored === typed ? typed.length : typed.length - 1)
          expect(typed.endsWith(stored.slice(4))).toBe(true)
          expect(phoneField.parse(stored)).toBe(stored)
        },
      ),
      { numRuns: 2000 },
    )
  })
  it.each([
    '+٩٧١٥٠١١١٢٢٣٣',
    '۰۰۹۷۱۵۰۱۱۱۲۲۳۳',
    '\u202a+971 50 111 2233\u202c',
    'tel:+971-50-111-2233',
    '\uff0b971501112233',
  ])('stays with plus and Latin digits: %s [SAFE-01]', (typed) =>
    expect(phoneField.parse(typed)).toBe('+971501112233'),
  )

  it('loses a zero after the country code [SAFE-01]', () => {
    expect(phoneField.parse('+971 (0)50 111 2233')).toBe('+971501112233')
    expect(phoneField.parse('00442079460018')).toBe('+442079460018')
    expect(phoneField.parse('+44 (0)20 7946 0018')).toBe('+442079460018')
  })
})

describe('parsing a phone field [SAFE-01]', () => {
  const EMIRATI = [
    '0501112233',
    '501112233',
    '050 111 2233',
    '050-111-2233',
    '(050) 1112233',
    '050.111.2233',
    '050/111 22 33',
    '+971501112233',
    '+971 50 111 2233',
    '+971-50-111-2233',
    '+971 (0)50 111 2233',
    '+971 (50) 111 2233',
    '00971501112233',
    '00971 50 111 2233',
    '(00971) 50 1112233',
    '971501112233',
    '٠٥٠١١١٢٢٣٣',
    '+٩٧١ ٥٠ ١١١ ٢٢٣٣',
    '۰۵۰۱۱۱۲۲۳۳',
    '\u202a+971 50 111 2233\u202c',
    'tel:+971501112233',
    '\uff0b971501112233',
    '+00971501112233',
  ]
  it.each(EMIRATI)('%s', (typed) => {
    expect(readPhone(typed, 'ae')).toEqual({
      number: '+971501112233',
      shown: '+971 50 111 2233',
      country: 'ae',
    })
  })
  it.each(EMIRATI.filter((typed) => !typed.startsWith('tel:')))(
    '%s after the dial code of the field',
    (typed) => {
      expect(readPhone(`+971 ${typed}`, 'ae')?.number).toBe('+971501112233')
    },
  )
  it.each([
    ['+44 20 7946 0018', '+442079460018', 'gb'],
    ['0049 30 901820', '+4930901820', 'de'],
    ['+971 +44 7400 123456', '+447400123456', 'gb'],
    ['+971 0044 7400 123456', '+447400123456', 'gb'],
    ['+1 (212) 555-0123', '+12125550123', 'us'],
    ['+1 416 555 0123', '+14165550123', 'ca'],
    ['+39 06 1234 5678', '+390612345678', 'it'],
    ['+20 10 0123 4567', '+201001234567', 'eg'],
    ['+966 50 123 4567', '+966501234567', 'sa'],
  ])('prefers the country typed in %s to the selected one', (typed, number, country) => {
    expect(readPhone(typed, 'ae')).toMatchObject({ number, country })
  })
  it('gives a national number the selected country', () => {
    expect(readPhone('07911 123456', 'gb')?.number).toBe('+447911123456')
    expect(readPhone('06 1234 5678', 'it')?.number).toBe('+390612345678')
    expect(readPhone('(212) 555-0123', 'us')?.number).toBe('+12125550123')
    expect(readPhone('0501112233')).toBeUndefined()
  })
  it.each([
    ['', 'nothing'],
    ['+971', 'only the dial code'],
    ['050111223', 'a digit short'],
    ['05011122334', 'a digit more'],
    ['+97150111223', 'international, a digit short'],
    ['+9715011122334', 'international, a digit more'],
    ['+1 212 555 012', 'short in a code of several countries'],
    ['447911123456', 'another country without plus or 00'],
    ['+999 123456789', 'a code of no country'],
    ['+0501112233', 'no code'],
    ['050111CALL', 'letters'],
    ['0501112233 ext. 5', 'an extension'],
    ['0501112233, 0502223344', 'two numbers'],
    ['+971501112233+971502223344', 'two numbers'],
    ['0501112233'.repeat(20), 'far too long'],
  ])('refuses "%s": %s', (typed) => {
    expect(readPhone(typed, 'ae')).toBeUndefined()
  })
  it('never throws, and parses its own output', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'+0123456789 -()./٠٥abc\u200f'.split('')),
      maxLength: 24,
    })
    fc.assert(
      fc.property(text, fc.constantFrom(...phoneCountries()), (typed, country) => {
        const read = readPhone(typed, country)
        if (!read) return
        expect(read.number).toMatch(/^\+[1-9]\d{6,14}$/)
        expect(readPhone(read.number)?.number).toBe(read.number)
        expect(readPhone(read.shown, country)?.number).toBe(read.number)
        expect(phoneField.parse(read.number)).toBe(read.number)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('the countries', () => {
  it('provide dial codes', () => {
    expect(phoneCountries()).toContain('ae')
    expect(phoneCountries().filter((country) => !/^\+\d{1,3}$/.test(dialCodeOf(country)))).toEqual([])
    expect(dialCodeOf('ae')).toBe('+971')
    expect(dialCodeOf('xx')).toBe('')
  })
  it('treat the dial code alone as empty', () => {
    for (const typed of ['', ' ', '+971', '+971 ', '+ 971']) expect(isDialCodeOnly(typed, 'ae')).toBe(true)
    for (const typed of ['+97', '+971 5', '0']) expect(isDialCodeOnly(typed, 'ae')).toBe(false)
  })
})
