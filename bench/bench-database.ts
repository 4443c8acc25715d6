import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../apps/api/src/platform/database/migrate.ts'
import { startEmbeddedDatabase } from '../apps/api/src/platform/database/embedded-database.ts'
import { migrateJobs } from '../apps/api/src/platform/jobs.ts'

const MIGRATIONS = fileURLToPath(new URL('../apps/api/migrations', import.meta.url))
const logger = { debug() {}, info() {}, warn: console.warn, error: console.error }

export const openBenchDatabase = async (
  dataDir: string,
): Promise<{ connectionString: string; stop(): Promise<void> }> => {
  const external = process.env.DATABASE_URL
  const postgres = external
    ? { connectionString: external, stop: async () => {} }
    : await startEmbeddedDatabase({ dataDir: path.join(dataDir, 'postgres'), logger })
  await migrate({ connectionString: postgres.connectionString, directory: MIGRATIONS, logger })
  await migrateJobs(postgres.connectionString)
  return postgres
}
