/**
 * `npm run test:storage-nodes -- --rounds 9`: kills one of three OpenStack Swift nodes after another during uploads and
 * reads every acknowledged file back (docs/decisions/0030). Exits with 1 when one is lost.
 */
import { parseArgs } from 'node:util'
import { areInstalled } from '../../apps/api/src/testing/programs.ts'
import { SWIFT_PROGRAMS } from '../../apps/api/src/testing/s3/swift.ts'
import { loseNodes } from './node-rounds.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })

if (!areInstalled(...SWIFT_PROGRAMS))
  throw new Error('OpenStack Swift is not installed: run .ci/install services')
const { lost, ...sums } = await loseNodes(Number(values.rounds), 100)
const lines = Object.entries({ ...sums, lost: lost.length }).map(([name, count]) => `${name}: ${count}`)
process.stdout.write(`${[...lines, ...lost].join('\n')}\n`)
process.exitCode = lost.length > 0 ? 1 : 0
