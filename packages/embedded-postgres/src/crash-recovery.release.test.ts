import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { postmasterPid } from './leftover-server.ts'
import { isProcessAlive } from './process-identity.ts'
import { runOnServer } from './testing/run-on-server.ts'
import { makeFolder, removeFolder, startCrashChild, startSmall } from './testing/test-folders.ts'
import { WAIT_MS } from '../../../test-limits.ts'

let folder: string
let dataDir: string
let server: EmbeddedPostgres | undefined

/** One data folder for all tests: each continues where the previous server was killed or stopped. */
beforeAll(async () => {
  folder = await makeFolder()
  dataDir = `${folder}/postgres`
})
afterEach(async () => {
  await server?.stop()
  server = undefined
})
afterAll(() => removeFolder(folder))

async function keptNumbers(connectionString: string): Promise<number> {
  // Gaps in the sequence would make the two differ.
  const [row] = await runOnServer<{ count: string; last: string }>(
    connectionString,
    'select count(*), coalesce(max(number), 0) as last from kept',
  )
  expect(row?.count).toBe(row?.last)
  return Number(row?.count)
}

async function serverPid(): Promise<number> {
  const pid = await postmasterPid(dataDir)
  if (pid === undefined) throw new Error('no server runs')
  return pid
}

describe('the embedded server after a kill -9', () => {
  it('replaces the orphaned server of the killed program and keeps every acknowledged row', async () => {
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

  it('keeps every acknowledged row of the killed program and database', async () => {
    const child = await startCrashChild(dataDir)
    process.kill(await serverPid(), 'SIGKILL')
    await child.kill()

    server = await startSmall(dataDir)
    expect(await keptNumbers(server.connectionString)).toBeGreaterThanOrEqual(child.acknowledged())
  })

  it('starts without help when the program was killed twice while a server was shutting down', async () => {
    const first = await startCrashChild(dataDir)
    const orphan = await serverPid()
    await first.kill()
    // The server is still shutting down when the next program starts.
    process.kill(orphan, 'SIGTERM')
    const second = await startCrashChild(dataDir)
    expect(second.acknowledged()).toBeGreaterThan(first.acknowledged())
    await second.kill()

    server = await startSmall(dataDir)
    expect(await keptNumbers(server.connectionString)).toBeGreaterThanOrEqual(second.acknowledged())
  })

  it('restarts the killed database, and a pool continues and finds the committed row', async () => {
    const running = await startSmall(dataDir)
    server = running
    const pool = new pg.Pool({ connectionString: running.connectionString, connectionTimeoutMillis: 5_000 })
    pool.on('error', () => {})
    await pool.query('create table notes (number bigint primary key)')
    await pool.query('insert into notes values (1)')
    const client = await pool.connect()
    client.on('error', () => {})
    const disconnected = new Promise<void>((resolve) => void client.once('end', resolve))
    await client.query('begin')
    await client.query('insert into notes values (2)')
    process.kill(await serverPid(), 'SIGKILL')
    await disconnected
    await expect(client.query('insert into notes values (3)')).rejects.toThrow()
    client.release(true)

    await vi.waitFor(() => pool.query('select 1'), { timeout: WAIT_MS })
    expect(running.errors[0]).toContain('ended unexpectedly')
    expect((await pool.query('select number from notes')).rows).toEqual([{ number: '1' }])
    await pool.end()
  })

  it('ends workers that outlive the database in a long query', async () => {
    const running = await startSmall(dataDir)
    server = running
    const { connectionString } = running
    const query = 'select count(*) from generate_series(1, 10000000000) as n'
    const busy = runOnServer(connectionString, query).catch(() => {})
    await sleep(300)
    process.kill(await serverPid(), 'SIGKILL')
    await busy
    await vi.waitFor(() => runOnServer(connectionString, 'select 1'), { timeout: WAIT_MS })
  })
})

it('shuts down cleanly, so that the next start has nothing to recover', async () => {
  server = await startSmall(dataDir)
  const pid = await serverPid()
  await server.stop()
  expect(isProcessAlive(pid)).toBe(false)
  expect(await postmasterPid(dataDir)).toBeUndefined()
})
