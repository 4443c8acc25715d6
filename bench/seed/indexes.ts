import type pg from 'pg'
import type { Progress } from './progress.ts'

interface Index {
  name: string
  definition: string
}

/** Drops indexes without a constraint, because filling them row by row takes many times longer. */
export const dropIndexes = async (client: pg.Client, tables: string[]): Promise<Index[]> => {
  const { rows } = await client.query<Index>(
    `select i.indexname as name, i.indexdef as definition
       from pg_indexes i
      where i.schemaname = 'public' and i.tablename = any($1)
        and not exists (select 1 from pg_constraint c where c.conindid = format('%I', i.indexname)::regclass)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}

export const createIndexes = async (
  client: pg.Client,
  indexes: Index[],
  progress: Progress,
): Promise<void> => {
  let done = 0
  for (const { definition } of indexes) {
    progress.show('indexes', done, indexes.length)
    await client.query(definition)
    done += 1
  }
  progress.finish('indexes', done)
}
