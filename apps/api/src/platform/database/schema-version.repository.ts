import type { Queryable } from './database.ts'
import { readMigrationFiles } from './migration-files.ts'

/** The newest migration that this program brings along. */
export const lastMigrationIn = async (directory: string): Promise<string> =>
  (await readMigrationFiles(directory)).at(-1)?.name ?? 'none'

/** Rejects when the database lacks a migration, for example after an older one was restored under the running program. */
export const isMigrated = async (db: Queryable, migration: string): Promise<void> => {
  if (!(await db.exists('select 1 from schema_migrations where name = $1', [migration])))
    throw new Error(`The database lacks the migration ${migration}`)
}
