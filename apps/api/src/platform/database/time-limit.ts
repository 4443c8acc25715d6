import { isStatementTimeout, type Database, type Queryable } from './database.ts'

export const withTimeLimit = async <Result>(
  database: Database,
  milliseconds: number,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await database.transaction(work, { statementTimeoutMs: milliseconds })
  } catch (error) {
    if (isStatementTimeout(error)) return undefined
    throw error
  }
}
