import type { Queryable } from '../../platform/database/database.ts'

export interface SettledRequest {
  fingerprint: Buffer
  resultId: number
}

/** Whoever sends the same request a second time waits until the first one is settled or undone. */
export const holdRequest = async (tx: Queryable, userId: number, key: string): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [key, userId])
}

export const findSettledRequest = (
  db: Queryable,
  userId: number,
  key: string,
): Promise<SettledRequest | undefined> =>
  db.maybeOne<SettledRequest>(
    `select fingerprint, result_id as "resultId" from settled_requests
      where user_id = $1 and request_key = $2`,
    [userId, key],
    { name: 'find-settled-request' },
  )

export const insertSettledRequest = async (
  tx: Queryable,
  request: SettledRequest & { userId: number; key: string },
): Promise<void> => {
  await tx.execute(
    `insert into settled_requests (user_id, request_key, fingerprint, result_id) values ($1, $2, $3, $4)`,
    [request.userId, request.key, request.fingerprint, request.resultId],
    { name: 'insert-settled-request' },
  )
}

export const deleteOldSettledRequests = async (db: Queryable): Promise<void> => {
  await db.execute("delete from settled_requests where settled_at < now() - interval '1 day'")
}
