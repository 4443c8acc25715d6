import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { columnTypes } from './column-types.ts'
import { withAvailability } from './connection-failure.ts'
import { DatabaseUnavailableError } from './database.ts'
import type { Database, QueryOptions } from './database.ts'
import { queryableFrom } from './queryable.ts'
import type { RowInspector } from './row-schema.ts'
import { runTransaction, ANSWER_MARGIN_MS } from './transaction.ts'

export const withServerOption = (connectionString: string, setting: string): string => {
  const url = new URL(connectionString)
  const earlier = url.searchParams.get('options')
  url.searchParams.set('options', `${earlier ? `${earlier} ` : ''}-c ${setting}`)
  return url.href
}

type Callback = Parameters<pg.Pool['connect']>[0]

/** Immediate acquisitions are not timed: they are the vast majority, and timing them costs more than it is worth. */
const timeWaits = (pool: pg.Pool, onWait: (seconds: number) => void): void => {
  const connect = pool.connect.bind(pool)
  const timed = (callback?: Callback) => {
    const isFree = pool.idleCount > pool.waitingCount
    if (!callback) {
      if (isFree) return connect()
      const start = performance.now()
      return connect().finally(() => onWait((performance.now() - start) / 1000))
    }
    if (isFree) return connect(callback)
    const start = performance.now()
    connect((...answer) => {
      onWait((performance.now() - start) / 1000)
      callback(...answer)
    })
  }
  pool.connect = timed as pg.Pool['connect']
}

export interface DatabaseLogger {
  warn(message: string): void
}

export interface DatabaseOptions {
  connectionString: string
  /** Defaults to one connection per core, and at least four. */
  poolSize?: number
  statementTimeoutMs?: number
  /** Drops connections with a slower statement: the server may have vanished. Default: 5 s above the limit. */
  answerTimeoutMs?: number
  acquireTimeoutMs?: number
  isPrimaryOnly?: boolean
  logger: DatabaseLogger
  /** Not called when a connection was free. */
  onWait?: (seconds: number) => void
  inspectRows?: RowInspector | undefined
}

const DRAIN_MS = 10_000
const STATEMENT_TIMEOUT_MS = 15_000

const refuseReplica = (client: pg.PoolClient, done: (error?: Error) => void): void => {
  client.query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"').then(
    ({ rows }) =>
      rows[0]?.isReplica === false
        ? done()
        : done(new DatabaseUnavailableError(new Error('The server is a replica or being promoted'))),
    (error: unknown) => done(error as Error),
  )
}

export function createDatabase(options: DatabaseOptions): Database {
  const { logger, inspectRows, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  const pool = new pg.Pool({
    // JIT compilation costs more than it saves: an import took six times as long. It is off on the embedded server.
    connectionString: withServerOption(options.connectionString, 'jit=off'),
    application_name: 'zelab',
    max: options.poolSize ?? Math.max(4, availableParallelism()),
    statement_timeout: statementTimeoutMs,
    query_timeout: options.answerTimeoutMs ?? statementTimeoutMs + ANSWER_MARGIN_MS,
    // An abandoned transaction would keep its locks forever.
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // The operating system's default is two hours.
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes,
    // Sends independent statements of a transaction together (`pipelined`).
    pipeline: true,
    ...(options.isPrimaryOnly && { verify: refuseReplica }),
  })
  // Without listeners for idle and used connections, a lost server would crash the process.
  pool.on('error', (error) => logger.warn(`lost an idle database connection: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => {}))

  if (options.onWait) timeWaits(pool, options.onWait)

  const running = new Set<Promise<unknown>>()
  let isClosing = false

  const track = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isClosing) return Promise.reject(new DatabaseUnavailableError(new Error('The program is stopping')))
    const result = work().catch((error: unknown) => {
      throw withAvailability(error)
    })
    running.add(result)
    const forget = () => running.delete(result)
    result.then(forget, forget)
    return result
  }
  const queryable = queryableFrom(
    (text, params, { name }: QueryOptions) =>
      track(() => pool.query({ text, values: [...params], ...(name === undefined ? {} : { name }) })),
    inspectRows,
  )

  const drainAndEnd = async () => {
    isClosing = true
    const stopWaiting = new AbortController()
    const timer = sleep(DRAIN_MS, 'late', { signal: stopWaiting.signal }).catch(() => 'late')
    const outcome = await Promise.race([Promise.allSettled([...running]), timer])
    stopWaiting.abort()
    const ended = pool.end()
    // `end` waits for connections in use, and canceled ones must not delay the exit.
    if (outcome === 'late') logger.warn(`${running.size} database queries were still running at shutdown`)
    else await ended
  }
  let closing: Promise<void> | undefined

  return {
    ...queryable,
    transaction: (work, options) => track(() => runTransaction(pool, work, { ...options, inspectRows })),
    async ping() {
      await queryable.execute('select 1')
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => (closing ??= drainAndEnd()),
  }
}
