import { randomBytes } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { grantApplicationRights } from '../platform/database/application-role.ts'
import { createDatabase } from '../platform/database/create-database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { dropDatabase, runOnServer, withDatabase } from './database-server.ts'
import type { TestDatabase } from './test-database.ts'

const LANDED = path.join(import.meta.dirname, 'landed')
const MIGRATIONS = path.join(import.meta.dirname, '../../migrations')
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

interface KeptReport {
  id: number
  title: string
  filePath: string
  sha256: string
}

/** What the version itself said of its data, when they were kept. */
export interface KeptData {
  patient: { id: number; fullName: string; dateOfBirth: string; phone: string }
  reports: KeptReport[]
  withdrawn: KeptReport
  totals: { patients: number; reports: number; patientsOfLab: number; reportsOfLab: number; users: number }
  session: string
  secretKey: string | null
}

/** The versions that have landed, the oldest first, by their last migration. */
export const listLanded = async (): Promise<string[]> =>
  (await readdir(LANDED, { withFileTypes: true }))
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

/** A database as a landed version left it; `upgrade` does what this program does at its start. */
export const restoreLanded = async (version: string) => {
  const server = inject('testDatabaseServer')
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  await runOnServer(server.connectionString, `create database ${name}`)
  const connectionString = withDatabase(server.connectionString, name)
  await runScript(
    connectionString,
    gunzipSync(await readFile(path.join(LANDED, version, 'database.sql.gz'))).toString('utf8'),
  )
  const database = createDatabase({ connectionString, poolSize: 4, logger: quiet })
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
    kept: JSON.parse(await readFile(path.join(LANDED, version, 'expected.json'), 'utf8')) as KeptData,
    async upgrade(): Promise<string[]> {
      const applied = await migrate({ connectionString, directory: MIGRATIONS, logger: quiet })
      await migrateJobs(connectionString)
      await grantApplicationRights(connectionString, quiet)
      return applied
    },
    /** What this version asked of its database in the tests of its API; kept for the newest one alone. */
    statements: async (): Promise<string[]> =>
      gunzipSync(await readFile(path.join(LANDED, version, 'statements.txt.gz')))
        .toString('utf8')
        .trim()
        .split('\n'),
    async copyFilesTo(folder: string): Promise<void> {
      for (const file of await readdir(path.join(LANDED, version, 'files')))
        await cp(path.join(LANDED, version, 'files', file), path.join(folder, file.slice(0, 2), file))
    },
  }
}
