import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { APPLICATION_RIGHTS } from '../database-tables.ts'
import { grantApplicationRights } from '../platform/database/application-role.ts'
import { migrate } from '../platform/database/migrate.ts'
import { startEmbeddedDatabase } from '../platform/database/embedded-database.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { runOnServer, withDatabase } from './database-server.ts'
import type {} from './global-setup.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Test data need not survive a crash. */
const FORGETFUL = { shared_buffers: '32MB', fsync: 'off', full_page_writes: 'off', wal_keep_size: '64MB' }

/** A server with a streaming replica: the embedded PostgreSQL, or the installed one in `npm run test:external`. */
export const startReplicatedServer = async () => {
  const isExternal = inject('testDatabaseServer').connectionString.includes('sslmode=verify-full')
  const folder = await mkdtemp(join(tmpdir(), 'zelab-replicated-'))
  // The server may run as another account, which needs access.
  await chmod(folder, 0o755)
  const dataOf = (name: string) => join(folder, name)
  const start = (name: string, settings: Record<string, string> = {}) =>
    startEmbeddedDatabase({
      dataDir: dataOf(name),
      settings: { ...FORGETFUL, ...settings },
      logger: quiet,
      ...(isExternal && { packageFolder: null }),
    })

  const { stop, connectionString } = await start('primary')
  await migrate({ connectionString, directory: MIGRATIONS, logger: quiet })
  await migrateJobs(connectionString)
  await grantApplicationRights(connectionString, APPLICATION_RIGHTS, quiet)
  await stop()
  execFileSync('cp', ['-a', dataOf('primary'), dataOf('replica')])
  const addStandbySignal = async (name: string) => {
    const signal = join(dataOf(name), 'standby.signal')
    await writeFile(signal, '')
    const { uid, gid } = await stat(dataOf(name))
    await chown(signal, uid, gid)
  }
  await addStandbySignal('replica')

  let primary = await start('primary')
  const replica = await start('replica', {
    primary_conninfo: `host=${primary.socketFolder} port=5432 user=postgres`,
    wal_retrieve_retry_interval: '200ms',
  })
  const onReplica = <Row extends object>(text: string) => runOnServer<Row>(replica.connectionString, text)
  const untilReplica = async (condition: string) => {
    for (;;) {
      const [row] = await onReplica<{ is_so: boolean }>(`select ${condition} as is_so`)
      if (row?.is_so) return
    }
  }
  const answering = async () => {
    const [postmaster] = (await readFile(join(dataOf('replica'), 'postmaster.pid'), 'utf8')).split('\n')
    const backends = await onReplica<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return [Number(postmaster), ...backends.map(({ pid }) => pid)]
  }

  return {
    primary: primary.connectionString,
    replica: replica.connectionString,
    dataDir: dataOf('data'),
    elsewhere: withDatabase(replica.connectionString, 'postgres'),

    async catchUp(): Promise<void> {
      const [row] = await runOnServer<{ lsn: string }>(
        primary.connectionString,
        'select pg_current_wal_lsn()::text as lsn',
      )
      await untilReplica(`pg_last_wal_replay_lsn() >= '${row?.lsn}'`)
    },
    async pause(): Promise<void> {
      await this.catchUp()
      await onReplica('select pg_wal_replay_pause()')
      await untilReplica(`pg_get_wal_replay_pause_state() = 'paused'`)
    },
    resume: () => onReplica('select pg_wal_replay_resume()'),
    /** Suspends the replica like a hung machine; returns a function that resumes it. */
    async freeze(): Promise<() => void> {
      const processes = await answering()
      const send = (name: NodeJS.Signals) => {
        for (const pid of processes) process.kill(pid, name)
      }
      send('SIGSTOP')
      return () => send('SIGCONT')
    },
    stopReplica: () => replica.stop(),
    /** Restarts the primary on a new timeline, like a promoted replica at the same address. */
    async promote(): Promise<void> {
      await primary.stop()
      await addStandbySignal('primary')
      primary = await start('primary')
      await runOnServer(primary.connectionString, 'select pg_promote()')
    },
    async checkpoint(): Promise<void> {
      await runOnServer(primary.connectionString, 'checkpoint')
      await this.catchUp()
      await onReplica('checkpoint')
    },
    async stop(): Promise<void> {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type ReplicatedServer = Awaited<ReturnType<typeof startReplicatedServer>>
