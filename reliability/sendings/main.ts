/**
 * `npm run test:sendings -- --actions 10000 --kills 100`: kills one of two processes again and again during random changes
 * of reports, and compares what receivers, the feed and FHIR say at rest (docs/decisions/0032). Exits with 1 when they differ.
 */
import { parseArgs } from 'node:util'
import { killSenders } from './sending-rounds.ts'

const { values } = parseArgs({
  options: { actions: { type: 'string', default: '10000' }, kills: { type: 'string', default: '100' } },
})
const { findings, ...sums } = await killSenders(
  { actions: Number(values.actions), kills: Number(values.kills) },
  (kills, actions) => process.stderr.write(`kills: ${kills}, actions: ${actions}\n`),
)
const lines = Object.entries(sums).map(([name, count]) => `${name}: ${count}`)
process.stdout.write(`${[...lines, `findings: ${findings.length}`, ...findings.slice(0, 50)].join('\n')}\n`)
process.exitCode = findings.length > 0 ? 1 : 0
