import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createActivitySealService } from '../modules/activity/activity-seal.service.ts'
import { recordActivity } from '../modules/activity/activity.service.ts'
import { createIntegrityService } from '../modules/integrity/integrity.service.ts'
import { createOrphanedUploadService } from '../modules/files/orphans/orphaned-uploads.service.ts'
import { openKey } from '../modules/installation/installation-key.ts'
import { markRestoredStorage } from '../modules/installation/installation-storage.ts'
import {
  restoreBackup,
  type Restored,
  type RestoreOptions,
  type RestoreTarget,
} from '../modules/backups/restoring.service.ts'
import { APPLICATION_RIGHTS } from '../database-tables.ts'
import { grantApplicationRights } from '../platform/database/application-role.ts'
import { createDatabase } from '../platform/database/create-database.ts'
import type { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { readMigrationFiles } from '../platform/database/migration-files.ts'
import { startEmbeddedDatabase } from '../platform/database/embedded-database.ts'
import { openStorage, type StorageLocation } from '../platform/file-storage/open-storage.ts'
import { openMarker } from '../platform/file-storage/storage-marker.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { createEncryption, findSecret, saveSecret } from '../platform/encryption.ts'

const quiet = { debug() {}, info() {}, warn() {}, error: (text: string) => console.error(text) }

export interface Place {
  connectionString: string
  storage: StorageLocation
  dataDir: string
  secretKey: string | undefined
  migrations: string
}

const NO_KEY = Buffer.alloc(32)

const withDatabase = async <Result>(
  connectionString: string,
  work: (database: Database) => Promise<Result>,
) => {
  // Verifying the whole log has no time limit.
  const database = createDatabase({
    connectionString,
    poolSize: 2,
    statementTimeoutMs: 600_000,
    logger: quiet,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const claimRestored = async (database: Database, { storage, dataDir, secretKey }: Place) => {
  if (await findSecret(dataDir, secretKey)) await openKey(database, { dataDir, secretKey })
  const marker = await openMarker(storage)
  try {
    await markRestoredStorage(database, marker)
  } finally {
    marker.close()
  }
}

/** Restores a backup into this place, which must be empty, and adds an entry to its activity log. */
export const restoreInto = async (file: string, place: Place, options: RestoreOptions): Promise<Restored> => {
  const { connectionString, dataDir, secretKey, migrations: directory } = place
  const storage = await openStorage(place.storage)
  const target: RestoreTarget = {
    connectionString,
    storage,
    secret: await findSecret(dataDir, secretKey),
    saveSecret: (secret) => saveSecret(dataDir, secret),
    migrations: await readMigrationFiles(directory),
    async migrate(upTo) {
      await migrate({
        connectionString,
        directory,
        logger: quiet,
        restore: upTo === undefined ? {} : { upTo },
      })
      await migrateJobs(connectionString)
    },
    findProblems: (secret) =>
      withDatabase(connectionString, async (database) => {
        const seals = createActivitySealService({ database, encryption: createEncryption(secret ?? NO_KEY) })
        const orphans = createOrphanedUploadService({ database, storage })
        const integrity = createIntegrityService({ database, storage, seals, orphans })
        const findings = [...(await integrity.checkVersions()), ...(await integrity.checkTotals())]
        if (secret) findings.push(...(await integrity.checkLog()))
        for await (const finding of integrity.checkFiles(false)) findings.push(finding)
        return findings.map(({ kind, text }) => ({ isOfFile: kind === 'file', text }))
      }),
  }
  try {
    const restored = await restoreBackup(file, target, options)
    await grantApplicationRights(connectionString, APPLICATION_RIGHTS, quiet)
    const summary = `Restored the backup ${path.basename(file)} of ${restored.archive.manifest.startedAt}`
    await withDatabase(connectionString, async (database) => {
      await recordActivity(database, 'system', { action: 'backup.restore', summary })
      await claimRestored(database, place)
    })
    return restored
  } finally {
    await storage.close()
  }
}

export const drillBackup = async (
  file: string,
  options: RestoreOptions & { migrations: string; secret: Buffer | undefined },
): Promise<Restored> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zelab-drill-'))
  try {
    const dataDir = path.join(folder, 'data')
    if (options.secret) await saveSecret(dataDir, options.secret)
    const postgres = await startEmbeddedDatabase({
      dataDir: path.join(dataDir, 'postgres'),
      // The database is deleted afterwards, so durability is not needed.
      settings: { fsync: 'off', full_page_writes: 'off' },
    })
    try {
      const storage = { kind: 'disk', folder: path.join(dataDir, 'files') } as const
      const { connectionString } = postgres
      const { migrations } = options
      return await restoreInto(
        file,
        { connectionString, storage, dataDir, secretKey: undefined, migrations },
        options,
      )
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
