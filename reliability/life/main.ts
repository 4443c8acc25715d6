/**
 * `npm run test:life -- --days 100 --actions 10000`: plays the life of two laboratories, and compares every outlet with an
 * oracle. LIFE_SEED repeats a run. Exits with 1 when they differ.
 */
import { randomInt } from 'node:crypto'
import { numberOrExit, readArgumentsOrExit } from '../../apps/api/src/cli/run-command.ts'
import { live } from './life.ts'

const { values } = readArgumentsOrExit(
  { days: { type: 'string', default: '100' }, actions: { type: 'string', default: '10000' } },
  'npm run test:life -- [--days 100] [--actions 10000]   LIFE_SEED repeats a run',
)
const days = numberOrExit('days', values.days)
const actions = numberOrExit('actions', values.actions)
const seed = Number(process.env.LIFE_SEED ?? randomInt(1_000_000))
const outcome = await live({
  ...{ seed, days, actions },
  onDay: (day, found) => {
    const seconds = Math.round(performance.now() / 1000)
    process.stderr.write(
      `${[`seed ${seed}, day ${day}, ${seconds} s, new findings: ${found.length}`, ...found].join('\n')}\n`,
    )
  },
})
const { findings, ...sums } = outcome
process.stdout.write(`${JSON.stringify(sums, undefined, 2)}\n`)
process.stdout.write(`${[`findings: ${findings.length}`, ...findings].join('\n')}\n`)
process.exitCode = findings.length > 0 ? 1 : 0
