import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  boundedText,
  isPossibleDateOfBirth,
  multilineField,
  newPasswordField,
  plainDate,
  todayIn,
  typedPhoneField,
  unreadPhone,
} from './fields.ts'
import { contract } from '../index.ts'
import { patientRegistrationForm } from '../patients/patients.forms.ts'
import { limitField, pageField } from './query-fields.ts'

describe('passwords', () => {
  it('pass only when they meet the rules', () => {
    const sign = fc.constantFrom(...'abcXYZ019@$!%*?& #é'.split(''))
    fc.assert(
      fc.property(
        fc.array(sign, { maxLength: 18 }).map((signs) => signs.join('')),
        (password) => {
          const isRight =
            password.length >= 8 &&
            password.length <= 16 &&
            /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]+$/.test(password)
          expect(newPasswordField.safeParse(password).success).toBe(isRight)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a phone number in a form', () => {
  const messageOf = (value: string, stored?: string) =>
    typedPhoneField(stored).safeParse(value).error?.issues[0]?.message
  it('passes when the field could parse it', () => {
    expect(messageOf('+971501112233')).toBeUndefined()
    const unread = ['+97150111223', '12345678', '', '+971 50'].map(unreadPhone)
    for (const value of ['', '0501112233', '+971 50 111 2233', ...unread])
      expect(messageOf(value), value).toBe('Please enter a valid phone number')
  })
  it('passes when it is the stored one, unchanged [SAFE-01]', () => {
    expect(messageOf('12345678', '12345678')).toBeUndefined()
    expect(messageOf('12345679', '12345678')).toBe('Please enter a valid phone number')
  })
})

describe('dates', () => {
  it('must exist as plain days', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (day) => {
          const text = day.toISOString().slice(0, 10)
          expect(plainDate.parse(text)).toBe(text)
        },
      ),
    )
    for (const text of ['1990-02-30', '2023-02-29', '1990-00-10', '90-01-01', '1990-1-1', '0000-01-01'])
      expect(plainDate.safeParse(text).success).toBe(false)
  })
  it('pass as birth dates from 1900-01-01 to today, inclusive [CONST-04]', () => {
    expect(isPossibleDateOfBirth('1900-01-01', '2026-11-20')).toBe(true)
    expect(isPossibleDateOfBirth('1899-12-31', '2026-11-20')).toBe(false)
    expect(isPossibleDateOfBirth('2026-11-20', '2026-11-20')).toBe(true)
    expect(isPossibleDateOfBirth('2026-11-21', '2026-11-20')).toBe(false)
  })
  it('include today in a time zone', () => {
    const lateEvening = new Date('2026-11-20T21:30:00Z')
    expect(todayIn('Asia/Dubai', lateEvening)).toBe('2026-11-21')
    expect(todayIn('Europe/London', lateEvening)).toBe('2026-11-20')
  })
})

describe('paging', () => {
  it('never fails and stays in bounds', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.string(), fc.constant(undefined), fc.array(fc.string())),
        (value) => {
          expect(pageField.parse(value)).toBeGreaterThanOrEqual(1)
          const limit = limitField.parse(value)
          expect(limit).toBeGreaterThanOrEqual(1)
          expect(limit).toBeLessThanOrEqual(100)
        },
      ),
    )
  })
})

describe('the registration form', () => {
  const form = patientRegistrationForm(() => '2026-11-20')
  const messagesOf = (fields: unknown) =>
    Object.fromEntries(
      form.safeParse(fields).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [],
    )
  it('requires more than the API: email and gender', () => {
    expect(
      messagesOf({
        fullName: '',
        emrId: '',
        email: '',
        phone: '+971',
        dob: '',
        gender: '',
        address: { line1: '', city: '' },
      }),
    ).toEqual({
      fullName: 'Name must be at least 3 characters',
      email: 'Required',
      phone: 'Please enter a valid phone number',
      dob: 'Required',
      gender: 'Required',
    })
  })
  it('uses the user’s current date', () => {
    expect(messagesOf({ dob: '2026-11-21' })).toMatchObject({ dob: 'Please enter a valid date of birth' })
    expect(messagesOf({ dob: '2026-11-20' })).not.toHaveProperty('dob')
  })
})

describe('the contract', () => {
  it('gives every endpoint a unique path and method', () => {
    const all = Object.values(contract).flatMap((group) =>
      Object.values(group).map((one) => `${one.method} ${one.path}`),
    )
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('a single-line field', () => {
  const field = boundedText({ min: 1, max: 50 }, 'short', 'long')

  it.each([
    ['a line end', 'Sara\nKhan'],
    ['a tab', 'Sara\tKhan'],
    ['a next-line character', 'Sara\u0085Khan'],
    ['a line separator', 'Sara\u2028Khan'],
    ['a joiner between Latin letters', 'Sa\u200dra'],
    ['a Hangul filler', 'Sara\u3164'],
    ['a tag character', 'Sara\u{e0041}'],
    ['half of a surrogate pair', 'Sara\ud800'],
  ])('refuses %s [SAFE-25]', (_, text) => {
    const { success, error } = field.safeParse(text)
    expect(success).toBe(false)
    expect(error?.issues[0]?.message).toBe(
      'Please remove line breaks and invisible characters, or type this again',
    )
  })

  it.each([
    'Søren Ångström',
    'محمد حداد',
    'علی\u200cرضا',
    'क्\u200dष',
    'Nguyễn Thị',
    'Zoe\u0301',
    '李明',
    '100% – “ok”',
  ])('takes %s', (text) => expect(field.parse(text)).toBe(text))

  it('differs from a multiline field', () => expect(multilineField().parse('one\ntwo')).toBe('one\ntwo'))
})
