import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { withAvailability } from './connection-failure.ts'
import { prepareApplicationRole } from './application-role.ts'
import { DatabaseUnavailableError, type Queryable } from './database.ts'
import { readMigrationFiles } from './migration-files.ts'
import type { MigrationFile } from './migration-files.ts'

export const lastMigrationIn = async (directory: string): Promise<string> =>
  (await readMigrationFiles(directory)).at(-1)?.name ?? 'none'

/** Rejects when a migration is missing, for example after an older backup was restored under the running program. */
export const isMigrated = async (db: Queryable, migration: string): Promise<void> => {
  if (!(await db.exists('select 1 from schema_migrations where name = $1', [migration])))
    throw new Error(`The database lacks the migration ${migration}`)
}

export interface MigrationLogger {
  debug(message: string): void
  info(message: string): void
  error(message: string): void
}

export interface MigrateOptions {
  connectionString: string
  directory: string
  logger: MigrationLogger
  restore?: { upTo?: string }
}

/** A restore creates this table first and drops it last. */
export const RESTORE_MARK = 'restore_under_way'

export class MigrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationError'
  }
}

const MIGRATIONS_TABLE = 'schema_migrations'
const CHECKSUMS_TABLE = 'schema_migration_checksums'
/** Arbitrary key; must be the same in every version of this program. */
export const MIGRATION_LOCK = 4_210_386_571_204

/**
 * Applies pending migrations in one transaction, one program at a time, and returns their names. A failure leaves the
 * schema of the previous version, which may still be running.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { connectionString, directory, restore } = options
  const last = restore?.upTo
  const files = (await readMigrationFiles(directory)).filter(({ name }) => last === undefined || name <= last)
  const client = new pg.Client({ connectionString, application_name: 'zelab migrations' })
  // A lost connection rejects the running statement; without a listener, it would also crash the process.
  client.on('error', () => {})
  try {
    // Any connection failure counts, including a wrong password or certificate: nothing has run yet.
    await client.connect().catch((error: unknown) => {
      throw new DatabaseUnavailableError(error)
    })
    // Ending the session releases the lock. Other processes wait, then have nothing to apply.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    if (!restore) await refuseUnfinishedRestore(client)
    await client.query(`create table if not exists ${CHECKSUMS_TABLE} (
      name text primary key,
      checksum text not null
    )`)
    checkHistory(files, await readHistory(client))
    await prepareApplicationRole(client)
    return await giveWay(client, options.logger, (onError) => applyMissing(client, options, files, onError))
  } catch (error) {
    throw withAvailability(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Below PostgreSQL's deadlock timeout of one second, after which a request would be canceled instead. */
const LOCK_TIMEOUT_MS = 500
const ATTEMPTS = 300
const PAUSE_MS = 200
const LOCK_REFUSALS = ['55P03', '40P01']

/**
 * A migration that waits for a table lock blocks all later requests for that table and can deadlock with them. It
 * therefore times out, releases its locks and retries; the last attempt, after some minutes, waits normally.
 */
async function giveWay(
  client: pg.Client,
  logger: MigrationLogger,
  apply: (onError: (message: string) => void) => Promise<string[]>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS
    await client.query(`set lock_timeout = ${isLast ? 0 : LOCK_TIMEOUT_MS}`)
    const messages: string[] = []
    try {
      return await apply((message) => messages.push(message))
    } catch (error) {
      if (!isLast && LOCK_REFUSALS.includes((error as { code?: string }).code ?? '')) {
        await sleep(PAUSE_MS)
        continue
      }
      for (const message of messages) logger.error(message)
      throw error
    }
  }
}

const FIND_RESTORE_MARK = `select 1 where to_regclass('public.${RESTORE_MARK}') is not null`

const unfinishedRestore = () =>
  new MigrationError(
    'A restore into this database is under way, or was cut off: not everything is there. Run npm run restore ' +
      'once more with the same backup.',
  )

async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  if ((await client.query(FIND_RESTORE_MARK)).rows.length > 0) throw unfinishedRestore()
}

/** For commands, which do not migrate. */
export const requireFinishedRestore = async (db: Queryable): Promise<void> => {
  if (await db.exists(FIND_RESTORE_MARK)) throw unfinishedRestore()
}

async function readHistory(client: pg.Client): Promise<Map<string, string | null>> {
  const table = await client.query<{ exists: boolean }>(`select to_regclass($1) is not null as exists`, [
    MIGRATIONS_TABLE,
  ])
  if (!table.rows[0]?.exists) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    `select m.name, c.checksum from ${MIGRATIONS_TABLE} m left join ${CHECKSUMS_TABLE} c using (name) order by m.id`,
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function checkHistory(files: MigrationFile[], history: Map<string, string | null>): void {
  const unknown = [...history.keys()].filter((name) => !files.some((file) => file.name === name))
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was made by a newer version of this program: it has the migration ${unknown.join(', ')}, ` +
        `which this version does not know. Start the newer version, or restore a backup made with this one.`,
    )
  }
  for (const { name, checksum } of files) {
    const applied = history.get(name)
    if (typeof applied === 'string' && applied !== checksum) {
      throw new MigrationError(
        `The migration ${name} was edited after this database had applied it. Put the file back as it was ` +
          `and write the change as a new migration.`,
      )
    }
  }
  const last = [...history.keys()].at(-1)
  const late = files.find((file) => last !== undefined && !history.has(file.name) && file.name < last)
  if (late) {
    throw new MigrationError(
      `The migration ${late.name} comes before ${last}, which this database has applied already. ` +
        `Give it a number after the last one.`,
    )
  }
}

async function applyMissing(
  client: pg.Client,
  { directory, logger, restore }: MigrateOptions,
  files: MigrationFile[],
  onError: (message: string) => void,
): Promise<string[]> {
  const last = restore?.upTo
  const isWanted = (path: string) => last === undefined || basename(path, '.sql') <= last
  const loadSqlFiles = (paths: string[]) =>
    Promise.resolve(
      paths.filter(isWanted).map((path) => ({ id: path, filePaths: [path], actions: actionsOf(path) })),
    )
  const actionsOf = (path: string) => {
    const file = files.find(({ name }) => name === basename(path, '.sql'))
    if (!file) throw new MigrationError(`The migration ${path} appeared while migrations were running.`)
    return {
      down: false as const,
      up: (steps: { sql(text: string): void }) => {
        steps.sql(file.sql)
        // In the migration's transaction, so that the two cannot diverge.
        steps.sql(`insert into ${CHECKSUMS_TABLE} values ('${file.name}', '${file.checksum}')`)
      },
    }
  }
  const debug = (message: string) => logger.debug(message)
  const applied = await runner({
    dbClient: client,
    dir: directory,
    direction: 'up',
    migrationsTable: MIGRATIONS_TABLE,
    singleTransaction: true,
    checkOrder: true,
    noLock: true,
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadSqlFiles }],
    logger: { debug, info: debug, warn: debug, error: onError },
  })
  const names = applied.map(({ name }) => name)
  if (names.length > 0) logger.info(`migrated the database: ${names.join(', ')}`)
  return names
}
