import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** How often to look for dead workers, and the minimum age of a job that is released. */
const EVERY_SECONDS = 5

/** Arbitrary lock class; must be the same in every version of this program. */
const ALIVE = 7_310_002

const HOLD = `select pg_advisory_lock(hashtextextended($1, ${ALIVE}))`

const RELEASE = `
  select graphile_worker.force_unlock_workers(array(
    select worker from (
      select distinct locked_by as worker from graphile_worker.jobs
       where locked_by is not null and locked_by <> $1
         and locked_at < now() - make_interval(secs => ${EVERY_SECONDS})
    ) taken where pg_try_advisory_xact_lock(hashtextextended(worker, ${ALIVE}))))`

/**
 * Returns the jobs of killed processes to the queue. Graphile Worker waits four hours, too long for an emailed link.
 * Each process holds an advisory lock on a dedicated connection; jobs of workers without one are released.
 * @param workerId the name under which this process takes jobs
 */
export const freeAbandonedJobs = (pool: pg.Pool, workerId: string): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const pause = (seconds: number) =>
    sleep(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined)

  let isFirst = true
  const watch = async () => {
    const client = await pool.connect()
    try {
      await client.query(HOLD, [workerId])
      // After a database outage, the other processes need a moment to take their locks again.
      if (!isFirst) await pause(EVERY_SECONDS)
      isFirst = false
      while (!stopping.signal.aborted) {
        await client.query(RELEASE, [workerId])
        await pause(EVERY_SECONDS)
      }
    } finally {
      // Closing the connection releases the lock.
      client.release(true)
    }
  }
  const run = async () => {
    // Reconnect quickly, or other processes consider this one dead.
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
