import { readPhone } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { formatPhone, phoneNumberOf } from './format-phone.ts'
import { ageInWords, ageInYears, bornInWords } from './age.ts'
import {
  formatDate,
  formatPatientId,
  formatPlainDate,
  formatRelative,
  initialsOf,
  localToday,
  orNotAvailable,
} from './format.ts'

describe('dates', () => {
  it('use the US English long format [SHELL-55]', () => {
    expect(formatDate('2026-11-20T20:00:00.000Z')).toBe('November 20, 2026')
  })

  it('appear in the reader’s zone, which is behind UTC here', () => {
    expect(new Date().getTimezoneOffset()).toBeGreaterThan(0)
    expect(formatDate('2026-11-20T03:00:00.000Z')).toBe('November 19, 2026')
  })

  it('never shift by a zone when they are days of birth', () => {
    expect(formatPlainDate('1990-05-01')).toBe('May 1, 1990')
    expect(formatPlainDate('1900-01-01')).toBe('January 1, 1900')
  })

  it('become N/A when they cannot be read', () => {
    expect(formatDate('yesterday')).toBe('N/A')
    expect(formatPlainDate('')).toBe('N/A')
  })

  it('follow the reader’s calendar for today', () => {
    expect(localToday(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  })
})

describe('relative time', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  const ago = (seconds: number) => formatRelative(new Date(now.getTime() - seconds * 1000).toISOString(), now)

  it('uses English words [DASH-32]', () => {
    expect(ago(5 * 60)).toBe('5 minutes ago')
    expect(ago(60)).toBe('1 minute ago')
    expect(ago(3 * 3600 + 59 * 60)).toBe('3 hours ago')
    expect(ago(24 * 3600)).toBe('1 day ago')
    expect(ago(15 * 24 * 3600)).toBe('2 weeks ago')
    expect(ago(400 * 24 * 3600)).toBe('1 year ago')
  })

  it('says "just now" within a minute, and when the server’s clock runs ahead', () => {
    expect(ago(59)).toBe('just now')
    expect(ago(-90)).toBe('just now')
  })
})

describe('age', () => {
  it('counts whole years', () => {
    expect(ageInYears('1990-05-01', '2026-04-30')).toBe(35)
    expect(ageInYears('1990-05-01', '2026-05-01')).toBe(36)
  })

  it('equals 0 for a baby under one', () => {
    expect(ageInYears('2026-01-01', '2026-11-20')).toBe(0)
  })

  it('handles a birthday on the 29th of February', () => {
    expect(ageInYears('2000-02-29', '2026-02-28')).toBe(25)
    expect(ageInYears('2000-02-29', '2026-03-01')).toBe(26)
  })
})

describe('initials', () => {
  it('take the first letters of each word in upper case [SHELL-53]', () => {
    expect(initialsOf('omar al haddad')).toBe('OAH')
    expect(initialsOf('  Layla   Hassan ')).toBe('LH')
    expect(initialsOf('élodie')).toBe('É')
  })

  it('become N/A when there is no name [SHELL-54]', () => {
    expect(initialsOf('')).toBe('N/A')
    expect(initialsOf('   ')).toBe('N/A')
    expect(initialsOf(undefined)).toBe('N/A')
    expect(initialsOf(null)).toBe('N/A')
  })
})

describe('values', () => {
  it('carry the patient id prefix [CONST-07]', () => {
    expect(formatPatientId(12)).toBe('ZL-12')
  })

  it('show phones from a text and from an object', () => {
    expect(phoneNumberOf('+971501234567')).toBe('+971 50 123 4567')
    expect(phoneNumberOf({ number: '+971501234567' })).toBe('+971 50 123 4567')
    expect(phoneNumberOf(null)).toBe('N/A')
  })

  it('become N/A when they are missing or blank', () => {
    expect([null, undefined, '', '  '].map(orNotAvailable)).toEqual(['N/A', 'N/A', 'N/A', 'N/A'])
  })
})

it('shows a birthday in long form, with the months or days of a baby [SAFE-02]', () => {
  expect(bornInWords('1990-03-04', '2026-11-22')).toBe('March 4, 1990, 36 years')
  expect(bornInWords('2025-11-22', '2026-11-22')).toBe('November 22, 2025, 1 year')
  expect(bornInWords('2025-11-23', '2026-11-22')).toBe('November 23, 2025, 11 months')
  expect(bornInWords('2026-10-22', '2026-11-22')).toBe('October 22, 2026, 1 month')
  expect(bornInWords('2026-10-23', '2026-11-22')).toBe('October 23, 2026, 30 days')
  expect(bornInWords('2026-11-21', '2026-11-22')).toBe('November 21, 2026, 1 day')
  expect(bornInWords('2026-11-22', '2026-11-22')).toBe('November 22, 2026, 0 days')
})

describe('an age in words', () => {
  it.each([
    ['1990-03-04', '36 years'],
    ['2025-11-22', '1 year'],
    ['2025-11-23', '11 months'],
    ['2026-10-22', '1 month'],
    ['2026-10-23', '30 days'],
    ['2026-11-21', '1 day'],
    ['2026-11-22', '0 days'],
    ['2026-11-23', '0 days'],
    ['1900-01-01', '126 years'],
  ])('shows for %s: %s [SAFE-04]', (dateOfBirth, text) =>
    expect(ageInWords(dateOfBirth, '2026-11-22')).toBe(text),
  )
})

describe('a phone number', () => {
  it.each([
    '+971554097382',
    '+97145550100',
    '+966501234567',
    '+966112345678',
    '+97333123456',
    '+97433123456',
    '+96892123456',
    '+96550012345',
    '+962790123456',
    '+919876543210',
    '+923012345678',
    '+201001234567',
    '+639051234567',
    '+442079460018',
    '+447400123456',
    '+12125550123',
  ])('%s is grouped as in the phone field [RULE-112]', (number) => {
    expect(formatPhone(number)).toBe(readPhone(number)?.shown)
  })

  it.each([
    ['+8801812345678', '+880 181 234 5678'],
    ['+4930901820', '+49 309 01820'],
    ['a@b.test', 'a@b.test'],
    ['N/A', 'N/A'],
    ['050 123', '050 123'],
  ])('%s is shown as %s', (stored, shown) => expect(formatPhone(stored)).toBe(shown))
})
