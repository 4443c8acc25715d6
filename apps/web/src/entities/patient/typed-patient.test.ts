import { describe, expect, it } from 'vitest'
import { readTypedPatient } from './typed-patient.ts'

describe('a text that no patient was found for [DESK-05]', () => {
  it.each([
    ['0501234567', { phone: '0501234567' }],
    ['+971 50 123-4567', { phone: '+971 50 123-4567' }],
    ['050/1234567', { phone: '050/1234567' }],
    [' Layla Hassan ', { fullName: 'Layla Hassan' }],
    ['ليلى حسن', { fullName: 'ليلى حسن' }],
    ['Anne-Marie O’Neil', { fullName: 'Anne-Marie O’Neil' }],
    ['EMR-20406', { emrId: 'EMR-20406' }],
  ])('%s fills in its field', (text, fields) => expect(readTypedPatient(text)).toEqual(fields))

  it.each(['', '12', 'ZL-123', 'zl 7', '#!', '@', '3/4/1990', '03.04.90'])('"%s" fills in nothing', (text) =>
    expect(readTypedPatient(text)).toEqual({}),
  )
})
