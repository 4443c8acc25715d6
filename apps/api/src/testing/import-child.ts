// A separate process that crash tests kill; runs the imports of a given database.
import { systemClock } from '../core/context.ts'
import { createDatabase } from '../platform/database/create-database.ts'
import { createImportWorker } from '../modules/patients/import/import-worker.ts'

const [connectionString = ''] = process.argv.slice(2)
const database = createDatabase({ connectionString, logger: { warn() {} } })
const worker = createImportWorker({
  database,
  clock: systemClock,
  timeZone: () => Promise.resolve('Asia/Dubai'),
  reportFailure: (error) => void process.stderr.write(String(error)),
})
await worker.run()
await database.close()
