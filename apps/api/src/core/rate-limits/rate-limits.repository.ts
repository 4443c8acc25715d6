import { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

export interface KeyLimit {
  key: string
  attempts: number
  windowMinutes: number
  /** Waits the whole window at once. */
  isStrict: boolean
}

// The first wait is a sixtieth of the window. Each further one doubles, up to the window. A strict wait is the whole
// window. A counter expires with its window, which every attempt after a wait restarts.
const WAIT = (attempts: string) =>
  `case when ${attempts} >= $2
        then now() + least(power(2, least(${attempts} - $2, 10)) * $4::float8, 1) * make_interval(mins => $3) end`
const WAIT_ENDS = 'coalesce(t.waits_until, t.window_started_at + make_interval(mins => $3))'
const IS_OVER = `(t.window_started_at <= now() - make_interval(mins => $3) and ${WAIT_ENDS} <= now())`

const COUNT_ATTEMPT = `
  insert into rate_limits as t (key, attempts, waits_until) values ($1, 1, ${WAIT('1')})
  on conflict (key) do update set
    attempts = case when ${IS_OVER} then 1 else t.attempts + 1 end,
    window_started_at = case when ${IS_OVER} or t.attempts >= $2 then now() else t.window_started_at end,
    waits_until = case when ${IS_OVER} then ${WAIT('1')} else ${WAIT('t.attempts + 1')} end
  where t.attempts < $2 or ${WAIT_ENDS} <= now()
  returning attempts`

const waitRow = z.object({ seconds: z.number() })

/**
 * Refused attempts do not extend the wait.
 * @returns the seconds to wait, or undefined if the attempt may proceed
 */
export const countAttempt = async (
  db: Queryable,
  { key, attempts, windowMinutes, isStrict }: KeyLimit,
): Promise<number | undefined> => {
  const limit = [key, attempts, windowMinutes, isStrict ? 1 : 1 / 60]
  if (await db.exists(COUNT_ATTEMPT, limit, { name: 'count-attempt' })) return undefined
  const row = await db.maybeOne(
    waitRow,
    `select extract(epoch from coalesce(waits_until, window_started_at + make_interval(mins => $2)) - now())::float8
              as seconds
       from rate_limits where key = $1`,
    [key, windowMinutes],
    { name: 'find-wait' },
  )
  // The stored time is rounded to milliseconds, up or down.
  return Math.max((row?.seconds ?? 0) - 0.001, 1)
}

const minuteRow = z.object({ attempts: z.int(), seconds: z.number() })

/**
 * Counts in a fixed minute, at most one more than the limit.
 * @returns the count, and the seconds until the minute ends
 */
export const countInMinute = (
  db: Queryable,
  key: string,
  limit: number,
): Promise<RowOf<typeof minuteRow>> => {
  const isOver = `t.window_started_at <= now() - interval '1 minute'`
  return db.one(
    minuteRow,
    `insert into rate_limits as t (key, attempts) values ($1, 1)
     on conflict (key) do update set
       attempts = case when ${isOver} then 1 else least(t.attempts, $2) + 1 end,
       window_started_at = case when ${isOver} then now() else t.window_started_at end
     returning attempts, extract(epoch from window_started_at + interval '1 minute' - now())::float8 as seconds`,
    [key, limit],
    { name: 'count-in-minute' },
  )
}

export const findWait = async (
  db: Queryable,
  { key, attempts, windowMinutes }: Omit<KeyLimit, 'isStrict'>,
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    waitRow,
    `select extract(epoch from ${WAIT_ENDS} - now())::float8 as seconds
       from rate_limits t where key = $1 and t.attempts >= $2 and ${WAIT_ENDS} > now()`,
    [key, attempts, windowMinutes],
    { name: 'find-remaining-wait' },
  )
  return row && Math.max(row.seconds, 1)
}

export const forgetAttempts = async (db: Queryable, key: string): Promise<void> => {
  await db.execute('delete from rate_limits where key = $1', [key])
}

export const revertAttempt = async (
  db: Queryable,
  { key, attempts }: Pick<KeyLimit, 'key' | 'attempts'>,
): Promise<void> => {
  await db.execute(
    `update rate_limits set attempts = greatest(attempts - 1, 0),
            waits_until = case when attempts - 1 >= $2 then waits_until end
      where key = $1`,
    [key, attempts],
  )
}

export const deleteOldRateLimits = async (db: Queryable): Promise<void> => {
  await db.execute("delete from rate_limits where window_started_at < now() - interval '1 day'")
}

const foldedRow = z.object({ folded: z.string() })

/** Folds like the database does, because JavaScript differs. */
export const foldEmail = async (db: Queryable, email: string): Promise<string> =>
  (await db.one(foldedRow, 'select lower($1) as folded', [email], { name: 'fold-email' })).folded
