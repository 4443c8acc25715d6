import { REFUSAL, type Outcome } from '@zelab/contract'
import { AppError } from './app-error.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'

type Problem = NonNullable<Outcome['problem']>
interface Bulk extends Pick<Context, 'reportFailure'> {
  signal: AbortSignal
  /** Completes "one of several" in the log. */
  what: string
}

const problemOf = (error: unknown, { reportFailure, what }: Bulk): Problem => {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  reportFailure(error, `one of several ${what}`)
  return { code: 'UNEXPECTED_ERROR', message: REFUSAL.UNEXPECTED_ERROR }
}

/**
 * Works on what a request names, one after another and each in its own transaction, so that a refusal or failure
 * affects one only. Once a rate limit is reached, the others are refused untried: that would only extend the wait.
 */
export const workOnEach = async <Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  bulk: Bulk,
): Promise<({ item: Item } & ({ result: Result; problem: null } | { result: null; problem: Problem }))[]> => {
  const outcomes = []
  let limited: Problem | undefined
  for (const item of items) {
    bulk.signal.throwIfAborted()
    if (limited) {
      outcomes.push({ item, result: null, problem: limited })
      continue
    }
    try {
      outcomes.push({ item, result: await work(item), problem: null })
    } catch (error) {
      const problem = problemOf(error, bulk)
      if (error instanceof AppError && error.kind === 'THROTTLED') limited = problem
      outcomes.push({ item, result: null, problem })
    }
  }
  return outcomes
}

/** Each change that a request names has its own idempotency key. */
export const callerForRecord = (caller: Caller, change: string): Caller => {
  const { idempotencyKey } = caller
  return idempotencyKey
    ? { ...caller, idempotencyKey: { ...idempotencyKey, key: `${idempotencyKey.key} ${change}` } }
    : caller
}
