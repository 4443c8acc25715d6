import { run, runMigrations, type JobHelpers, type Runner } from 'graphile-worker'
import { Logger } from 'graphile-worker'
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

/** Runs queued and recurring jobs in this process; several processes share one queue. */
export const startJobs = (options: {
  connectionString: string
  handlers: Record<string, JobHandler>
  /** Lines of a crontab: `minute hour day month weekday task`. */
  crontab: string
  logger: PinoLogger
}): Promise<Runner> =>
  run({
    connectionString: options.connectionString,
    concurrency: 2,
    maxPoolSize: 3,
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
