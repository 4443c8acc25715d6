import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postmasterPid } from '@zelab/embedded-postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLooseDatabase } from '../../testing/loose-database.ts'
import { DatabaseUnavailableError } from './database.ts'
import { findEmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts'
import { WAIT_MS } from '../../../../../test-limits.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zelab-embedded-'))
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const quiet = { info() {}, warn() {}, error() {} }
const start = (dataDir: string, packageFolder?: string | null) =>
  startEmbeddedDatabase({
    dataDir,
    settings: { shared_buffers: '32MB' },
    logger: quiet,
    ...(packageFolder !== undefined && { packageFolder }),
  })

it('keeps committed rows and reconnects after the server was killed', async () => {
  const dataDir = join(folder, 'killed')
  const server = await start(dataDir)
  const database = createLooseDatabase({ connectionString: server.connectionString, logger: quiet })
  try {
    await database.execute('create table notes (number bigint primary key)')
    await database.execute('insert into notes values (1)')
    const inTransaction = database.transaction(async (tx) => {
      await tx.execute('insert into notes values (2)')
      process.kill((await postmasterPid(dataDir)) ?? 0, 'SIGKILL')
      await sleep(100)
      await tx.execute('insert into notes values (3)')
    })
    await expect(inTransaction).rejects.toBeInstanceOf(DatabaseUnavailableError)

    await vi.waitFor(() => database.ping(), { timeout: WAIT_MS })
    expect(await database.query('select number from notes')).toEqual([{ number: 1 }])
  } finally {
    await database.close()
    await server.stop()
  }
})

it('finds the server by its data folder while it runs', async () => {
  const dataDir = join(folder, 'found')
  const server = await start(dataDir)
  expect(server.connectionString).toContain('/zelab?')
  expect(await findEmbeddedDatabase(dataDir)).toBe(server.connectionString)
  await server.stop()
  expect(await findEmbeddedDatabase(dataDir)).toBeUndefined()
})

it('names the settings and commands that help in its errors', async () => {
  const dataDir = join(folder, 'advice')
  const server = await start(dataDir)
  await expect(start(dataDir)).rejects.toThrow(/already in use.*DATA_DIR.*DATABASE_URL/)
  await server.stop()

  const older = join(folder, 'older')
  await mkdir(join(older, 'global'), { recursive: true })
  await writeFile(join(older, 'global', 'pg_control'), '')
  await writeFile(join(older, 'PG_VERSION'), '14\n')
  await expect(start(older)).rejects.toThrow(
    /made by PostgreSQL 14.*npm run backup.*npm run restore.*DATABASE_URL/,
  )
})
