import { z } from 'zod'
import type { Queryable } from './database/database.ts'
import type { RowOf } from './database/row-schema.ts'

const queueStateRow = z.object({
  /** Due and not begun. */
  ready: z.int(),
  running: z.int(),
  /** Failed, and to be tried again later. */
  retrying: z.int(),
  /** Failed permanently; they are not retried automatically. */
  givenUp: z.int(),
  /** For how long the oldest that is due has been waiting. */
  oldestReadySeconds: z.number(),
})
export type QueueState = RowOf<typeof queueStateRow>

/** What waits in the queue; `queue_state` belongs to the owner (application-role.ts), who alone may read the queue. */
export const readQueueState = (db: Queryable): Promise<QueueState> =>
  db.one(
    queueStateRow,
    `select ready, running, retrying, given_up as "givenUp", oldest_ready_seconds as "oldestReadySeconds"
       from queue_state()`,
  )
