import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run, runMigrations, type Job, type JobHelpers, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Logger as PinoLogger } from 'pino'
import { freeAbandonedJobs } from './abandoned-jobs.ts'
import type { Queryable } from './database/database.ts'
import { withoutPersonalData } from './logger.ts'
import { watchForSilence, type SilenceLimit } from './silent-queue.ts'

/** @param jobId unique to this job and the same on every retry */
export type JobHandler = (payload: never, jobId: string) => Promise<void>

const MAX_ATTEMPTS = 12

/**
 * Runs only after the commit.
 * @param requestId the request that queues it, for the job's log lines
 */
export const enqueueJob = async (
  tx: Queryable,
  task: string,
  payload: object,
  requestId?: string,
): Promise<void> => {
  const content = JSON.stringify({ ...payload, ...(requestId !== undefined && { requestId }) })
  await tx.execute('select enqueue_job($1, $2::json, $3)', [task, content, MAX_ATTEMPTS], {
    name: 'enqueue-job',
  })
}

/** Beyond this limit, files of the lab are processed when first viewed. */
const MOST_WAITING_FILES = 500

/**
 * Queues work on a file. Owners take turns, so one owner's backlog does not delay the first jobs of others. Nothing is
 * queued beyond the owner's limit.
 * @param owner a lab or a user; one job of an owner runs at a time
 */
export const enqueueFileJob = async (
  tx: Queryable,
  task: string,
  payload: object,
  owner: string,
): Promise<void> => {
  const content = JSON.stringify(payload)
  await tx.execute(
    'select enqueue_file_job($1, $2::json, $3, $4, $5)',
    [task, content, MAX_ATTEMPTS, owner, MOST_WAITING_FILES],
    { name: 'enqueue-file-job' },
  )
}

export const migrateJobs = (connectionString: string): Promise<void> => runMigrations({ connectionString })

const QUIET_LEVELS = new Set(['debug', 'info'])

/** In addition to one per job: one listens for jobs, one holds the advisory lock of this process. */
const FURTHER_CONNECTIONS = 2

/** Grace period for running jobs at shutdown; other jobs are repeated by another process or the next start. */
const STOP_WITHIN_MS = 15_000

const RESTART_MS = 1000
const SILENCE_MS = 10_000
/** Grace period for a queue that cannot report the end of a job. */
const FATAL_MS = 5_000

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** Only processes of the service use this connection name. */
export const JOBS_CONNECTION = 'zelab jobs'

/**
 * Graphile Worker 0.17 releases its listening connection twice when that is lost during a stop. The pool would throw
 * outside of any await, which exits the process.
 */
class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback) {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      if (error) return callback(error, client, release)
      let isReleased = false
      callback(error, client, (reason) => {
        if (isReleased) return
        isReleased = true
        release(reason)
      })
    })
    return undefined
  }
}

const openPool = (connectionString: string, max: number, logger: PinoLogger) => {
  const pool = new QueuePool({
    connectionString,
    max,
    application_name: JOBS_CONNECTION,
    // Statements take milliseconds: a server that is silent for longer has vanished.
    connectionTimeoutMillis: SILENCE_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
  })
  // Without a listener, a lost server would crash the process. The queue reconnects by itself.
  const note = (error: Error) =>
    logger.debug({ jobs: true, err: error }, 'lost a connection of the job queue')
  pool.on('error', note)
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('error', note)
  })
  pool.on('remove', (client) => clients.delete(client))
  const close = async () => {
    await Promise.race([pool.end(), sleep(FATAL_MS, undefined, { ref: false })])
    await Promise.allSettled(Array.from(clients, (client) => client.end()))
  }
  return { pool, close }
}

const traitsOf = (job: Job) => ({
  jobId: job.id,
  task: job.task_identifier,
  attempt: job.attempts,
  ...(hasRequestId(job.payload) && { reqId: job.payload.requestId }),
})

const hasRequestId = (payload: unknown): payload is { requestId: string } =>
  typeof payload === 'object' && payload !== null && 'requestId' in payload

/** Log lines for failed jobs quote the error's text, so they are replaced below. */
const queueLogger = (logger: PinoLogger) =>
  new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return
    logger[QUIET_LEVELS.has(level) ? 'debug' : 'warn']({ jobs: true }, withoutPersonalData(message))
  })

export interface RunningJobs {
  check(): Promise<void>
  stop(): Promise<void>
}

