/**
 * `npm run bench`: the product as built against a floor over the same database, in interleaved rounds.
 *
 *   npm run bench -- [--data data/bench] [--label 1M] [--only text] [--seconds 2] [--rounds 3]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CONNECTIONS, listOperations } from './operations.ts'
import { figuresOf, runLoad, type Figures, type LoadResult, type RequestSource } from './load.ts'
import { nodeUsage, postgresUsage } from './processes.ts'
import { publishFiles } from './files.ts'
import { runScenarios } from './scenarios.ts'
import { startBenchmarked } from './benchmarked.ts'
import { openSamples } from './samples.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data/bench' },
    label: { type: 'string', default: 'bench' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
  },
})
const durationMs = Number(values.seconds) * 1000
const rounds = Number(values.rounds)

interface Measured {
  operation: string
  connections: number
  product: Figures
  floor: Figures | null
  /** Requests a second of the product over those of the floor. */
  ratio: number | null
  /** Processor time of Node and of PostgreSQL for each request, in milliseconds. */
  nodeMs: number
  postgresMs: number
}

const here = path.dirname(fileURLToPath(import.meta.url))
const benchmarked = await startBenchmarked(path.resolve(values.data))
const source = await openSamples(benchmarked.connectionString)
const results: Measured[] = []
try {
  const cookies = {
    doctor: `session=${await source.openSession('doctor')}`,
    technician: `session=${await source.openSession('technician')}`,
    admin: `session=${await source.openSession('admin')}`,
  }
  const { origin } = benchmarked.product
  const files = await publishFiles({
    origin,
    cookie: cookies.technician,
    patientId: source.samples.patientIds[0] ?? 1,
    staticFolder: benchmarked.staticFolder,
  })
  const operations = await listOperations(source, { origin, publishes: 60_000, cookies, files })
  for (const operation of operations) {
    if (values.only && !operation.name.includes(values.only)) continue
    for (const connections of CONNECTIONS) {
      const product: LoadResult[] = []
      const floor: LoadResult[] = []
      const run = (origin: string, requests: RequestSource, ms: number) =>
        runLoad(origin, requests, { connections, durationMs: ms })
      const floorOrigin =
        operation.floorKind === 'static' ? benchmarked.files.origin : benchmarked.floor.origin
      // Both warm before anything counts.
      await run(benchmarked.product.origin, operation.product, 300)
      if (operation.floor) await run(floorOrigin, operation.floor, 300)
      let nodeSeconds = 0
      let postgresSeconds = 0
      for (let round = 0; round < rounds; round++) {
        const before = [nodeUsage(benchmarked.product.pid), postgresUsage(benchmarked.postmaster)]
        product.push(await run(benchmarked.product.origin, operation.product, durationMs))
        const after = [nodeUsage(benchmarked.product.pid), postgresUsage(benchmarked.postmaster)]
        nodeSeconds += (after[0]?.cpuSeconds ?? 0) - (before[0]?.cpuSeconds ?? 0)
        postgresSeconds += (after[1]?.cpuSeconds ?? 0) - (before[1]?.cpuSeconds ?? 0)
        if (operation.floor) floor.push(await run(floorOrigin, operation.floor, durationMs))
      }
      const productFigures = figuresOf(product)
      const floorFigures = operation.floor ? figuresOf(floor) : null
      const requests = product.reduce((sum, { latencies }) => sum + latencies.length, 0)
      const measured: Measured = {
        operation: operation.name,
        connections,
        product: productFigures,
        floor: floorFigures,
        ratio: floorFigures && Math.round((productFigures.perSecond / floorFigures.perSecond) * 100) / 100,
        nodeMs: Math.round((nodeSeconds * 100_000) / requests) / 100,
        postgresMs: Math.round((postgresSeconds * 100_000) / requests) / 100,
      }
      results.push(measured)
      const { p50, p95, p99, perSecond } = productFigures
      console.log(
        `${operation.name.padEnd(24)} ${String(connections).padStart(2)} conn  p50 ${p50} p95 ${p95} p99 ${p99} ms  ${perSecond}/s` +
          `  floor ${floorFigures?.perSecond ?? '-'}/s  ratio ${measured.ratio ?? '-'}  node ${measured.nodeMs} pg ${measured.postgresMs} ms`,
      )
    }
  }
  const reading = operations.find(({ name }) => name === 'report by id')
  const scenarios =
    reading && (!values.only || 'scenarios'.includes(values.only))
      ? await runScenarios({
          origin,
          pid: benchmarked.product.pid,
          cookie: cookies.doctor,
          largeFile: files.large,
          reading,
        })
      : []
  for (const { name, quiet, busy, note } of scenarios)
    console.log(`${name}: p99 of a report by id ${quiet.p99} ms alone, ${busy.p99} ms beside (${note})`)
  const memory = {
    node: nodeUsage(benchmarked.product.pid).memoryMb,
    postgres: postgresUsage(benchmarked.postmaster).memoryMb,
  }
  console.log(`memory: Node ${memory.node} MB, PostgreSQL ${memory.postgres} MB`)
  const { version } = JSON.parse(readFileSync(path.join(here, '../package.json'), 'utf8')) as {
    version: string
  }
  mkdirSync(path.join(here, 'results'), { recursive: true })
  if (!values.only)
    writeFileSync(
      path.join(here, 'results', `${values.label}.json`),
      `${JSON.stringify({ label: values.label, version, seconds: values.seconds, rounds, memory, results, scenarios }, null, 2)}\n`,
    )
} finally {
  await source.close()
  await benchmarked.stop()
}
