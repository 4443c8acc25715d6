import { describe, expect, it } from 'vitest'
import { crashOne, crashSeveral } from './crash-rounds.ts'
import { ACTIONS, ARRIVALS } from './attempts.ts'
import type { Outcome } from './rounds.ts'

// One fault each on the built product; `npm run test:crash` runs longer.
const expectNothingLost = (outcome: Outcome) => {
  expect(outcome.findings).toEqual([])
  expect(outcome.wrongDownloads).toBe(0)
  expect(outcome.repeatedMails).toEqual({ toUsers: 0, toPatients: 0 })
  expect(outcome.sms.received).toBeGreaterThan(0)
  expect(outcome.sms.repeated).toBe(0)
  expect(outcome.downloads).toBeGreaterThan(0)
  const wrong = outcome.sums.filter(({ lost, duplicated }) => lost + duplicated > 0)
  expect(wrong, outcome.table).toEqual([])
  // Every action must have happened, or the test would prove little.
  for (const action of ACTIONS) {
    const total = outcome.sums
      .filter((sum) => sum.action === action)
      .reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    expect(total, `${action}\n${outcome.table}`).toBeGreaterThan(0)
  }
}

describe('a busy service', () => {
  const outcomes: { one?: Outcome; several?: Outcome } = {}

  it('loses and duplicates nothing acknowledged when it is killed or loses its database, storage, mail server, SMS gateway or disk space [CRASH-01 CRASH-02]', async () => {
    const outcome = await crashOne({ rounds: 1 })
    outcomes.one = outcome
    expectNothingLost(outcome)
    // Processes may only end by a kill.
    expect(outcome.ownEnds).toEqual([])
  })

  it('keeps working with two processes behind a proxy while they are killed in turn [PROC-05 CRASH-03]', async () => {
    const outcome = await crashSeveral({ rounds: 1 })
    outcomes.several = outcome
    expectNothingLost(outcome)
    expect(outcome.ownEnds).toEqual([])
  })

  it('served requests when the faults happened [CRASH-01 CRASH-03]', () => {
    const both = Object.values(outcomes)
    expect(both).toHaveLength(2)
    const interrupted = both.flatMap(({ sums }) => sums.map((sum) => sum.interrupted))
    expect(interrupted.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
  })

  it('kept every acknowledged file of the inbox exactly once, with its bytes, in both [INBOX-56 INBOX-57]', () => {
    const both = Object.values(outcomes)
    expect(both).toHaveLength(2)
    for (const { sums, findings, table } of both) {
      expect(findings).toEqual([])
      for (const action of [...ARRIVALS, 'sort']) {
        const ofAction = sums.filter((sum) => sum.action === action)
        expect(ofAction.some(({ acknowledged }) => acknowledged > 0)).toBe(true)
        expect(
          ofAction.filter(({ lost, duplicated }) => lost + duplicated > 0),
          table,
        ).toEqual([])
      }
    }
  })
})
