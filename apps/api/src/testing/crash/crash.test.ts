import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { crashOne, crashSeveral, type Outcome } from './crash-rounds.ts'
import { ACTIONS } from './staff-at-work.ts'

const BUILD = fileURLToPath(new URL('../../../../../scripts/build.mjs', import.meta.url))

// What is killed here is the product as it is built, once for each fault; `npm run test:crash` goes on for longer.
beforeAll(() => {
  const built = spawnSync(process.execPath, [BUILD], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`The product could not be built:\n${built.stderr}`)
}, 300_000)

const expectNothingLost = (outcome: Outcome) => {
  expect(outcome.findings).toEqual([])
  expect(outcome.wrongDownloads).toBe(0)
  expect(outcome.downloads).toBeGreaterThan(0)
  const wrong = outcome.sums.filter(({ lost, doubled }) => lost + doubled > 0)
  expect(wrong, outcome.table).toEqual([])
  // It was really at work all the time.
  for (const action of ACTIONS) {
    const total = outcome.sums
      .filter((sum) => sum.action === action)
      .reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    expect(total, `${action}\n${outcome.table}`).toBeGreaterThan(0)
  }
}

describe('a service at work', () => {
  it('that is killed, loses its database, its storage, its mail server or its room on the disk, loses and doubles nothing that it acknowledged [CRASH-01 CRASH-02]', async () => {
    const outcome = await crashOne({ rounds: 1 })
    expectNothingLost(outcome)
    // Nothing but a kill ends it.
    expect(outcome.ownEnds, outcome.table).toBe(0)
  }, 240_000)

  it('of two processes behind a proxy goes on while they are killed one after the other, and nothing is lost or doubled [PROC-05 CRASH-03]', async () => {
    const outcome = await crashSeveral({ rounds: 1 })
    expectNothingLost(outcome)
    expect(outcome.ownEnds, outcome.table).toBe(0)
  }, 240_000)
})
