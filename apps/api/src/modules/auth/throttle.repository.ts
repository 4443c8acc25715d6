import type { Queryable } from '../../platform/database/database.ts'

/** Counts one more attempt under a key and answers how many there are in the present window. */
export const countAttempt = async (db: Queryable, key: string, windowMinutes: number): Promise<number> => {
  const row = await db.one<{ attempts: number }>(
    `insert into throttles as t (key, attempts) values ($1, 1)
     on conflict (key) do update set
       attempts = case when t.window_started_at < now() - make_interval(mins => $2) then 1 else t.attempts + 1 end,
       window_started_at =
         case when t.window_started_at < now() - make_interval(mins => $2) then now() else t.window_started_at end
     returning attempts`,
    [key, windowMinutes],
    { name: 'count-attempt' },
  )
  return row.attempts
}

export const forgetAttempts = async (db: Queryable, key: string): Promise<void> => {
  await db.execute('delete from throttles where key = $1', [key])
}

export const takeBackAttempt = async (db: Queryable, key: string): Promise<void> => {
  await db.execute('update throttles set attempts = greatest(attempts - 1, 0) where key = $1', [key])
}

export const deleteOldThrottles = async (db: Queryable): Promise<void> => {
  await db.execute("delete from throttles where window_started_at < now() - interval '1 day'")
}
