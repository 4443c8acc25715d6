import { runOnServer } from './database-server.ts'
import type { KnownColumns } from './row-inspector.ts'

const COLUMNS = `
  select c.oid::int4 as "tableId", a.attnum::int4 as "columnId", c.relname || '.' || a.attname as name,
         not a.attnotnull as "isNullable"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`

/** Also valid for every copy of the database. */
export const readKnownColumns = async (connectionString: string): Promise<KnownColumns> => {
  const rows = await runOnServer<{ tableId: number; columnId: number; name: string; isNullable: boolean }>(
    connectionString,
    COLUMNS,
  )
  return Object.fromEntries(
    rows.map(({ tableId, columnId, name, isNullable }) => [`${tableId}.${columnId}`, { name, isNullable }]),
  )
}
