import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { dropDatabase, runOnServer, withDatabase } from '../../testing/database-server.ts'
import type {} from '../../testing/global-setup.ts'
import { DatabaseUnavailableError } from './database.ts'
import { migrate } from './migrate.ts'

let directory: string
let connectionString: string
let name: string
const logger = { debug: vi.fn(), info: vi.fn(), error: vi.fn() }

beforeEach(async () => {
  vi.resetAllMocks()
  directory = await mkdtemp(join(tmpdir(), 'zelab-migrations-'))
  const server = inject('testDatabaseServer')
  name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  await runOnServer(server.connectionString, `create database ${name}`)
  connectionString = withDatabase(server.connectionString, name)
})
afterEach(async () => {
  await rm(directory, { recursive: true, force: true })
  await dropDatabase(inject('testDatabaseServer').connectionString, name)
})

const write = (fileName: string, sql: string) => writeFile(join(directory, fileName), sql)
const run = () => migrate({ connectionString, directory, logger })
const query = (text: string) => runOnServer<Record<string, unknown>>(connectionString, text)

it('applies new files in order, once, and logs one line', async () => {
  await write('0002-fill.sql', `insert into boxes values (1, 'it''s {braces} and $1');`)
  // The trailing comment without a newline must not swallow appended SQL.
  await write('0001-boxes.sql', 'create table boxes (id int, note text) -- the first')
  expect(await run()).toEqual(['0001-boxes', '0002-fill'])
  expect(await run()).toEqual([])
  await write('0010-more.sql', `-- Up migration words in a comment\ninsert into boxes values (2, 'two')`)
  expect(await run()).toEqual(['0010-more'])
  expect(await query('select * from boxes order by id')).toEqual([
    { id: 1, note: "it's {braces} and $1" },
    { id: 2, note: 'two' },
  ])
  expect(logger.info).toHaveBeenCalledTimes(2)
  expect(logger.error).not.toHaveBeenCalled()
})

it('allows several programs to start at once', async () => {
  await write('0001-boxes.sql', 'create table boxes (id int); select pg_sleep(0.2)')
  const results = await Promise.all([run(), run(), run()])
  expect(results.flat()).toEqual(['0001-boxes'])
})

it('lets requests pass while it waits for the lock of a table [INST-06]', async () => {
  await write('0001-boxes.sql', 'create table boxes (id int)')
  await run()
  await write('0002-column.sql', 'alter table boxes add column note text')
  const transaction = new pg.Client({ connectionString })
  await transaction.connect()
  await transaction.query('begin; insert into boxes values (1)')
  const running = run()
  const isWaiting = async () =>
    (await query("select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'")).length > 0
  await vi.waitUntil(isWaiting, { timeout: 20_000, interval: 10 })
  // Without a lock timeout, this request would wait for the migration, and the transaction for the request.
  await query('insert into boxes values (2)')
  await transaction.query('commit')
  await transaction.end()
  expect(await running).toEqual(['0002-column'])
  expect(await query('select * from boxes order by id')).toEqual([
    { id: 1, note: null },
    { id: 2, note: null },
  ])
  expect(logger.error).not.toHaveBeenCalled()
})

it('rolls back a failing file, keeps earlier ones, and continues once it is fixed', async () => {
  await write('0001-boxes.sql', 'create table boxes (id int)')
  await write('0002-broken.sql', 'create table half (id int); select nonsense')
  await expect(run()).rejects.toThrow('nonsense')
  expect(
    await query(`select to_regclass('boxes')::text as boxes, to_regclass('half')::text as half`),
  ).toEqual([{ boxes: 'boxes', half: null }])
  await write('0002-broken.sql', 'create table half (id int)')
  expect(await run()).toEqual(['0002-broken'])
})

it('rejects a file edited after it was applied', async () => {
  await write('0001-boxes.sql', 'create table boxes (id int);\n')
  await run()
  // Line endings are not part of the checksum.
  await write('0001-boxes.sql', 'create table boxes (id int);\r\n')
  expect(await run()).toEqual([])
  await write('0001-boxes.sql', 'create table boxes (id bigint);\n')
  await expect(run()).rejects.toThrow(/0001-boxes was edited.*new migration/s)
})

it('rejects a database of a newer version', async () => {
  await write('0001-boxes.sql', 'create table boxes (id int)')
  await write('0002-lids.sql', 'create table lids (id int)')
  await run()
  await rm(join(directory, '0002-lids.sql'))
  await expect(run()).rejects.toThrow(/made by a newer version.*0002-lids.*Start the newer version/s)
})

it('rejects a new file numbered before an applied one, and invalid names', async () => {
  await write('0002-boxes.sql', 'create table boxes (id int)')
  await run()
  await write('0001-late.sql', 'create table late (id int)')
  await expect(run()).rejects.toThrow('0001-late comes before 0002-boxes')
  await rm(join(directory, '0001-late.sql'))
  await write('0002-other.sql', 'select 1')
  await expect(run()).rejects.toThrow('the same number')
  await rm(join(directory, '0002-other.sql'))
  await write('notes.txt', 'hello')
  await expect(run()).rejects.toThrow('0001-add-patients.sql')
})

it('reports an unavailable database', async () => {
  const away = migrate({ connectionString: 'postgres://a@127.0.0.1:1/x', directory, logger })
  await expect(away).rejects.toBeInstanceOf(DatabaseUnavailableError)
})
