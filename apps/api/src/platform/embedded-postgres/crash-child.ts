// Started by the crash tests as a program of its own, to be killed: runs the embedded database on the
// folder given to it and writes rows, saying each number only once the database has acknowledged it.
import { createDatabase } from '../database/create-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [dataDir = ''] = process.argv.slice(2)
const logger = { info() {}, warn() {}, error: (message: string) => void process.stderr.write(message) }
const server = await startEmbeddedPostgres({ dataDir, logger, settings: { shared_buffers: '32MB' } })
const database = createDatabase({ connectionString: server.connectionString, logger })
await database.execute('create table if not exists kept (number bigint primary key)')
const { last } = await database.one<{ last: number }>('select coalesce(max(number), 0) as last from kept')
for (let number = last + 1; ; number++) {
  await database.execute('insert into kept values ($1)', [number])
  say(String(number))
}
