import path from 'node:path'
import type { Config } from '../config/config.ts'
import { createDatabase } from '../platform/database/create-database.ts'
import type { Database } from '../platform/database/database.ts'
import { findEmbeddedDatabase, startEmbeddedDatabase } from '../platform/database/embedded-database.ts'
import { requireEmbeddedDatabase } from './installation.ts'

const quiet = { info() {}, warn() {}, error() {} }

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

/** Opens the external, the running embedded or a temporarily started embedded database. Never creates one. */
export const openDatabase = async (
  config: Config,
): Promise<{ database: Database; connectionString: string; close(): Promise<void> }> => {
  const dataDir = path.join(config.dataDir, 'postgres')
  const known = config.databaseOwnerUrl ?? (await findEmbeddedDatabase(dataDir))
  const running = known && (await answers(known))
  if (running) return { database: running, connectionString: known, close: () => running.close() }
  if (config.databaseUrl) throw new Error('The database at DATABASE_URL does not answer.')
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
