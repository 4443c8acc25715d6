import { z } from 'zod'
import type { RowOf } from '../../platform/database/row-schema.ts'

const names = z.array(z.string())

export const foreignKeyRow = z.object({
  name: z.string(),
  table: z.string(),
  columns: names,
  parent: z.string(),
  parentColumns: names,
})
export type ForeignKey = RowOf<typeof foreignKeyRow>

const columnsOf = (relation: string, columns: string) =>
  `(select array_agg(a.attname::text order by u.place)
      from unnest(${columns}) with ordinality u (number, place)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = u.number)`

export const SELECT_FOREIGN_KEYS = `
  select k.conname::text as name, c.relname::text as "table", p.relname::text as parent,
         ${columnsOf('k.conrelid', 'k.conkey')} as columns, ${columnsOf('k.confrelid', 'k.confkey')} as "parentColumns"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
   where k.contype = 'f' and k.connamespace = 'public'::regnamespace and c.relname = any ($1)
   order by 1`

/**
 * Finds rows with dangling references.
 * @param rowsOf the rows of a table that count, as SQL
 */
export const gapQuery = (
  { table, columns, parent, parentColumns }: ForeignKey,
  rowsOf: (table: string) => string,
): string => `
  select exists (
    select from ${rowsOf(table)} c
     where ${columns.map((column) => `c.${column} is not null`).join(' and ')}
       and not exists (select from ${rowsOf(parent)} p
                        where ${columns.map((column, at) => `p.${parentColumns[at]} = c.${column}`).join(' and ')})
  ) as found`

export const describeGap = ({ name, table, parent }: ForeignKey): string =>
  `rows of ${table} refer to rows of ${parent} that it does not contain (${name})`
