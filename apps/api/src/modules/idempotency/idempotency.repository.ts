import { z } from 'zod'
import { idempotencyKeys } from '../../core/tables.gen.ts'
import { columnsOf } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const idempotencyTables: Tables = {
  idempotency_keys: { removes: true },
}

const resultRow = z.object({ fingerprint: idempotencyKeys.fingerprint, resultId: idempotencyKeys.resultId })
type IdempotentResult = RowOf<typeof resultRow>

/** Waits for a concurrent request with the same key. */
export const lockKey = async (tx: Queryable, userId: number, key: string): Promise<void> => {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended($1, $2))', [key, userId], {
    name: 'lock-idempotency-key',
  })
}

export const findResult = (
  db: Queryable,
  userId: number,
  key: string,
): Promise<IdempotentResult | undefined> =>
  db.maybeOne(
    resultRow,
    `select ${columnsOf(resultRow)} from idempotency_keys
      where user_id = $1 and request_key = $2`,
    [userId, key],
    { name: 'find-idempotent-result' },
  )

export const insertResult = async (
  tx: Queryable,
  result: IdempotentResult & { userId: number; key: string },
): Promise<void> => {
  await tx.execute(
    `insert into idempotency_keys (user_id, request_key, fingerprint, result_id) values ($1, $2, $3, $4)`,
    [result.userId, result.key, result.fingerprint, result.resultId],
    { name: 'insert-idempotent-result' },
  )
}

export const deleteOldResults = async (db: Queryable): Promise<void> => {
  await db.execute("delete from idempotency_keys where created_at < now() - interval '1 day'")
}
