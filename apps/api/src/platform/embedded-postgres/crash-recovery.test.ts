import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '../database/create-database.ts'
import { DatabaseUnavailableError } from '../database/database.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { postmasterPid } from './leftover-server.ts'
import { isProcessAlive } from './process-identity.ts'
import { makeFolder, removeFolder, startCrashChild, startSmall } from './test-folders.ts'

let folder: string
let dataDir: string
let server: EmbeddedPostgres | undefined

/** One folder for all: each test goes on where the one before was killed or stopped. */
beforeAll(async () => {
  folder = await makeFolder()
  dataDir = `${folder}/postgres`
})
afterEach(async () => {
  await server?.stop()
  server = undefined
})
afterAll(() => removeFolder(folder))

const quiet = { warn() {} }

async function keptNumbers(connectionString: string): Promise<number> {
  const database = createDatabase({ connectionString, logger: quiet })
  try {
    // Gaps would show as a difference between the two.
    const row = await database.one<{ count: number; last: number }>(
      'select count(*), coalesce(max(number), 0) as last from kept',
    )
    expect(row.count).toBe(row.last)
    return row.count
  } finally {
    await database.close()
  }
}

async function serverPid(): Promise<number> {
  const pid = await postmasterPid(dataDir)
  if (pid === undefined) throw new Error('no server runs')
  return pid
}

describe('after a kill -9', () => {
  it('of the program: the orphaned server is taken care of and every acknowledged row is there', async () => {
    const child = await startCrashChild(dataDir)
    const orphan = await serverPid()
    await child.kill()
    expect(isProcessAlive(orphan)).toBe(true)

    const again = await startSmall(dataDir)
    server = again
    expect(await serverPid()).not.toBe(orphan)
    expect(again.warnings).toEqual([expect.stringContaining(`process ${orphan}`)])
    expect(await keptNumbers(again.connectionString)).toBeGreaterThanOrEqual(child.acknowledged())
  })

  it('of the program and the database: every acknowledged row is there', async () => {
    const child = await startCrashChild(dataDir)
    process.kill(await serverPid(), 'SIGKILL')
    await child.kill()

    server = await startSmall(dataDir)
    expect(await keptNumbers(server.connectionString)).toBeGreaterThanOrEqual(child.acknowledged())
  })

  it('of the program, twice, with a dying server: starts without help', async () => {
    const first = await startCrashChild(dataDir)
    const orphan = await serverPid()
    await first.kill()
    // It is still shutting down when the next program comes.
    process.kill(orphan, 'SIGTERM')
    const second = await startCrashChild(dataDir)
    expect(second.acknowledged()).toBeGreaterThan(first.acknowledged())
    await second.kill()

    server = await startSmall(dataDir)
    expect(await keptNumbers(server.connectionString)).toBeGreaterThanOrEqual(second.acknowledged())
  })

  it('of the database: it is started again, the pool goes on and the row is there', async () => {
    const running = await startSmall(dataDir)
    server = running
    const database = createDatabase({ connectionString: running.connectionString, logger: quiet })
    await database.execute('create table notes (number bigint primary key)')
    await database.execute('insert into notes values (1)')
    const inTransaction = database.transaction(async (tx) => {
      await tx.execute('insert into notes values (2)')
      process.kill(await serverPid(), 'SIGKILL')
      await sleep(100)
      await tx.execute('insert into notes values (3)')
    })
    await expect(inTransaction).rejects.toBeInstanceOf(DatabaseUnavailableError)

    await vi.waitFor(() => database.ping(), { timeout: 15_000, interval: 50 })
    expect(running.errors[0]).toContain('ended unexpectedly')
    expect(await database.query('select number from notes')).toEqual([{ number: 1 }])
    await database.close()
  })

  it('ends workers that outlive the database in a long query', async () => {
    const running = await startSmall(dataDir)
    server = running
    const database = createDatabase({
      connectionString: running.connectionString,
      statementTimeoutMs: 60_000,
      logger: quiet,
    })
    const busy = database.query('select count(*) from generate_series(1, 10000000000) as n').catch(() => {})
    await sleep(300)
    process.kill(await serverPid(), 'SIGKILL')
    await busy
    await vi.waitFor(() => database.ping(), { timeout: 15_000, interval: 50 })
    await database.close()
  })
})

it('stops in order, so that the next start has nothing to repair', async () => {
  server = await startSmall(dataDir)
  const pid = await serverPid()
  await server.stop()
  expect(isProcessAlive(pid)).toBe(false)
  expect(await postmasterPid(dataDir)).toBeUndefined()
})
