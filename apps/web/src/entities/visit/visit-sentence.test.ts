import type { Visit } from '@zelab/contract'
import { expect, it } from 'vitest'
import { formatTime } from '../../lib/format.ts'
import { visitSentence } from './visit-sentence.tsx'

const now = Date.now()
const minutes = (count: number) => new Date(now + count * 60_000).toISOString()
const since = new Date(now).toISOString()
const at = formatTime(since)

type Waits = NonNullable<Visit['expected'][number]['waits']>
const published = { id: 1, title: 'Lipid Panel', isFulfilled: true, waits: null }
const missing = (waits: Partial<Waits> | null) => ({
  id: 2,
  title: 'HbA1c',
  isFulfilled: false,
  waits: waits && { place: 'inbox' as const, since, person: null, ...waits },
})
type Facts = Parameters<typeof visitSentence>[0]
const said = (facts: Partial<Facts>, usualMinutes?: number) =>
  visitSentence(
    { state: 'awaited', expected: [], promisedAt: null, targetAt: null, payment: 'unknown', ...facts },
    { usualMinutes, now },
  )

it('says what is published, where the others are, what is due and when they are usually ready [VISIT-86]', () => {
  const facts = { expected: [published, missing({ person: 'Hind' })], payment: 'due' as const }
  expect(said(facts, 120)).toBe(
    `Lipid Panel published; HbA1c since ${at} with Hind; payment due; usually ready in 2 h.`,
  )
})

it.each<[Partial<Facts>, string]>([
  [{ expected: [published, missing(null)] }, '1 of 2 ready: HbA1c missing.'],
  [{ expected: [missing(null)] }, 'HbA1c missing.'],
  [{ expected: [missing({})] }, `HbA1c in the inbox since ${at}.`],
  [{ expected: [missing({ place: 'release' })] }, `HbA1c awaits release since ${at}.`],
  [{ expected: [published], state: 'ready', targetAt: minutes(-9) }, 'Lipid Panel published.'],
  [{ expected: [published] }, 'Lipid Panel published; a report is being corrected.'],
  [
    { reports: [{ id: 1, title: 'Lipids' }] as Visit['reports'], state: 'ready', payment: 'due' },
    'Lipids published; payment due.',
  ],
  [{ state: 'open', payment: 'due' }, 'Payment due.'],
  [{ state: 'open' }, ''],
  [{ state: 'canceled', expected: [missing(null)] }, 'Canceled.'],
])('describes %j [VISIT-86]', (facts, sentence) => expect(said(facts)).toBe(sentence))

it('says the promise before the target, and that it has passed [VISIT-86]', () => {
  const expected = [missing(null)]
  const [promisedAt, targetAt] = [minutes(-60), minutes(60)]
  expect(said({ expected, promisedAt, targetAt, state: 'late' })).toMatch(/^HbA1c missing; late, promised /)
  expect(said({ expected, targetAt }, 45)).toMatch(/; expected by .+; usually ready in 45 min\.$/)
})
