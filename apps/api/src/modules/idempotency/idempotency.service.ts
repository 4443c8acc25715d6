import { AppError } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import {
  deleteOldSettledRequests,
  findSettledRequest,
  holdRequest,
  insertSettledRequest,
} from './idempotency.repository.ts'

/** The record that the caller's request made or changed when it came for the first time, if it did. */
export const findSettledResult = async (db: Queryable, caller: Caller): Promise<number | undefined> => {
  const { requestKey, user } = caller
  const settled = requestKey && (await findSettledRequest(db, user.id, requestKey.key))
  if (!settled) return undefined
  if (!settled.fingerprint.equals(requestKey.fingerprint))
    throw new AppError('CONFLICT', 'IDEMPOTENCY_KEY_REUSED')
  return settled.resultId
}

/**
 * Does the work of the caller's request in this transaction, unless the same request, by its key, has been settled
 * before: its answer got lost, so only that is given once more.
 * @param work makes or changes a record and returns its id
 */
export const settleOnce = async (
  tx: Queryable,
  caller: Caller,
  work: () => Promise<number>,
): Promise<number> => {
  const { requestKey, user } = caller
  if (!requestKey) return work()
  await holdRequest(tx, user.id, requestKey.key)
  const settled = await findSettledResult(tx, caller)
  if (settled !== undefined) return settled
  const resultId = await work()
  await insertSettledRequest(tx, { ...requestKey, userId: user.id, resultId })
  return resultId
}

export const createSettledRequestService = ({ database }: { database: Database }) => ({
  /** The recurring job: after a day nobody sends a request once more. */
  removeOld: (): Promise<void> => deleteOldSettledRequests(database),
})
