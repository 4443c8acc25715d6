import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readSchemaSql } from './schema-sql.ts'
import { writeTables } from './table-columns.ts'

const API = path.resolve(import.meta.dirname, '../../..')
export const MIGRATIONS = path.join(API, 'migrations')
export const TABLES_FILE = path.join(API, 'src/core/tables.gen.ts')
const SCHEMA_FILE = path.join(API, 'schema.sql')

/** Detects without a database whether the generated files match the migrations. */
export const hashMigrations = (): string => {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).sort())
    hash.update(`${name}\n`).update(readFileSync(path.join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

export const describeSchema = async (connectionString: string): Promise<{ file: string; text: string }[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return [
      { file: SCHEMA_FILE, text: await readSchemaSql(client) },
      { file: TABLES_FILE, text: await writeTables(client, hashMigrations()) },
    ]
  } finally {
    await client.end()
  }
}
