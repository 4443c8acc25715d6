import { isStatementTimeout, type Database, type Queryable } from './database.ts'

/** Runs `work` in a transaction of which each statement may take so long; undefined when one took longer. */
export const withTimeLimit = async <Result>(
  database: Database,
  milliseconds: number,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await database.transaction(async (tx) => {
      await tx.query("select set_config('statement_timeout', $1, true)", [String(milliseconds)])
      return work(tx)
    })
  } catch (error) {
    if (isStatementTimeout(error)) return undefined
    throw error
  }
}
