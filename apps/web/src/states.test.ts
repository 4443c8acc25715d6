import { expect, it } from 'vitest'
import * as reports from './entities/report/texts.ts'
import * as visits from './entities/visit/texts.ts'
import { STATES } from './ui/texts.ts'

/** Earlier words for a state that has another one now. */
const OTHER_WORDS = ['Unpaid', 'Payment is due', 'Overdue', 'Delayed', 'No patient found', 'Handed Over']

const catalogs = import.meta.glob<Record<string, unknown>>('./**/texts.{ts,tsx}', { eager: true })

const wordsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : []
}

it('uses one word for a state in all catalogs [SPEED-44]', () => {
  const words = Object.values(catalogs).flatMap(wordsOf)
  expect(words.length).toBeGreaterThan(1000)
  expect(words.filter((word) => OTHER_WORDS.includes(word))).toEqual([])
  expect([reports.MARKS.unpaid, visits.PAYMENTS.due]).toEqual([STATES.paymentDue, STATES.paymentDue])
})
