import path from 'node:path'
import type { Config } from '../config/config.ts'
import { createDatabase } from '../platform/database/create-database.ts'
import type { Database } from '../platform/database/database.ts'
import { findEmbeddedDatabase, startEmbeddedDatabase } from '../platform/database/embedded-database.ts'
import { requireFinishedRestore } from '../platform/database/migrate.ts'
import { requireEmbeddedDatabase } from './installation.ts'

const quiet = { info() {}, warn() {}, error() {} }

interface OpenDatabase {
  database: Database
  connectionString: string
  close(): Promise<void>
}

const answers = async (connectionString: string) => {
  const database = createDatabase({ connectionString, poolSize: 2, logger: quiet, acquireTimeoutMs: 2000 })
  const isThere = await database.ping().then(
    () => true,
    () => false,
  )
  if (isThere) return database
  await database.close()
  return undefined
}

/**
 * Opens the external, the running embedded or a temporarily started embedded database. Never creates one, and refuses
 * one whose restore was cut off.
 */
export const openDatabase = async (config: Config): Promise<OpenDatabase> => {
  const opened = await openAny(config)
  try {
    await requireFinishedRestore(opened.database)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

const openAny = async (config: Config): Promise<OpenDatabase> => {
  const dataDir = path.join(config.dataDir, 'postgres')
  const known = config.databaseOwnerUrl ?? (await findEmbeddedDatabase(dataDir))
  const running = known && (await answers(known))
  if (running) return { database: running, connectionString: known, close: () => running.close() }
  if (config.databaseUrl)
    throw new Error('The database at DATABASE_OWNER_URL, or without it DATABASE_URL, does not answer.')
  await requireEmbeddedDatabase(config.dataDir)
  const postgres = await startEmbeddedDatabase({ dataDir, logger: quiet })
  const database = createDatabase({ connectionString: postgres.connectionString, poolSize: 2, logger: quiet })
  return {
    database,
    connectionString: postgres.connectionString,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}
