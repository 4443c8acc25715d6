import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { RELEASE_TEST_MS } from '../../test-limits.ts'
import { live, type LifeOutcome } from './life.ts'

/** A difference names its seed, which LIFE_SEED repeats; `npm run test:life` plays longer. */
const SEED = Number(process.env.LIFE_SEED ?? randomInt(1_000_000))
/** Several minutes alone, and more beside the other tests of a release. */
const LIMIT_MS = 2 * RELEASE_TEST_MS

describe('the life of two laboratories', () => {
  let outcome: LifeOutcome

  it(
    'shows in every outlet, each evening, what an independent oracle says [LIFE-01]',
    async () => {
      outcome = await live({ seed: SEED, days: 100, actions: 800 })
      // The message keeps them when a second try passes.
      expect(outcome.findings, outcome.findings.join('\n')).toEqual([])
      expect(outcome.days).toBe(100)
    },
    LIMIT_MS,
  )

  it('tells connected systems the newest state and facts while processes are killed [LIFE-02 API-OUT-04]', () => {
    expect(outcome.kills).toBe(10)
    expect(outcome.received).toBeGreaterThan(200)
    expect(outcome.repeated).toBeGreaterThan(0)
  })

  it('sends nothing from a restored backup before an Admin confirms, and shows every record [LIFE-03]', () => {
    expect(outcome.restoredRecords).toBeGreaterThan(100)
  })

  it('uses every action of staff and systems [LIFE-04]', () => {
    expect(outcome.unused).toEqual([])
  })
})
