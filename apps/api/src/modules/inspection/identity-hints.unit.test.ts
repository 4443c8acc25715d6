import { describe, expect, it } from 'vitest'
import { findIdentityHints } from './identity-hints.ts'

describe('identity hints of a file in Arabic', () => {
  it('contain the values after its labels [INBOX-05]', () => {
    const hints = findIdentityHints([
      'مختبر المدينة',
      'اسم المريض: ليلى حداد',
      'تاريخ الميلاد: 15/03/1990',
      'رقم الملف: A-10384',
      'رقم الهاتف: +971 50 123 4567',
    ])
    expect(hints).toEqual({
      names: ['ليلى حداد'],
      birthDates: [{ written: '15/03/1990', dates: ['1990-03-15'] }],
      emrIds: ['A-10384'],
      phones: ['+971 50 123 4567'],
      patientIds: [],
    })
  })

  it.each([
    ['الاسم: عمر سعيد   ', 'عمر سعيد'],
    ['الاسم الكامل: عمر سعيد، العمر: 40', 'عمر سعيد'],
    ['اسم المريضة : ليلى حداد رقم الملف: 12', 'ليلى حداد'],
    ['إسم المريض = Layla Haddad', 'Layla Haddad'],
  ])('contain the name alone: %s [INBOX-05]', (segment, name) => {
    expect(findIdentityHints([segment]).names).toEqual([name])
  })

  it('use plain digits for Arabic and Persian ones, even after English labels [INBOX-05]', () => {
    const hints = findIdentityHints([
      'تاريخ الميلاد: ١٥/٠٣/١٩٩٠',
      'رقم المريض: ١٠٣٨٤',
      'الجوال: ٠٥٠ ١٢٣ ٤٥٦٧',
      'الهاتف: ۰۴ ۵۶۷ ۸۹۰۱',
      'MRN: ۷۷۱۲',
      'Date of Birth: ۱۹۹۰-۰۳-۱۶',
    ])
    expect(hints.birthDates).toEqual([
      { written: '1990-03-16', dates: ['1990-03-16'] },
      { written: '15/03/1990', dates: ['1990-03-15'] },
    ])
    expect(hints.emrIds).toEqual(['7712', '10384'])
    expect(hints.phones).toEqual(['050 123 4567', '04 567 8901'])
  })

  it('recognize the forms of letters that some fonts have [INBOX-05]', () => {
    const hints = findIdentityHints(['\u200f\ufe8d\ufedf\ufe8e\ufeb3\ufee2: \ufecb\ufee4\u0640\ufeae'])
    expect(hints.names).toEqual(['عمر'])
  })

  it.each([
    ['a name after its value', ['ليلى حداد اسم المريض:']],
    ['a number between two labels', ['1234 رقم الملف: 0501234567 رقم الهاتف:']],
    ['a value in the next segment, which may be the other column', ['اسم المريض:', 'عمر سعيد']],
    ['reversed letters', ['ضيرملا مسا: ىليل']],
    ['a heading', ['الاسم', 'النتيجة']],
    ['a word that only contains a label', ['والاسم: عمر سعيد']],
  ])('stay empty where the order is unsure: %s [INBOX-05]', (_, segments) => {
    expect(findIdentityHints(segments)).toEqual({
      names: [],
      birthDates: [],
      emrIds: [],
      phones: [],
      patientIds: [],
    })
  })
})

it('takes no note of digits in text without labels [INBOX-05]', () => {
  expect(findIdentityHints(['النتيجة: ١٣٫٢', 'Haemoglobin 13.2']).emrIds).toEqual([])
})
