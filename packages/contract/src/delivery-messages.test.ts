import { describe, expect, it } from 'vitest'
import { messageText, shownDay } from './delivery-messages.ts'

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
})

it('shows patients the same dates as the staff, in their language [RULE-113]', () => {
  expect(shownDay('en', '2026-11-26T20:00:00.000Z', 'Asia/Dubai')).toBe('November 27, 2026')
  expect(shownDay('ar', '2026-11-26T20:00:00.000Z', 'Asia/Dubai')).toBe('27 نوفمبر 2026')
})
