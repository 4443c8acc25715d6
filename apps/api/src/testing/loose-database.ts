import { z } from 'zod'
import { createDatabase, type DatabaseOptions } from '../platform/database/create-database.ts'
import type { Database, Queryable, QueryOptions, TransactionOptions } from '../platform/database/database.ts'

interface LooseQueries {
  query<Row extends object>(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<Row[]>
  one<Row extends object>(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<Row>
  maybeOne<Row extends object>(
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row | undefined>
}

type LooseQueryable = LooseQueries & Queryable

export type LooseDatabase = LooseQueries & {
  transaction<Result>(
    work: (tx: LooseQueryable) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
} & Database

const anyRow = z.looseObject({})

const looseQueryable = (strict: Queryable): LooseQueryable => {
  const loose = (method: 'query' | 'one' | 'maybeOne') => {
    const call = strict[method] as (...args: unknown[]) => Promise<never>
    return (...args: unknown[]) => (typeof args[0] === 'string' ? call(anyRow, ...args) : call(...args))
  }
  return { ...strict, query: loose('query'), one: loose('one'), maybeOne: loose('maybeOne') }
}

export const createLooseDatabase = (options: DatabaseOptions): LooseDatabase => {
  const database = createDatabase(options)
  return {
    ...database,
    ...looseQueryable(database),
    transaction: (work, limits) => database.transaction((tx) => work(looseQueryable(tx)), limits),
  }
}
