import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** The jobs of a receiver share a key. */
export const RECEIVER_TASK = 'send-to-receiver'

/** How often to look for abandoned jobs, and the minimum age of a job of a dead worker. */
const EVERY_SECONDS = 5

/** How long a job of this process may wait for its begin or for its end to be stored: twice the limit of a statement. */
const IDLE_MS = 20_000

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

const OWN = 'select id::text as id from graphile_worker.jobs where locked_by = $1'

const RELEASE_OWN = `
  with released as (
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
     where locked_by = $1 and id = any($2::bigint[])
    returning job_queue_id
  )
  update graphile_worker._private_job_queues set locked_at = null, locked_by = null
   where locked_by = $1 and id in (select job_queue_id from released)`

// A job that is queued again under its key while it runs gets no further attempt. Its row stays if its end is lost.
const REMOVE_REPEATED = `
  delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
   where t.id = j.task_id and j.locked_at is null and j.attempts >= j.max_attempts
     and (t.identifier = '${RECEIVER_TASK}'
          or t.identifier in (select identifier from graphile_worker._private_known_crontabs))`

/**
 * Returns abandoned jobs to the queue: Graphile Worker waits four hours, too long for an emailed link. Also removes jobs after
 * their last attempt if they are queued again anyway.
 * - Jobs of killed processes: each process holds an advisory lock on a dedicated connection; jobs of workers without
 *   one are released.
 * - Jobs that the database gave to this process through a connection that was lost before the answer arrived.
 * @param workerId the name under which this process takes jobs
 * @param isRunning whether this process runs the job
 */
export const freeAbandonedJobs = (
  pool: pg.Pool,
  workerId: string,
  isRunning: (jobId: string) => boolean,
): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  let idleSince = new Map<string, number>()
  const releaseOwn = async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ id: string }>(OWN, [workerId])
    const now = performance.now()
    const idle = rows.map(({ id }) => id).filter((id) => !isRunning(id))
    idleSince = new Map(idle.map((id) => [id, idleSince.get(id) ?? now]))
    const lost = idle.filter((id) => now - (idleSince.get(id) ?? now) >= IDLE_MS)
    if (lost.length > 0) await client.query(RELEASE_OWN, [workerId, lost])
  }
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
      idleSince.clear()
      while (!stopping.signal.aborted) {
        await client.query(RELEASE, [workerId])
        await releaseOwn(client)
        await client.query(REMOVE_REPEATED)
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
