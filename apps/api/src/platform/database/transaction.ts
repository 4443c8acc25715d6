import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withAvailability } from './connection-failure.ts'
import { DatabaseUnavailableError, sqlState, type Queryable, type TransactionOptions } from './database.ts'
import { queryableFrom } from './queryable.ts'
import type { RowInspector } from './row-schema.ts'

/** A server that stays silent this long after its time limit for statements loses the connection. */
export const ANSWER_MARGIN_MS = 5_000

/** A deadlock, or a conflict of two serializable transactions: PostgreSQL has rolled back. */
const CONCURRENCY = ['40P01', '40001']
const PAUSE_MS = 50
const MOST_RUNS = 4

/** After a deadlock with a concurrent transaction, runs the work again, at most three times. */
export async function runTransaction<Result>(
  ...transaction: Parameters<typeof runOnce<Result>>
): Promise<Result> {
  for (let run = 1; ; run += 1)
    try {
      return await runOnce(...transaction)
    } catch (error) {
      if (run === MOST_RUNS || !CONCURRENCY.includes(sqlState(error) ?? '')) throw error
      // The other transaction takes its locks first.
      await sleep(PAUSE_MS * run)
    }
}

async function runOnce<Result>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<Result>,
  { statementTimeoutMs, inspectRows }: TransactionOptions & { inspectRows?: RowInspector | undefined },
): Promise<Result> {
  const client = await pool.connect()
  let isFinished = false
  let isBroken = false
  const noticeLoss = () => (isBroken = true)
  client.on('error', noticeLoss)
  // The server may hang or no longer be the primary: the next caller needs a new connection.
  const noticeUnavailability = (error: unknown) => {
    const failure = withAvailability(error)
    if (failure instanceof DatabaseUnavailableError) isBroken = true
    return failure
  }
  const answerLimit = statementTimeoutMs && { query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS }

  const tx = queryableFrom(async (text, params, { name }) => {
    // A missing `await` must not run its query in the next caller's transaction.
    if (isFinished) throw new Error('The transaction is over; a query was not awaited inside it')
    try {
      return await client.query({
        text,
        values: [...params],
        ...(name === undefined ? {} : { name }),
        ...answerLimit,
      })
    } catch (error) {
      throw noticeUnavailability(error)
    }
  }, inspectRows)

  try {
    const limit = statementTimeoutMs && `; set local statement_timeout = ${Math.trunc(statementTimeoutMs)}`
    await client.query(`begin${limit ?? ''}`)
    const result = await work(tx)
    isFinished = true
    const { command } = await client.query('commit')
    // If `work` swallowed an error, PostgreSQL answers COMMIT with ROLLBACK and no error.
    if (command !== 'COMMIT')
      throw new Error('A failed statement was ignored, so the transaction was rolled back')
    return result
  } catch (error) {
    isFinished = true
    noticeUnavailability(error)
    // An unresponsive server would not answer this either; closing the connection rolls back.
    if (!isBroken) await client.query('rollback').catch(noticeLoss)
    throw error
  } finally {
    client.removeListener('error', noticeLoss)
    client.release(isBroken)
  }
}
