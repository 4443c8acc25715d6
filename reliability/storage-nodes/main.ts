/**
 * `npm run test:storage-nodes -- --rounds 9`: kills one of three OpenStack Swift nodes after another during uploads and
 * reads every acknowledged file back (docs/decisions/0030). Exits with 1 when one is lost.
 */
import { numberOrExit, readArgumentsOrExit } from '../../apps/api/src/cli/run-command.ts'
import { areInstalled } from '../../apps/api/src/testing/programs.ts'
import { SWIFT_PROGRAMS } from '../../apps/api/src/testing/s3/swift.ts'
import { loseNodes } from './node-rounds.ts'

const { values } = readArgumentsOrExit(
  { rounds: { type: 'string', default: '9' } },
  'npm run test:storage-nodes -- [--rounds 9]   loses nodes of the storage during uploads',
)
const rounds = numberOrExit('rounds', values.rounds)

if (!areInstalled(...SWIFT_PROGRAMS))
  throw new Error('OpenStack Swift is not installed: run .ci/install services')
const { lost, ...sums } = await loseNodes(rounds, 100)
const lines = Object.entries({ ...sums, lost: lost.length }).map(([name, count]) => `${name}: ${count}`)
process.stdout.write(`${[...lines, ...lost].join('\n')}\n`)
process.exitCode = lost.length > 0 ? 1 : 0
