/**
 * `npm run bench`: the built product against a floor on the same database, in interleaved rounds.
 *
 *   npm run bench -- [--data data/bench] [--label 1M] [--only pattern] [--seconds 2] [--rounds 3]
 *   npm run bench -- --walk [--data data/bench]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitWith, numberOrExit, readArgumentsOrExit } from '../apps/api/src/cli/run-command.ts'
import { CONNECTIONS, listOperations } from './operations.ts'
import { figuresOf, runLoad, type LoadResult, type RequestSource } from './load.ts'
import { isMachineQuiet, loadNow } from './load-average.ts'
import { nodeUsage, postgresUsage } from './processes.ts'
import { publishFiles } from './files.ts'
import { waitForFigures, waitForIdleDatabase } from './readiness.ts'
import { openConnectedSystems } from './connected-systems.ts'
import { runReceiverScenarios } from './receiver-scenarios.ts'
import { runScenarios, type ScenarioResult } from './scenarios.ts'
import { startBenchmarked } from './benchmarked.ts'
import { openSamples } from './samples.ts'
import type { BenchResults, Cost, Measured } from './results.ts'
import { updateTable } from './table.ts'
import { walk } from './walk.ts'

const USAGE = `npm run bench -- [--data data/bench] [--label 1M] [--only pattern] [--seconds 2] [--rounds 3]
npm run bench -- --walk [--data data/bench]`

const { values } = readArgumentsOrExit(
  {
    data: { type: 'string', default: 'data/bench' },
    label: { type: 'string', default: 'bench' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    walk: { type: 'boolean', default: false },
  },
  USAGE,
)
const durationMs = numberOrExit('seconds', values.seconds, { isWhole: false }) * 1000
const rounds = numberOrExit('rounds', values.rounds)
if (process.env.DATABASE_URL) exitWith('The benchmark measures the embedded database: unset DATABASE_URL')
if (!existsSync(path.join(values.data, 'postgres')))
  exitWith(`There is no seeded database in ${path.resolve(values.data)}: run npm run seed first`)
if (values.walk) {
  await walk(path.resolve(values.data))
  process.exit()
}
const isStored = values.only === undefined && isMachineQuiet()
const loadBefore = loadNow()

const here = path.dirname(fileURLToPath(import.meta.url))
const benchmarked = await startBenchmarked(path.resolve(values.data))
const source = await openSamples(benchmarked.connectionString)
const systems = await openConnectedSystems(
  benchmarked.connectionString,
  source.samples.lab,
  path.resolve(values.data),
)
const isWanted = (name: string) => values.only === undefined || new RegExp(values.only).test(name)
const waitForIdle = () => waitForIdleDatabase(() => postgresUsage(benchmarked.postmaster).cpuSeconds)
interface Side {
  origin: string
  pid: number
}
const usageOfSide = ({ pid }: Side): Cost => ({
  node: nodeUsage(pid).cpuSeconds,
  postgres: postgresUsage(benchmarked.postmaster).cpuSeconds,
})
const costOf = (runs: (Cost & { result: LoadResult })[]): Cost => {
  const requests = runs.reduce((sum, { result }) => sum + result.latencies.length, 0)
  const each = (part: keyof Cost) =>
    Math.round((runs.reduce((sum, run) => sum + run[part], 0) * 100_000) / requests) / 100
  return { node: each('node'), postgres: each('postgres') }
}
const results: Measured[] = []
try {
  const cookies = {
    doctor: `session=${await source.openSession('doctor')}`,
    technician: `session=${await source.openSession('technician')}`,
    admin: `session=${await source.openSession('admin')}`,
  }
  const { origin } = benchmarked.product
  await waitForFigures(origin, cookies.admin)
  await source.analyzeTotals()
  await waitForIdle()
  const files = await publishFiles({
    origin,
    cookie: cookies.technician,
    patientId: source.samples.patientIds[0] ?? 1,
    staticFolder: benchmarked.staticFolder,
  })
  const operations = await listOperations(source, {
    ...{ origin, publishes: 60_000, cookies, files },
    filesFolder: path.join(values.data, 'files'),
    staticFolder: benchmarked.staticFolder,
    systems,
  })
  for (const operation of operations) {
    if (!isWanted(operation.name)) continue
    await operation.prepare?.()
    for (const connections of CONNECTIONS) {
      if (connections > (operation.mostConnections ?? connections)) continue
      const measure = async (side: Side, requests: RequestSource, ms: number) => {
        const before = usageOfSide(side)
        const result = await runLoad(side.origin, requests, { connections, durationMs: ms })
        const after = usageOfSide(side)
        return { result, node: after.node - before.node, postgres: after.postgres - before.postgres }
      }
      const product: Awaited<ReturnType<typeof measure>>[] = []
      const floor: typeof product = []
      const floorSide = operation.floorKind === 'static' ? benchmarked.files : benchmarked.floor
      await measure(benchmarked.product, operation.product, 300)
      if (operation.floor) await measure(floorSide, operation.floor, 300)
      for (let round = 0; round < rounds; round++) {
        product.push(await measure(benchmarked.product, operation.product, durationMs))
        if (operation.floor) floor.push(await measure(floorSide, operation.floor, durationMs))
      }
      const productFigures = figuresOf(product.map(({ result }) => result))
      const floorFigures = operation.floor ? figuresOf(floor.map(({ result }) => result)) : null
      const measured: Measured = {
        operation: operation.name,
        connections,
        product: productFigures,
        floor: floorFigures,
        ratio: floorFigures && Math.round((productFigures.perSecond / floorFigures.perSecond) * 100) / 100,
        cost: costOf(product),
        floorCost: operation.floor ? costOf(floor) : null,
      }
      results.push(measured)
      const { p50, p95, p99, perSecond } = productFigures
      console.log(
        `${operation.name.padEnd(24)} ${String(connections).padStart(2)} conn` +
          `  CPU node ${measured.cost.node} (${measured.floorCost?.node ?? '-'}) pg ${measured.cost.postgres} (${measured.floorCost?.postgres ?? '-'}) ms` +
          `  p50 ${p50} p95 ${p95} p99 ${p99} ms  ${perSecond}/s` +
          `  floor ${floorFigures?.perSecond ?? '-'}/s  ratio ${measured.ratio ?? '-'}`,
      )
    }
    await operation.tidy?.()
  }
  const named = (name: string) => operations.filter((operation) => operation.name === name)
  const scenarios: ScenarioResult[] = []
  for (const reading of isWanted('scenarios') ? named('report by id') : [])
    scenarios.push(
      ...(await runScenarios({
        origin,
        pid: benchmarked.product.pid,
        cookie: cookies.doctor,
        labs: source.samples.labs,
        largeFile: files.large,
        reading,
      })),
    )
  for (const publishing of named('publish a report'))
    scenarios.push(
      ...(await runReceiverScenarios({
        ...{ origin, systems, publishing, waitForIdle, isWanted },
        cpuSeconds: () => {
          const { node, postgres } = usageOfSide(benchmarked.product)
          return node + postgres
        },
        lists: [...named('reports'), ...named('patients, page 1')],
      })),
    )
  const memory = {
    node: nodeUsage(benchmarked.product.pid).memoryMb,
    postgres: postgresUsage(benchmarked.postmaster).memoryMb,
  }
  console.log(`memory: Node ${memory.node} MB, PostgreSQL ${memory.postgres} MB`)
  const { version } = JSON.parse(readFileSync(path.join(here, '../package.json'), 'utf8')) as {
    version: string
  }
  if (isStored) {
    const run: BenchResults = {
      label: values.label,
      version,
      loadBefore,
      loadAfter: loadNow(),
      secondsEach: Number(values.seconds),
      rounds,
      memory,
      results,
      scenarios,
    }
    const folder = path.join(here, 'results')
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, `${values.label}.json`), `${JSON.stringify(run, null, 2)}\n`)
    updateTable()
  }
} finally {
  await systems.close()
  await source.close()
  await benchmarked.stop()
}
