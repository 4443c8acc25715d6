import { defineModule } from '../../core/module.ts'
import type { Context } from '../../core/context.ts'
import { AppError } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import { type Queryable, pipelined } from '../../platform/database/database.ts'
import { deleteOldMessages } from '../../platform/sent-messages.repository.ts'
import { deleteOldResults, findResult, insertResult, lockKey } from './idempotency.repository.ts'

const BATCH = 1000

/** Undefined for a new key. */
export const findIdempotentResult = async (db: Queryable, caller: Caller): Promise<number | undefined> => {
  const { idempotencyKey, user } = caller
  const result = idempotencyKey && (await findResult(db, user.id, idempotencyKey.key))
  if (!result) return undefined
  if (!result.fingerprint.equals(idempotencyKey.fingerprint))
    throw new AppError('CONFLICT', 'IDEMPOTENCY_KEY_REUSED')
  return result.resultId
}

/**
 * A repeated request returns its earlier result without running the work.
 * @param work creates or changes a record and returns its id
 */
export const runIdempotent = async (
  tx: Queryable,
  caller: Caller,
  work: () => Promise<number>,
): Promise<number> => {
  const { idempotencyKey, user } = caller
  if (!idempotencyKey) return work()
  const [, earlier] = await pipelined(
    lockKey(tx, user.id, idempotencyKey.key),
    findIdempotentResult(tx, caller),
  )
  if (earlier !== undefined) return earlier
  const resultId = await work()
  await insertResult(tx, { ...idempotencyKey, userId: user.id, resultId })
  return resultId
}

const createIdempotencyService = ({ database }: Pick<Context, 'database'>) => ({
  async removeOld(): Promise<void> {
    await deleteOldResults(database)
    while ((await deleteOldMessages(database, BATCH)) === BATCH);
  },
})

export const idempotencyModule = (context: Pick<Context, 'database'>) => {
  const idempotency = createIdempotencyService(context)
  return defineModule({
    services: { idempotency },
    jobs: {
      'remove-settled-requests': { kind: 'upkeep', at: '37 * * * *', run: () => idempotency.removeOld() },
    },
  })
}
