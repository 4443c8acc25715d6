import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { columnTypes } from './column-types.ts'
import { withAvailability } from './connection-failure.ts'
import { DatabaseUnavailableError } from './database.ts'
import type { Database, QueryOptions } from './database.ts'
import { queryableFrom } from './queryable.ts'
import { timeWaits } from './connection-waits.ts'
import { runTransaction } from './transaction.ts'

/** The part of a logger that the database needs; a pino logger fits. */
export interface DatabaseLogger {
  warn(message: string): void
}

export interface DatabaseOptions {
  connectionString: string
  /** Connections held at most; by default one for each core, and four at least. */
  poolSize?: number
  /** A statement that takes longer is cancelled. */
  statementTimeoutMs?: number
  /** A connection on which a statement takes longer is given up: its server may be gone without a word. */
  answerTimeoutMs?: number
  /** How long to wait for a connection before `DatabaseUnavailableError`. */
  acquireTimeoutMs?: number
  logger: DatabaseLogger
  /** Told how long somebody waited who did not get a connection at once. */
  onWait?: (seconds: number) => void
}

const DRAIN_MS = 10_000

export function createDatabase(options: DatabaseOptions): Database {
  const { logger } = options
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: 'zelab',
    max: options.poolSize ?? Math.max(4, availableParallelism()),
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    ...(options.answerTimeoutMs && { query_timeout: options.answerTimeoutMs }),
    // A transaction that its program forgot would hold its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: columnTypes,
  })
  // Without listeners a server that goes away would end our process: for idle connections the pool's, for
  // connections in use their own. The statement that runs on it fails by itself.
  pool.on('error', (error) => logger.warn(`an idle database connection was lost: ${error.message}`))
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
  const queryable = queryableFrom((text, params, { name }: QueryOptions) =>
    track(() => pool.query({ text, values: [...params], ...(name === undefined ? {} : { name }) })),
  )

  const drainAndEnd = async () => {
    isClosing = true
    const stopWaiting = new AbortController()
    const timer = sleep(DRAIN_MS, 'late', { signal: stopWaiting.signal }).catch(() => 'late')
    const outcome = await Promise.race([Promise.allSettled([...running]), timer])
    stopWaiting.abort()
    const ended = pool.end()
    // `end` waits for connections in use; those we have just given up on must not hold up the exit.
    if (outcome === 'late') logger.warn(`${running.size} database calls were still running at the end`)
    else await ended
  }
  let closing: Promise<void> | undefined

  return {
    ...queryable,
    transaction: (work, options) => track(() => runTransaction(pool, work, options)),
    async ping() {
      await queryable.query('select 1')
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => (closing ??= drainAndEnd()),
  }
}
