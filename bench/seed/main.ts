/**
 * `npm run seed -- --patients 1000000 --reports 3000000 --labs 40 [--activity 10000000]`: fills the database of the
 * data folder (DATA_DIR, by default data/bench) or of DATABASE_URL for the benchmark.
 */
import path from 'node:path'
import { numberOrExit, readArgumentsOrExit } from '../../apps/api/src/cli/run-command.ts'
import { openBenchDatabase } from '../bench-database.ts'
import { markFiles } from './mark-files.ts'
import { createProgress } from './progress.ts'
import { seed } from './seed.ts'

const USAGE =
  'npm run seed -- [--patients 10000] [--reports 30000] [--labs 40] [--activity 100000]   fills data/bench, DATA_DIR or DATABASE_URL'

const { values } = readArgumentsOrExit(
  {
    patients: { type: 'string', default: '10000' },
    reports: { type: 'string', default: '30000' },
    labs: { type: 'string', default: '40' },
    activity: { type: 'string' },
  },
  USAGE,
)

const patients = numberOrExit('patients', values.patients)
const reports = numberOrExit('reports', values.reports)
const labs = numberOrExit('labs', values.labs)
const activity = numberOrExit('activity', values.activity ?? String(Math.ceil((reports * 10) / 3)))
const progress = createProgress((text) => void process.stdout.write(text), process.stdout.isTTY)
const dataDir = path.resolve(process.env.DATA_DIR ?? 'data/bench')
const database = await openBenchDatabase(dataDir)
try {
  await seed(database.connectionString, { patients, reports, labs, activity }, progress)
  await markFiles(database.connectionString, dataDir)
} finally {
  await database.stop()
}
console.log(`Filled ${process.env.DATABASE_URL ? 'DATABASE_URL' : dataDir}`)
