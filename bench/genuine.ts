/**
 * `npm run bench:genuine`: what stamped copies and the public page of a verification code cost.
 *
 *   npm run bench:genuine -- [--data data/10k] [--only stamping|beside|page]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startBenchmarked } from './benchmarked.ts'
import { measureBesideStamping } from './genuine/beside-stamping.ts'
import { measurePublicPage } from './genuine/public-page.ts'
import { measureStamping } from './genuine/stamping-cost.ts'
import { tablesOf } from './genuine/tables.ts'
import { loadNow } from './load-average.ts'
import { openSamples } from './samples.ts'
import { writeTable } from './table.ts'

const { values } = parseArgs({
  options: { data: { type: 'string', default: 'data/10k' }, only: { type: 'string' } },
})
const isWanted = (part: string) => values.only === undefined || values.only === part

const loadBefore = loadNow()
// Before the product starts: its processes would share the cores.
const stamping = isWanted('stamping') ? await measureStamping() : undefined

const measureProduct = async () => {
  // Each visitor of the public page has another address.
  process.env.TRUST_PROXY = '1'
  const benchmarked = await startBenchmarked(path.resolve(values.data))
  const source = await openSamples(benchmarked.connectionString)
  const client = new pg.Client({ connectionString: benchmarked.connectionString })
  await client.connect()
  try {
    const cookies = {
      doctor: `session=${await source.openSession('doctor')}`,
      technician: `session=${await source.openSession('technician')}`,
      admin: `session=${await source.openSession('admin')}`,
    }
    const { product, postmaster } = benchmarked
    const pages = isWanted('page')
      ? await measurePublicPage({
          product,
          postmaster,
          client,
          reportIds: source.samples.reportIds,
          cookie: cookies.doctor,
        })
      : undefined
    const beside = isWanted('beside')
      ? await measureBesideStamping({ origin: product.origin, client, source, cookies })
      : undefined
    return { beside, pages }
  } finally {
    // The next run begins with the same tables.
    await client.query('truncate rate_limits, verification_lookups')
    await client.end()
    await source.close()
    await benchmarked.stop()
  }
}

const product = values.only === 'stamping' ? {} : await measureProduct()
const result = { loadBefore, loadAfter: loadNow(), stamping, ...product }
const tables = tablesOf(result)
console.log(tables)
console.log(`Load before ${loadBefore}, after ${result.loadAfter}`)
if (values.only === undefined) {
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'genuine.json'), `${JSON.stringify(result, null, 2)}\n`)
  writeTable('genuine', tables)
}
