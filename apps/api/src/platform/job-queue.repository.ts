import { z } from 'zod'
import { columnsOf } from './database/columns.ts'
import type { Queryable } from './database/database.ts'
import type { RowOf } from './database/row-schema.ts'

const queueStateRow = z.object({
  /** Due and not started. */
  ready: z.int(),
  running: z.int(),
  retrying: z.int(),
  givenUp: z.int(),
  oldestReadySeconds: z.number(),
})
export type QueueState = RowOf<typeof queueStateRow>

/** `queue_state` belongs to the owner (application-role.ts), because only the owner may read the queue. */
export const readQueueState = (db: Queryable): Promise<QueueState> =>
  db.one(
    queueStateRow,
    `select ${columnsOf(queueStateRow)}
       from queue_state()`,
  )
