import { describe, expect, it } from 'vitest'
import {
  parseSearch,
  readOneOf,
  readPlainDate,
  readText,
  readWholeNumber,
  stringifySearch,
} from './search-params.ts'

describe('the address', () => {
  it('keeps digits as plain text both ways', () => {
    expect(parseSearch('?search=12&page=2')).toEqual({ search: '12', page: '2' })
    expect(stringifySearch({ search: '12', page: 2, gender: undefined })).toBe('?search=12&page=2')
    expect(stringifySearch({})).toBe('')
  })

  it('survives a plus and an ampersand', () => {
    const search = { search: '+971 50 & more' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })
})

describe('odd values count as absent', () => {
  it.each(['0', '-1', '1.5', 'foo', '', undefined, '9'.repeat(20)])('page %s', (value) => {
    expect(readWholeNumber(value)).toBeUndefined()
  })

  it.each([
    '2026-02-30',
    '20260101',
    'today',
    '0202-01-01',
    '1899-12-31',
    '2200-01-01',
    '9999-12-31',
    undefined,
  ])('date %s', (value) => {
    expect(readPlainDate(value)).toBeUndefined()
  })

  it('words that are not offered', () => {
    expect(readOneOf('foo', ['all', 'male'])).toBeUndefined()
    expect(readOneOf('MALE', ['all', 'male'])).toBe('male')
  })

  it('blank text', () => {
    expect(readText('   ')).toBeUndefined()
    expect(readText({})).toBeUndefined()
    expect(readText(' Layla ')).toBe('Layla')
  })
})
