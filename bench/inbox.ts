/**
 * `npm run bench:inbox`: how fast files of a watched folder get into the inbox, and what readers of reports notice of it.
 *
 *   npm run bench:inbox -- [--data data/10k] [--try]
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startBenchmarked } from './benchmarked.ts'
import { measureFolderIntake } from './inbox/folder-intake.ts'
import { makeUploads } from './inspection/files.ts'
import { loadNow } from './load-average.ts'
import { openSamples } from './samples.ts'
import { asTable, writeTable } from './table.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data/10k' },
    /** Shows the figures and stores nothing. */
    try: { type: 'boolean', default: false },
  },
})

const measure = async (isRead: boolean) => {
  const dataDir = path.resolve(values.data)
  const root = path.join(dataDir, 'bench-inbox')
  mkdirSync(root, { recursive: true })
  Object.assign(process.env, { INBOX_DIR: root, INBOX_STEADY_SECONDS: '1', INBOX_POLL_SECONDS: '2' })
  const { 'result sheet, embedded font': pdf } = await makeUploads()
  if (!pdf) throw new Error('No file to scan')
  const benchmarked = await startBenchmarked(dataDir)
  const source = await openSamples(benchmarked.connectionString)
  const client = new pg.Client({ connectionString: benchmarked.connectionString })
  await client.connect()
  try {
    const { product, postmaster } = benchmarked
    return await measureFolderIntake({
      ...{ ...product, postmaster, client, root, pdf, isRead },
      cookie: `session=${await source.openSession('doctor')}`,
      reportIds: source.samples.reportIds,
      lab: source.samples.lab,
    })
  } finally {
    // The next run begins with an empty inbox.
    await client.query(
      `update inbox_sources set is_on = false, removed_at = now();
       delete from graphile_worker._private_jobs;
       delete from inbox_items`,
    )
    await client.end()
    await source.close()
    await benchmarked.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

const loadBefore = loadNow()
const alone = await measure(false)
const read = await measure(true)
const result = { loadBefore, loadAfter: loadNow(), alone, read }
const tables = [
  `Load before the run ${loadBefore}, after it ${result.loadAfter} (1, 5 and 15 minutes).`,
  asTable(
    ['1,000 files of 200 kB', 'files per second', 'memory of the service', 'with its child processes'],
    [
      ['without readers', alone],
      ['50 reports read per second', read],
    ].map(([name, figures]) => {
      const { filesPerSecond, memoryMb } = figures as typeof alone
      return [name as string, filesPerSecond, `${memoryMb.service} MB`, `${memoryMb.withChildren} MB`]
    }),
  ),
  asTable(
    ['reading a report', 'p50 ms', 'p99 ms'],
    [
      ['quiet', read.quiet.p50, read.quiet.p99],
      ['while files arrive', read.beside.p50, `${read.beside.p99} (${read.ratio} times)`],
    ],
  ),
].join('\n\n')
console.log(tables)
if (!values.try) {
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'inbox.json'), `${JSON.stringify(result, null, 2)}\n`)
  writeTable('inbox', tables)
}
