import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDatabaseLine } from '../../testing/database-line.ts'
import { createLooseDatabase, type LooseDatabase } from '../../testing/loose-database.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { TestDatabase } from '../../testing/test-database.ts'
import { DatabaseUnavailableError, isStatementTimeout, isUniqueViolation, sqlState } from './database.ts'
import { WAIT_MS } from '../../../../../test-limits.ts'

let test: TestDatabase
let database: LooseDatabase
const quiet = { warn() {} }

beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
  await database.execute('create table things (id bigint primary key, name text unique)')
})
afterAll(() => test.drop())

it('compiles no statements, also where that is the default [OPS-10]', async () => {
  await database.execute(
    `do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`,
  )
  const later = createLooseDatabase({ connectionString: test.connectionString, logger: quiet })
  expect(await later.one("select current_setting('jit') as jit")).toEqual({ jit: 'off' })
  await later.close()
})

describe('values', () => {
  it('arrive in the formats of the API', async () => {
    const [row] = await database.query(`select
      9007199254740991::bigint as big, 12.50::numeric as exact,
      '2024-02-29'::date as day, '2024-02-29T23:30:00.1234+04'::timestamptz as moment,
      'infinity'::timestamptz as never, null::timestamptz as missing,
      array[1, 2]::bigint[] as bigs, array['2024-02-29', null]::date[] as days,
      array['2024-01-01T00:00:00Z']::timestamptz[] as moments, true as yes`)
    expect(row).toEqual({
      big: 9007199254740991,
      exact: '12.50',
      day: '2024-02-29',
      moment: '2024-02-29T19:30:00.123Z',
      never: 'infinity',
      missing: null,
      bigs: [1, 2],
      days: ['2024-02-29', null],
      moments: ['2024-01-01T00:00:00.000Z'],
      yes: true,
    })
  })

  it('go out as parameters, never as SQL', async () => {
    const text = `'; drop table things; --`
    expect(await database.one('select $1::text as text', [text])).toEqual({ text })
  })
})

describe('queries', () => {
  it('return one row, at most one, or a row count', async () => {
    expect(await database.one('select 1 as n')).toEqual({ n: 1 })
    expect(await database.maybeOne('select 1 where false')).toBeUndefined()
    await expect(database.one('select 1 where false')).rejects.toThrow('got none')
    await expect(database.maybeOne('select generate_series(1, 2)')).rejects.toThrow('got 2')
    expect(await database.execute('delete from things where id < $1', [0])).toBe(0)
  })

  it('become prepared statements only when named', async () => {
    const single = createLooseDatabase({
      connectionString: test.connectionString,
      poolSize: 1,
      logger: quiet,
    })
    await single.query('select $1::int as plain', [1])
    await single.query('select $1::int as hot', [1], { name: 'hot' })
    expect(await single.query('select name from pg_prepared_statements')).toEqual([{ name: 'hot' }])
    await single.close()
  })

  it('stop at their time limit', async () => {
    const hasty = createLooseDatabase({
      connectionString: test.connectionString,
      statementTimeoutMs: 50,
      logger: quiet,
    })
    const error: unknown = await hasty.query('select pg_sleep(5)').catch((reason: unknown) => reason)
    expect(isStatementTimeout(error)).toBe(true)
    await hasty.close()
  })

  it('report the constraint that rejected a row', async () => {
    await database.execute(`insert into things values (1, 'one')`)
    const error: unknown = await database
      .execute(`insert into things values (2, 'one')`)
      .catch((reason: unknown) => reason)
    expect(sqlState(error)).toBe('23505')
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'things_name_key')).toBe(true)
    expect(isUniqueViolation(error, 'things_pkey')).toBe(false)
    expect(isUniqueViolation(new Error('other'))).toBe(false)
  })
})

describe('an unavailable database', () => {
  it('differs from a failing statement', async () => {
    const away = createLooseDatabase({
      connectionString: 'postgres://postgres@localhost:5432/zelab?host=/nowhere',
      logger: quiet,
    })
    await expect(away.ping()).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await expect(away.transaction((tx) => tx.query('select 1'))).rejects.toBeInstanceOf(
      DatabaseUnavailableError,
    )
    await away.close()
    await expect(database.query('selec')).rejects.not.toBeInstanceOf(DatabaseUnavailableError)
    const refused = createLooseDatabase({ connectionString: 'postgres://a@127.0.0.1:1/zelab', logger: quiet })
    await expect(refused.ping()).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await refused.close()
  })

  it('recovers: broken connections are replaced', async () => {
    const other = createLooseDatabase({ connectionString: test.connectionString, poolSize: 2, logger: quiet })
    await Promise.all([other.ping(), other.ping()])
    const cut = other.transaction(async (tx) => {
      const { pid } = await tx.one<{ pid: number }>('select pg_backend_pid() as pid')
      await database.query('select pg_terminate_backend($1)', [pid])
      await sleep(50)
      await tx.query('select 1')
    })
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await sleep(50)
    await expect(other.ping()).resolves.toBeUndefined()
    await other.close()
  })

  it('includes a server that is no longer the primary: its connections are replaced [HA-03]', async () => {
    const other = createLooseDatabase({ connectionString: test.connectionString, poolSize: 1, logger: quiet })
    const write = () => other.execute(`insert into things values (30, 'thirty') on conflict do nothing`)
    const demote = 'set default_transaction_read_only = on'
    await other.query(demote)
    await expect(write()).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await expect(write()).resolves.toBe(1)
    await other.query(demote)
    const inTransaction = other.transaction((tx) => tx.execute(`delete from things where id = 30`))
    await expect(inTransaction).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await expect(other.execute(`delete from things where id = 30`)).resolves.toBe(1)
    await other.close()
  })

  it('includes a server that stays silent: its connections are replaced [HA-03]', async () => {
    const { proxy, connectionString } = await startDatabaseLine(test.connectionString)
    const silent = createLooseDatabase({
      connectionString,
      poolSize: 1,
      statementTimeoutMs: 1000,
      answerTimeoutMs: 300,
      logger: quiet,
    })
    await vi.waitFor(() => silent.ping(), { timeout: WAIT_MS })
    const working = silent.transaction(async (tx) => {
      await tx.query('select 1')
      proxy.transforms.toClient = () => undefined
      await tx.query('select 2')
    })
    await expect(working).rejects.toBeInstanceOf(DatabaseUnavailableError)
    proxy.transforms.toClient = undefined
    await vi.waitFor(() => silent.ping(), { timeout: WAIT_MS })
    expect(proxy.count()).toBeGreaterThan(1)
    await silent.close()
    await proxy.stop()
  })

  it('includes one without a free connection', async () => {
    const busy = createLooseDatabase({
      connectionString: test.connectionString,
      poolSize: 1,
      acquireTimeoutMs: 100,
      logger: quiet,
    })
    // Retried because connecting may exceed the short limit.
    await vi.waitFor(() => busy.ping(), { timeout: WAIT_MS })
    const long = busy.query('select pg_sleep(0.5)')
    await expect(busy.ping()).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await long
    await busy.close()
  })
})

it('finishes running queries before it closes and rejects new ones', async () => {
  const closing = createLooseDatabase({ connectionString: test.connectionString, poolSize: 2, logger: quiet })
  const slow = closing.transaction(async (tx) => {
    await tx.query('select pg_sleep(0.2)')
    return tx.one(`select 'done' as state`)
  })
  await sleep(50)
  const closed = closing.close()
  await expect(closing.ping()).rejects.toBeInstanceOf(DatabaseUnavailableError)
  expect(await slow).toEqual({ state: 'done' })
  await closed
})
