import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DATE_ORDERS } from '../limits.ts'
import { readTypedDate, typedDateOf } from './typed-date.ts'

describe('a typed date [SAFE-02]', () => {
  it.each([
    '03041990',
    '3.4.1990',
    '3/4/1990',
    '03-04-1990',
    '3 4 1990',
    '٠٣٠٤١٩٩٠',
    '۳/۴/۱۹۹۰',
    ' 3/4/1990 ',
  ])('%s is parsed in the order of the installation', (typed) => {
    expect(readTypedDate(typed, 'dmy')).toBe('1990-04-03')
    expect(readTypedDate(typed, 'mdy')).toBe('1990-03-04')
  })
  it.each([
    '1990-04-03',
    '1990/4/3',
    '1990.04.03',
    '19900403',
    '١٩٩٠-٠٤-٠٣',
    '3 Apr 1990',
    '3 April 1990',
    '3-apr-1990',
    '3rd April, 1990',
    'Apr 3, 1990',
    'April 3 1990',
    '1990 Apr 3',
    '3 أبريل 1990',
    '٣ ابريل ١٩٩٠',
  ])('%s is unambiguous', (typed) => {
    for (const order of DATE_ORDERS) expect(readTypedDate(typed, order)).toBe('1990-04-03')
  })
  it.each([
    '',
    '3/4/90',
    '3/4',
    '1990',
    '31/4/1990',
    '29/2/2023',
    '3 Foo 1990',
    '3 Ma 1990',
    '0/4/1990',
    '3/4/1990 5',
    'x',
  ])('"%s" is rejected', (typed) => {
    for (const order of DATE_ORDERS) expect(readTypedDate(typed, order)).toBeUndefined()
  })
  it('never becomes one in another order', () => {
    expect(readTypedDate('4/13/1990', 'dmy')).toBeUndefined()
    expect(readTypedDate('13/4/1990', 'mdy')).toBeUndefined()
    expect(readTypedDate('04131990', 'dmy')).toBeUndefined()
    expect(readTypedDate('3/4/1990', 'ymd')).toBeUndefined()
  })
  it('survives its display form', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
        fc.constantFrom(...DATE_ORDERS),
        (day, order) => {
          const date = day.toISOString().slice(0, 10)
          const shown = typedDateOf(date, order)
          expect(readTypedDate(shown, order)).toBe(date)
          expect(readTypedDate(shown.replace(/\D/g, ''), order)).toBe(date)
          for (const other of DATE_ORDERS) expect(readTypedDate(date, other)).toBe(date)
        },
      ),
    )
  })
  it('never throws', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'0123456789/.- aprmy٣\u200f'.split('')),
      maxLength: 45,
    })
    fc.assert(
      fc.property(text, fc.constantFrom(...DATE_ORDERS), (typed, order) => {
        expect(readTypedDate(typed, order) ?? '2000-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/)
      }),
    )
  })
})
