import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { clearLeftoverServer, isProcessAlive } from '@zelab/embedded-postgres'
import pg from 'pg'
import { APPLICATION_RIGHTS } from '../database-tables.ts'
import { grantApplicationRights } from '../platform/database/application-role.ts'
import { migrate } from '../platform/database/migrate.ts'
import { startEmbeddedDatabase } from '../platform/database/embedded-database.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { makeMemoryFolder } from './memory-folder.ts'

/** Plain data, because vitest passes it between processes. */
export interface TestDatabaseServer {
  connectionString: string
  template: string
  /** Prefix of this run's database names, because several runs may share a server. */
  prefix: string
}

/** Test data need not survive a crash. Never for real data. */
const FAST_AND_FORGETFUL = {
  shared_buffers: '32MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

/** A tablespace in memory, if there is enough, for copies of the template. */
const MEMORY_TABLESPACE = "select 1 from pg_tablespace where spcname = 'zelab_test_memory'"

const quiet = {
  debug() {},
  info() {},
  warn() {},
  error: (message: string) => void process.stderr.write(`${message}\n`),
}

/** Uses the server of `TEST_DATABASE_URL`, if set. */
export async function startTestDatabaseServer(migrationsFolder: string): Promise<{
  server: TestDatabaseServer
  stop(): Promise<void>
}> {
  const { connectionString, stop } = await startServer()
  const prefix = `zelab_test_${randomBytes(4).toString('hex')}`
  const server: TestDatabaseServer = { connectionString, prefix, template: `${prefix}_template` }
  try {
    const [memory] = await runOnServer(connectionString, MEMORY_TABLESPACE)
    await runOnServer(
      connectionString,
      `create database ${server.template}${memory ? ' tablespace zelab_test_memory' : ''}`,
    )
    const template = withDatabase(connectionString, server.template)
    await migrate({ connectionString: template, directory: migrationsFolder, logger: quiet })
    await migrateJobs(template)
    await grantApplicationRights(template, APPLICATION_RIGHTS, quiet)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    server,
    async stop() {
      if (process.env.TEST_DATABASE_URL) await dropAll(server)
      await stop()
    },
  }
}

async function startServer(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  if (process.env.TEST_DATABASE_URL) {
    return { connectionString: process.env.TEST_DATABASE_URL, stop: () => Promise.resolve() }
  }
  await removeAbandonedFolders()
  const folder = join(tmpdir(), `zelab-test-run-${process.pid}`)
  await mkdir(folder, { recursive: true })
  // The server may run as another account, which needs access.
  await chmod(folder, 0o755)
  const embedded = await startEmbeddedDatabase({
    dataDir: join(folder, 'postgres'),
    settings: FAST_AND_FORGETFUL,
    logger: quiet,
  })
  const memory = await makeMemoryFolder(join(folder, 'postgres'))
  if (memory)
    await runOnServer(embedded.connectionString, `create tablespace zelab_test_memory location '${memory}'`)
  return {
    connectionString: embedded.connectionString,
    async stop() {
      await embedded.stop()
      for (const made of [folder, memory]) if (made) await rm(made, { recursive: true, force: true })
    },
  }
}

/** Removes the server and folder of killed test runs. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^zelab-test-run-(\d+)$/.exec(name)?.[1])
    if (!pid || isProcessAlive(pid)) continue
    const folder = join(tmpdir(), name)
    // Runs of other users cannot be cleaned up.
    await clearLeftoverServer(join(folder, 'postgres'), quiet)
      .then(() => rm(folder, { recursive: true, force: true }))
      .catch(() => {})
  }
}

async function dropAll({ connectionString, prefix }: TestDatabaseServer): Promise<void> {
  const found = await runOnServer<{ datname: string }>(
    connectionString,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  )
  for (const { datname } of found) await dropDatabase(connectionString, datname)
}

/** Without superuser rights, autovacuum cannot be stopped, and the drop fails while it uses the database. */
export async function dropDatabase(connectionString: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runOnServer(connectionString, `drop database ${name} with (force)`)
      return
    } catch (error) {
      const refused = error instanceof pg.DatabaseError && error.code === '42501'
      if (!refused || attempt === 100) throw error
      await setTimeout(100)
    }
  }
}

export async function runOnServer<Row extends object>(
  connectionString: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

export function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}
