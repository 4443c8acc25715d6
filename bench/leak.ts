/**
 * `npm run bench:leak`: ten minutes of mixed load on the built product, with its heap after garbage collection before
 * and after.
 *
 *   npm run bench:leak -- [--data data/bench] [--minutes 10]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startBenchmarked } from './benchmarked.ts'
import { publishFiles } from './files.ts'
import { openInspector } from './inspector.ts'
import { runLoad, type RequestSource } from './load.ts'
import { listOperations } from './operations.ts'
import { nodeUsage } from './processes.ts'
import { openSamples } from './samples.ts'

const { values } = parseArgs({
  options: { data: { type: 'string', default: 'data/bench' }, minutes: { type: 'string', default: '10' } },
})
const INSPECTOR_PORT = 48_083
const CONNECTIONS = 16
/** Until statements are prepared, caches filled and code compiled. */
const WARM_UP_MS = 60_000

process.env.BENCH_NODE_ARGS = `--inspect=127.0.0.1:${INSPECTOR_PORT}`
const benchmarked = await startBenchmarked(path.resolve(values.data))
const source = await openSamples(benchmarked.connectionString)
try {
  const { origin, pid } = benchmarked.product
  const cookies = {
    doctor: `session=${await source.openSession('doctor')}`,
    technician: `session=${await source.openSession('technician')}`,
    admin: `session=${await source.openSession('admin')}`,
  }
  const files = await publishFiles({
    origin,
    cookie: cookies.technician,
    patientId: source.samples.patientIds[0] ?? 1,
    staticFolder: benchmarked.staticFolder,
  })
  const operations = await listOperations(source, {
    ...{ origin, publishes: 100_000, cookies, files },
    filesFolder: path.join(values.data, 'files'),
  })
  // Excludes restores, which rotate the session token and need a dedicated connection, and long downloads.
  const mixed = operations.filter(({ name }) => name !== 'session restore' && name !== 'download 10 MB')
  let turn = 0
  const everything: RequestSource = {
    next: (connection) => {
      const operation = mixed[turn++ % mixed.length]
      if (!operation) throw new Error('There is nothing to do')
      return operation.product.next(connection)
    },
  }
  const inspector = await openInspector(INSPECTOR_PORT)
  const look = async () => ({
    heapMb: Math.round((await inspector.heapAfterCollection()) / 1e5) / 10,
    memoryMb: nodeUsage(pid).memoryMb,
  })
  await runLoad(origin, everything, { connections: CONNECTIONS, durationMs: WARM_UP_MS })
  const before = await look()
  console.log(`after the warm-up: heap ${before.heapMb} MB, process ${before.memoryMb} MB`)
  const durationMs = Number(values.minutes) * 60_000
  const { latencies } = await runLoad(origin, everything, { connections: CONNECTIONS, durationMs })
  const after = await look()
  const growth = Math.round((after.heapMb / before.heapMb - 1) * 1000) / 10
  console.log(
    `after ${latencies.length} requests in ${values.minutes} minutes: heap ${after.heapMb} MB (${growth} %), ` +
      `process ${after.memoryMb} MB`,
  )
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'results')
  mkdirSync(folder, { recursive: true })
  const result = {
    minutes: Number(values.minutes),
    requests: latencies.length,
    before,
    after,
    growthPercent: growth,
  }
  writeFileSync(path.join(folder, 'leak.json'), `${JSON.stringify(result, null, 2)}\n`)
  inspector.close()
} finally {
  await source.close()
  await benchmarked.stop()
}
