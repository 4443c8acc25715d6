/**
 * `npm run test:cluster`: injects faults into a PostgreSQL cluster with the configuration of deploy/cluster while two
 * processes of the product work on it (docs/decisions/0029). `-- --fault kill-primary,switchover --seconds 20` runs
 * some faults, each after 20 seconds of work. Ends with a point-in-time restore by pgBackRest. Exits with 1 when a
 * write is lost or duplicated, or users are not served for 30 seconds.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { numberOrExit, readArgumentsOrExit } from '../../apps/api/src/cli/run-command.ts'
import { clusterFaults } from './cluster-faults.ts'
import { missingPackages } from '../../apps/api/src/testing/programs.ts'
import { CLUSTER_PROGRAMS } from './cluster-files.ts'
import { runOnCluster } from './cluster-rounds.ts'
import { restorePointInTime } from './point-in-time.ts'
import { canCreateNetworks, createMachineNetwork } from './machine-network.ts'

const PRIVATE = 'ZELAB_PRIVATE_NETWORK'

const { values } = readArgumentsOrExit(
  {
    fault: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '1' },
    logs: { type: 'string' },
  },
  'npm run test:cluster -- [--fault name,name] [--seconds 5] [--rounds 1] [--logs folder]',
)
const rounds = numberOrExit('rounds', values.rounds)
const workSeconds = numberOrExit('seconds', values.seconds, { isWhole: false })

const say = (text: string) => void process.stdout.write(`${text}\n`)

const runPrivately = async () => {
  const child = spawn('unshare', ['--net', process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [PRIVATE]: '1' },
  })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}

const runFaults = async () => {
  const network = process.env[PRIVATE] ? createMachineNetwork() : undefined
  if (!network) say('Machines share one network: no partition (needs root and network namespaces)')
  const all = clusterFaults(network)
  const wanted = values.fault?.split(',')
  const faults = wanted ? all.filter(({ name }) => wanted.includes(name)) : all
  if (faults.length < (wanted?.length ?? 1))
    throw new Error(`The faults are ${all.map(({ name }) => name).join(', ')}`)
  const outcome = await runOnCluster({
    faults,
    rounds,
    workSeconds,
    network,
    logFolder: values.logs,
    afterwards: restorePointInTime,
    onReport: ({ fault, writes, reads }) =>
      say(`${fault.padEnd(18)} no writes for ${writes.toFixed(1)} s, no reads for ${reads.toFixed(1)} s`),
  })
  say(`\n${outcome.table}\n`)
  say(
    `${outcome.checks} checks; ${outcome.downloads} downloads; ${outcome.repeatedMails.toUsers} mails to users sent again; ` +
      `${outcome.sms.received} SMS, ${outcome.sms.repeated} of them again`,
  )
  const problems = [...outcome.problems, ...outcome.late]
  for (const problem of problems) say(problem)
  say(problems.length === 0 ? 'Nothing was lost, doubled or interrupted for 30 seconds' : 'FAILED')
  if (problems.length > 0) process.exitCode = 1
}

const missing = missingPackages(...CLUSTER_PROGRAMS)
if (missing.length > 0) {
  say(`Missing ${missing.join(', ')}: run bash .ci/install cluster`)
  process.exitCode = 1
} else if (!process.env[PRIVATE] && canCreateNetworks()) await runPrivately()
else await runFaults()
