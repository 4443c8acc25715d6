import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createDatabase } from '../../apps/api/src/platform/database/create-database.ts'
import type { Queryable } from '../../apps/api/src/platform/database/database.ts'
import type { ProductServer } from './product-server.ts'

// The fifth line of `postmaster.pid`.
const SOCKET_FOLDER_LINE = 4

/** Accesses the database directly, for the few states that the API cannot create. */
export const withDatabase = async (
  server: ProductServer,
  work: (database: Queryable) => Promise<unknown>,
): Promise<void> => {
  const lines = readFileSync(path.join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const host = encodeURIComponent(lines[SOCKET_FOLDER_LINE] ?? '')
  const database = createDatabase({
    connectionString: `postgres://postgres@localhost:5432/zelab?host=${host}&sslmode=disable`,
    poolSize: 1,
    logger: { warn: () => {} },
  })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
