import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** How often dead workers are looked for, and how long a job is left alone after it was taken. */
const EVERY_SECONDS = 5

/** Any number will do, as long as every version of this program uses the same one. */
const ALIVE = 7_310_002

const HOLD = `select pg_advisory_lock(hashtextextended($1, ${ALIVE}))`

/** Jobs of the queue that are taken by one who does not hold its lock any more are free for others. */
const RELEASE = `
  select graphile_worker.force_unlock_workers(array(
    select worker from (
      select distinct locked_by as worker from graphile_worker.jobs
       where locked_by is not null and locked_by <> $1
         and locked_at < now() - make_interval(secs => ${EVERY_SECONDS})
    ) taken where pg_try_advisory_xact_lock(hashtextextended(worker, ${ALIVE}))))`

/**
 * The queue itself waits four hours before it gives the job of a killed process to another one; a mailed link must not
 * come that late. Each process holds a lock for as long as it lives, on a connection of its own, and frees the jobs of
 * those whose lock is gone.
 *
 * @param workerId the name under which this process takes jobs
 */
export const freeAbandonedJobs = (pool: pg.Pool, workerId: string): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const pause = (seconds: number) =>
    sleep(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined)

  const watch = async () => {
    const client = await pool.connect()
    try {
      await client.query(HOLD, [workerId])
      while (!stopping.signal.aborted) {
        await client.query(RELEASE, [workerId])
        await pause(EVERY_SECONDS)
      }
    } finally {
      // Its end frees the lock.
      client.release(true)
    }
  }
  const run = async () => {
    // Soon, or others would take this process for dead.
    while (!stopping.signal.aborted) await watch().catch(() => pause(0.3))
  }
  const running = run()

  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
