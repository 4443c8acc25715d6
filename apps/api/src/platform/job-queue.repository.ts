import type { Queryable } from './database/database.ts'

export interface QueueState {
  /** Due and not begun. */
  ready: number
  running: number
  /** Failed, and to be tried again later. */
  retrying: number
  /** Tried for the last time; nobody will run them by themselves. */
  givenUp: number
  /** For how long the oldest that is due has been waiting. */
  oldestReadySeconds: number
}

/** What waits in the queue; `queue_state` belongs to the owner (application-role.ts), who alone may look into it. */
export const readQueueState = (db: Queryable): Promise<QueueState> =>
  db.one<QueueState>(
    `select ready, running, retrying, given_up as "givenUp", oldest_ready_seconds as "oldestReadySeconds"
       from queue_state()`,
  )
