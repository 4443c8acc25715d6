import { randomBytes } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { APPLICATION_RIGHTS } from '../database-tables.ts'
import { grantApplicationRights } from '../platform/database/application-role.ts'
import { migrate } from '../platform/database/migrate.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { dropDatabase, runOnServer, withDatabase } from './database-server.ts'
import { createLooseDatabase } from './loose-database.ts'
import type { TestDatabase } from './test-database.ts'

const RELEASED_SCHEMAS = path.join(import.meta.dirname, 'released-schemas')
const MIGRATIONS = path.join(import.meta.dirname, '../../migrations')
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

interface ExpectedReport {
  id: number
  title: string
  filePath: string
  sha256: string
}

export interface ExpectedData {
  patient: { id: number; fullName: string; dateOfBirth: string; phone: string }
  reports: ExpectedReport[]
  withdrawn: ExpectedReport
  totals: { patients: number; reports: number; patientsOfLab: number; reportsOfLab: number; users: number }
  session: string
  secretKey: string | null
}

export const listReleasedSchemas = async (): Promise<string[]> =>
  (await readdir(RELEASED_SCHEMAS, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

const runScript = async (connectionString: string, script: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(script)
  } finally {
    await client.end()
  }
}

/** Restores the dump of a released version; `upgrade` does what this program does at startup. */
export const restoreReleasedSchema = async (version: string) => {
  const server = inject('testDatabaseServer')
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  await runOnServer(server.connectionString, `create database ${name}`)
  const connectionString = withDatabase(server.connectionString, name)
  await runScript(
    connectionString,
    gunzipSync(await readFile(path.join(RELEASED_SCHEMAS, version, 'database.sql.gz'))).toString('utf8'),
  )
  const database = createLooseDatabase({ connectionString, poolSize: 4, logger: quiet })
  const testDatabase: TestDatabase = {
    connectionString,
    database,
    async drop() {
      await database.close()
      await dropDatabase(server.connectionString, name)
    },
  }
  return {
    testDatabase,
    expected: JSON.parse(
      await readFile(path.join(RELEASED_SCHEMAS, version, 'expected.json'), 'utf8'),
    ) as ExpectedData,
    async upgrade(): Promise<string[]> {
      const applied = await migrate({ connectionString, directory: MIGRATIONS, logger: quiet })
      await migrateJobs(connectionString)
      await grantApplicationRights(connectionString, APPLICATION_RIGHTS, quiet)
      return applied
    },
    /** All statements of that version's API tests; kept for the newest version only. */
    statements: async (): Promise<string[]> =>
      gunzipSync(await readFile(path.join(RELEASED_SCHEMAS, version, 'statements.txt.gz')))
        .toString('utf8')
        .trim()
        .split('\n'),
    async copyFilesTo(folder: string): Promise<void> {
      for (const file of await readdir(path.join(RELEASED_SCHEMAS, version, 'files')))
        await cp(
          path.join(RELEASED_SCHEMAS, version, 'files', file),
          path.join(folder, file.slice(0, 2), file),
        )
    },
  }
}
