// Writes rows until it is killed. Prints each number only after the server has acknowledged it.
import pg from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { APPLICATION } from './test-folders.ts'

const [dataDir = ''] = process.argv.slice(2)
const server = await startEmbeddedPostgres({
  dataDir,
  application: APPLICATION,
  settings: { shared_buffers: '32MB' },
  logger: { info() {}, warn() {}, error: (message: string) => void process.stderr.write(message) },
})
const client = new pg.Client({ connectionString: server.connectionString })
await client.connect()
await client.query('create table if not exists kept (number bigint primary key)')
const { rows } = await client.query<{ last: string }>('select coalesce(max(number), 0) as last from kept')
for (let number = Number(rows[0]?.last) + 1; ; number++) {
  await client.query('insert into kept values ($1)', [number])
  process.stdout.write(`${number}\n`)
}
