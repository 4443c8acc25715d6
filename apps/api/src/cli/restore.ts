import { access } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/config.ts'
import { createBackupRuns } from '../modules/backups/backup-runs.service.ts'
import type { Restored, RestoreOptions } from '../modules/backups/restoring.service.ts'
import { startEmbeddedDatabase } from '../platform/database/embedded-database.ts'
import { findSecret } from '../platform/encryption.ts'
import { readSettings } from '../config/read-settings.ts'
import { openDatabase } from './open-database.ts'
import { drillBackup, restoreInto } from './restore-target.ts'
import { readArguments, runCommand, UsageError, createProgress, sizeText } from './run-command.ts'

const USAGE = `npm run restore -- <backup>            restores into this installation, which must be empty
npm run restore -- --drill <backup>    restores into a throwaway one, to test the backup
  --without-key                        even if the key of the backed-up installation is lost
  --unauthenticated                    even if nothing proves that this installation made the backup`

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

const progress = createProgress()
const onProgress: NonNullable<RestoreOptions['onProgress']> = ({ step, done, total }) =>
  progress.show(
    {
      checking: `checking the backup: ${sizeText(done)}`,
      records: `records: ${done} of ${total ?? 0} tables`,
      files: `files: ${done} of ${total ?? 0}`,
    }[step],
  )

const drill = async (file: string, config: Config, options: RestoreOptions): Promise<Restored> => {
  const secret = await findSecret(config.dataDir, config.secretKey)
  const installation = await openDatabase(config)
  try {
    return await createBackupRuns(installation.database).drill(file, () =>
      drillBackup(file, { ...options, migrations: MIGRATIONS, secret }),
    )
  } finally {
    await installation.close()
  }
}

const restore = async (file: string, config: Config, options: RestoreOptions): Promise<Restored> => {
  const { dataDir, storage, secretKey } = config
  const folder = path.join(dataDir, 'postgres')
  const postgres = config.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir: folder })
  try {
    const connectionString = config.databaseOwnerUrl ?? postgres?.connectionString ?? ''
    return await restoreInto(
      file,
      { connectionString, storage, dataDir, secretKey, migrations: MIGRATIONS },
      options,
    )
  } finally {
    await postgres?.stop()
  }
}

await runCommand(async () => {
  const { values, positionals } = readArguments(
    { drill: { type: 'boolean' }, 'without-key': { type: 'boolean' }, unauthenticated: { type: 'boolean' } },
    USAGE,
  )
  const [named] = positionals
  if (!named || positionals.length > 1) throw new UsageError(USAGE)
  const config = readSettings()
  const startedAt = performance.now()
  const options: RestoreOptions = {
    passphrase: config.backup.passphrase,
    isWithoutKey: values['without-key'] ?? false,
    isUnauthenticated: values.unauthenticated ?? false,
    onProgress,
  }
  const file = path.resolve(named)
  // Checked before a database is created for it.
  await access(file).catch(() => {
    throw new Error(`There is no backup at ${file}.`)
  })
  try {
    const { archive, rowCount, fileCount, problems, notes } = await (values.drill ? drill : restore)(
      file,
      config,
      options,
    )
    progress.clear()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${rowCount} rows and ${fileCount} files from ${archive.manifest.startedAt}, ${seconds} s`)
    for (const note of notes) console.log(note)
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) process.exitCode = 2
    console.log(
      values.drill
        ? 'The backup is good: everything was restored, and the throwaway installation is deleted.'
        : 'Everything was restored and verified. Start the service; everyone has to sign in again.',
    )
  } finally {
    progress.clear()
  }
})
