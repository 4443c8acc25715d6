import { describe, expect, it } from 'vitest'
import {
  DELIVERY_PURPOSES,
  hasLink,
  messageText,
  shownDay,
  shownLastDay,
  withDirection,
} from './delivery-messages.ts'
import { smsSegments } from './sms-segments.ts'

const PARTS = { lab: 'Harbour Lab', phone: '+971 4 123', link: 'https://lab.test/r/x', until: 'May 1, 2026' }
const MARK = '\u200e'

describe('the text of a message', () => {
  it('keeps the phone number in order within Arabic text [DELIV-03]', () => {
    for (const purpose of ['report', 'withdrawn'] as const) {
      expect(messageText({ language: 'ar', purpose, template: undefined }, PARTS)).toMatch(
        new RegExp(`${MARK}\\+971 4 123$`),
      )
      expect(messageText({ language: 'en', purpose, template: undefined }, PARTS)).not.toContain(MARK)
    }
    const own = { language: 'ar', purpose: 'report', template: 'اتصلوا {phone} {link}' } as const
    expect(messageText(own, PARTS)).toBe(`اتصلوا ${MARK}+971 4 123 https://lab.test/r/x`)
  })

  it('leaves out a missing phone number, and marks nothing in a template [DELIV-03]', () => {
    const report = { language: 'ar', purpose: 'report', template: undefined } as const
    expect(messageText(report, { ...PARTS, phone: null })).toMatch(/2026\.$/)
    expect(messageText(report, { ...PARTS, phone: '{phone}' })).not.toContain(MARK)
    const own = { language: 'en', purpose: 'report', template: '{lab} {phone} {link} {constructor}' } as const
    expect(messageText(own, { ...PARTS, phone: null })).toBe('Harbour Lab https://lab.test/r/x {constructor}')
  })

  it('begins right to left after a Latin name in an Arabic message [AR-04]', () => {
    const textOf = (lab: string, template?: string, language: 'ar' | 'en' = 'ar') =>
      messageText({ language, purpose: 'report', template }, { ...PARTS, lab })
    expect(textOf('Harbour Lab')).toMatch(/^\u200fHarbour Lab: /)
    expect(textOf('1st Lab')).toMatch(/^\u200f1st Lab: /)
    expect(textOf('Élan', '{lab} {link}')).toMatch(/^\u200fÉlan /)
    expect(textOf('مختبر Cedar')).toMatch(/^مختبر Cedar: /)
    expect(textOf('Harbour Lab', undefined, 'en')).toMatch(/^Harbour Lab: /)
    // The text that a lab starts from when it writes its own.
    expect(textOf('{lab}')).toMatch(/^\{lab\}: /)
    expect(withDirection('ar', 'رمز 1')).toBe('رمز 1')
  })
})

describe('a day in Arabic', () => {
  const DAY = '2026-12-26T00:00:00Z'

  it('stays together on one line [AR-06]', () => {
    expect(shownDay('ar', DAY, 'UTC')).toBe('26\u00a0ديسمبر\u00a02026')
    expect(shownLastDay('ar', DAY, 'UTC')).toBe('26\u00a0ديسمبر')
    // GSM 03.38 has no such space.
    expect(shownDay('en', DAY, 'UTC')).toBe('December 26, 2026')
    expect(shownLastDay('en', DAY, 'UTC')).toBe('December 26, 2026')
  })
})

/** The longest month, and the number of a mobile phone. */
const LONG_PARTS = { phone: '+971 4 123 4567', until: shownLastDay('ar', '2026-12-26T00:00:00Z', 'UTC') }

/** Characters of the lab's name and the address of the service together, for which earlier texts took two SMS. */
const TWO_SMS = { report: 47, renewal: 44, amended: 49 } as const

describe('an Arabic SMS', () => {
  it.each(Object.entries(TWO_SMS))(
    '%s is two SMS for %i characters of lab and address [AR-05]',
    (key, most) => {
      const purpose = key as keyof typeof TWO_SMS
      for (const lab of [
        'Harbour Lab',
        'Cedar Medical Laboratory',
        'مختبر الشفاء',
        'مختبر الأمل للتحاليل الطبية',
      ]) {
        const address = 'https://'.padEnd(most - lab.length, 'x')
        const text = messageText(
          { language: 'ar', purpose, template: undefined },
          { ...LONG_PARTS, lab, link: `${address}/r/${'1'.repeat(22)}` },
        )
        expect(smsSegments(text), text).toMatchObject({ encoding: 'ucs2', segments: 2 })
      }
    },
  )

  it('fits one SMS without a link for a lab of 24 characters without a number, two for 60 with one [AR-05]', () => {
    for (const purpose of DELIVERY_PURPOSES.filter((one) => !hasLink(one)))
      for (const letter of ['L', 'م']) {
        const segmentsOf = (length: number, phone: string | null) =>
          smsSegments(
            messageText(
              { language: 'ar', purpose, template: undefined },
              { ...LONG_PARTS, phone, lab: letter.repeat(length), link: '' },
            ),
          ).segments
        expect([segmentsOf(24, null), segmentsOf(60, LONG_PARTS.phone)]).toEqual([1, 2])
      }
  })
})

it('shows patients the same dates as the staff, in their language [RULE-113]', () => {
  expect(shownDay('en', '2026-11-26T20:00:00.000Z', 'Asia/Dubai')).toBe('November 27, 2026')
  expect(shownDay('ar', '2026-11-26T20:00:00.000Z', 'Asia/Dubai')).toBe('27\u00a0نوفمبر\u00a02026')
})