export const startJobs = async (options: {
  connectionString: string
  handlers: Record<string, JobHandler>
  concurrency: number
  crontab: string
  logger: PinoLogger
  onEnd: (task: string, outcome: 'succeeded' | 'failed') => void
  silenceLimit?: SilenceLimit
  stopWithinMs?: number
}): Promise<RunningJobs> => {
  const { logger, concurrency } = options
  const stopLimit = new AbortController()
  const stoppedLate = once(stopLimit.signal, 'abort')
  /** Opens separate connections, because a failed runner may have lost some. */
  const startRunner = async () => {
    const { pool: pgPool, close: closePool } = openPool(
      options.connectionString,
      concurrency + FURTHER_CONNECTIONS,
      logger,
    )
    const events = new EventEmitter() as WorkerEvents
    let workerId = ''
    const fatal = new Promise<void>((resolve) => events.once('pool:fatalError', () => resolve()))
    const runningJobs = new Set<string>()
    events.on('job:start', ({ job }) => runningJobs.add(job.id))
    events.on('job:complete', ({ job }) => runningJobs.delete(job.id))
    events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id))
    events.on('job:success', ({ job }) => {
      options.onEnd(job.task_identifier, 'succeeded')
      // Recurring jobs would flood the log at info level.
      logger[hasRequestId(job.payload) ? 'info' : 'debug'](traitsOf(job), 'job')
    })
    events.on('job:error', ({ job, error }) => {
      options.onEnd(job.task_identifier, 'failed')
      if (isStopping) logger.info({ ...traitsOf(job), err: error }, 'a job was interrupted by the stop')
      else logger.warn({ ...traitsOf(job), err: error }, 'a job failed')
    })
    const watch = watchForSilence(events, concurrency, options.silenceLimit)
    const runner = await run({
      pgPool,
      events,
      concurrency,
      noHandleSignals: true,
      // Without batches, a lost job result would be an unhandled rejection, which exits the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      crontab: options.crontab,
      taskList: Object.fromEntries(
        Object.entries(options.handlers).map(([task, handler]) => [
          task,
          (payload: unknown, { job }: JobHelpers) =>
            handler(payload as never, `${job.id}-${job.created_at.getTime()}`),
        ]),
      ),
      logger: queueLogger(logger),
    }).catch(async (error: unknown) => {
      watch.stop()
      await closePool()
      throw error
    })
    const abandoned = freeAbandonedJobs(pgPool, workerId, (id) => runningJobs.has(id))
    const close = async () => {
      watch.stop()
      await abandoned.stop()
      await closePool()
    }
    // When the ends of two jobs are lost during a long one, Graphile Worker 0.17 miscounts and never reports its end.
    const ended = Promise.race([
      runner.promise.catch(() => {}),
      fatal.then(() => sleep(FATAL_MS)),
      watch.silent.then(() => 'silent' as const),
      stoppedLate,
    ])
    return { runner, ended, close }
  }

  let isStopping = false
  let isRunning = true
  let { runner, ended, close } = await startRunner()
  /** Stopped queues whose last jobs still run. */
  let leaving: Promise<unknown> = Promise.resolve()
  const keepRunning = async () => {
    for (;;) {
      const end = await ended
      isRunning = false
      if (end === 'silent' && !isStopping) {
        logger.warn({ jobs: true }, 'the job queue gets no answers')
        // The old queue's jobs must end before others may take them.
        const before = leaving
        leaving = runner
          .stop()
          .then(close, close)
          .catch(() => {})
          .then(() => before)
      } else await close()
      while (!isRunning && !isStopping) {
        logger.warn({ jobs: true }, 'the job queue ended; restarting it')
        await sleep(RESTART_MS)
        isRunning = await startRunner().then(
          (started) => {
            ;({ runner, ended, close } = started)
            return true
          },
          () => false,
        )
      }
      if (!isStopping) continue
      if (isRunning) {
        // Stopped while the new queue was starting.
        await Promise.race([runner.stop(), ended])
        await close()
      }
      return
    }
  }
  const running = keepRunning()

  return {
    check: () => (isRunning ? Promise.resolve() : Promise.reject(new Error('The queue has stopped'))),
    async stop() {
      isStopping = true
      const limit = setTimeout(() => stopLimit.abort(), options.stopWithinMs ?? STOP_WITHIN_MS)
      await Promise.race([runner.stop().catch(() => {}), ended])
      await running
      await Promise.race([leaving, stoppedLate])
      clearTimeout(limit)
      if (stopLimit.signal.aborted) logger.warn({ jobs: true }, 'jobs were still running at the stop')
    },
  }
}
