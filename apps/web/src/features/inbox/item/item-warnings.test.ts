import { expect, it } from 'vitest'
import { contradictsVisit, warningsOf } from './item-warnings.ts'

const codesOf = (...item: Parameters<typeof warningsOf>) => warningsOf(...item).map(({ code }) => code)

it('says a critical value first, whatever else is to be said [INBOX-168]', () => {
  const notices = [{ code: 'order-of-other-patient' as const, value: null }]
  expect(codesOf({ isCritical: true, problem: 'not-final', notices })).toEqual([
    'critical',
    'not-final',
    'order-of-other-patient',
  ])
  expect(codesOf({ isCritical: true, problem: 'critical', notices: [] })).toEqual(['critical'])
  expect(codesOf({ isCritical: false, problem: null, notices: [] })).toEqual([])
})

it('names the other referrer, and sends a confirmation only of what was shown [INBOX-165]', () => {
  const none = { isCritical: false, problem: null, notices: [] }
  const differs = { ...none, notices: [{ code: 'referrer-differs' as const, value: 'Dr. Ali Khan' }] }
  expect(warningsOf(differs)[0]?.text).toContain('Dr. Ali Khan')
  expect(codesOf(none, 'The visit has another referrer')).toEqual(['visit-differs'])
  expect([contradictsVisit(none), contradictsVisit(differs), contradictsVisit(none, 'refused')]).toEqual([
    false,
    true,
    true,
  ])
})
