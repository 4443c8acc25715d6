import type pg from 'pg'

/** Schema of each type as the driver returns it (platform/database/column-types.ts). */
const SCHEMA_OF_TYPE: Readonly<Record<string, string>> = {
  bigint: 'integer',
  integer: 'integer',
  smallint: 'integer',
  'double precision': 'number',
  text: 'text',
  'character varying': 'text',
  boolean: 'boolean',
  bytea: 'bytes',
  date: 'date',
  'timestamp with time zone': 'moment',
  json: 'json',
  jsonb: 'json',
  uuid: 'text',
}

interface Column {
  table: string
  column: string
  type: string
  isArray: boolean
  isNullable: boolean
  values: string | null
}

const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(coalesce(e.oid, a.atttypid), null) as type,
         e.oid is not null as "isArray", not a.attnotnull as "isNullable",
         (select min(pg_get_constraintdef(k.oid)) from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\[''') as values
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and c.relname not in ('schema_migrations', 'schema_migration_checksums')
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   order by c.relname, a.attnum`

const HELPERS: Readonly<Record<string, string>> = {
  integer: 'z.int()',
  number: 'z.number()',
  text: 'z.string()',
  boolean: 'z.boolean()',
  bytes: 'z.instanceof(Buffer)',
  date: 'z.iso.date()',
  moment: 'z.iso.datetime()',
  json: 'z.json()',
}

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const schemaOf = ({ table, column, type, isArray, isNullable, values }: Column): string => {
  const plain = SCHEMA_OF_TYPE[type]
  if (plain === undefined) throw new Error(`${table}.${column}: no schema for the type ${type}`)
  const named =
    values && `z.enum([${[...values.matchAll(/'([^']+)'::text/g)].map(([, one]) => `'${one}'`).join(', ')}])`
  const element = named ?? plain
  const whole = isArray ? `z.array(${element})` : element
  return isNullable ? `${whole}.nullable()` : whole
}

/** Generates a module with the columns of each table as schemas, in camelCase. */
export const writeTables = async (client: pg.Client, migrations: string): Promise<string> => {
  const { rows } = await client.query<Column>(COLUMNS)
  const tables = [...new Set(rows.map(({ table }) => table))]
  const objects = tables.map((table) => {
    const columns = rows.filter((row) => row.table === table)
    const lines = columns.map((one) => `  ${camelCase(one.column)}: ${schemaOf(one)},\n`)
    return `export const ${camelCase(table)} = {\n${lines.join('')}}\n`
  })
  const body = objects.join('\n')
  const used = Object.entries(HELPERS).filter(([name]) => new RegExp(`\\b${name}\\b`).test(body))
  return `/**
 * The columns of every table, as the driver returns them (platform/database/column-types.ts).
 * Written by \`npm run schema\` from a migrated database; tests compare.
 *
 * Migrations: ${migrations}
 */
import { z } from 'zod'

${used.map(([name, schema]) => `const ${name} = ${schema}\n`).join('')}
${body}`
}
