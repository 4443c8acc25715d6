import { Logger, run, runMigrations, type JobHelpers } from 'graphile-worker'
import pg from 'pg'
import type { Logger as PinoLogger } from 'pino'
import type { Queryable } from './database/database.ts'

export type JobHandler = (payload: never) => Promise<void>

/** A job that fails is tried again with growing pauses, up to a day. */
const MAX_ATTEMPTS = 12

/** Queues a job in the caller's transaction: it runs if and only if that commits. */
export const enqueueJob = async (tx: Queryable, task: string, payload: object): Promise<void> => {
  await tx.query('select enqueue_job($1, $2::json, $3)', [task, JSON.stringify(payload), MAX_ATTEMPTS])
}

export const migrateJobs = (connectionString: string): Promise<void> => runMigrations({ connectionString })

const QUIET_LEVELS = new Set(['debug', 'info'])

/** Connections of the queue: one listens for new jobs, the others work. */
const POOL_SIZE = 4

const openPool = (connectionString: string, logger: PinoLogger): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE, application_name: 'zelab jobs' })
  // A server that goes away breaks idle and busy connections alike; without a listener either would end the process.
  // The queue itself notices and connects again.
  const note = (error: Error) =>
    logger.debug({ jobs: true, err: error }, 'a connection of the queue was lost')
  pool.on('error', note)
  pool.on('connect', (client) => void client.on('error', note))
  return pool
}

/** Runs queued and recurring jobs in this process; several processes share one queue. */
export const startJobs = async (options: {
  connectionString: string
  handlers: Record<string, JobHandler>
  /** Lines of a crontab: `minute hour day month weekday task`. */
  crontab: string
  logger: PinoLogger
}): Promise<{ stop(): Promise<void> }> => {
  const pgPool = openPool(options.connectionString, options.logger)
  const runner = await run({
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    crontab: options.crontab,
    taskList: Object.fromEntries(
      Object.entries(options.handlers).map(([task, handler]) => [
        task,
        (payload: unknown, _helpers: JobHelpers) => handler(payload as never),
      ]),
    ),
    logger: new Logger(() => (level, message) => {
      options.logger[QUIET_LEVELS.has(level) ? 'debug' : 'warn']({ jobs: true }, message)
    }),
  })
  return {
    async stop() {
      await runner.stop()
      await pgPool.end()
    },
  }
}
