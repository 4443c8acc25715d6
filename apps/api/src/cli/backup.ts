import path from 'node:path'
import type { Config } from '../config/config.ts'
import { checkArchive, isAuthentic, keyInside } from '../modules/backups/archive-reader.ts'
import { createBackupRuns } from '../modules/backups/backup-runs.service.ts'
import { checkKey } from '../modules/installation/installation-key.ts'
import { createEncryption, findSecret } from '../platform/encryption.ts'
import { readSettings } from '../config/read-settings.ts'
import { openInstalledStorage, requireSecret } from './installation.ts'
import { openDatabase } from './open-database.ts'
import { readArguments, runCommand, UsageError, createProgress, sizeText } from './run-command.ts'

const USAGE = `npm run backup                          backs up to BACKUP_DIR, else to DATA_DIR/backups
npm run backup -- --to <file or folder>  backs up to another place
npm run backup -- --verify <backup>      reads a whole backup and writes nothing`

const progress = createProgress()

const verify = async (file: string, { backup: { passphrase }, dataDir, secretKey }: Config) => {
  const archive = await checkArchive(file, passphrase, (bytes) => progress.show(`checked ${sizeText(bytes)}`))
  const { manifest, contents, sizeBytes } = archive
  progress.clear()
  console.log(
    `The backup is complete: made ${manifest.startedAt}, ${contents.files.count} files, ${sizeText(sizeBytes)}, ` +
      `schema ${manifest.migrations.at(-1)?.name ?? ''}, PostgreSQL ${manifest.postgresVersion}.`,
  )
  const { activityHead: head } = manifest
  if (head)
    console.log(
      `Its activity log is sealed up to entry ${head.lastEntryId} by ${head.seals} seals. Head of the chain: ${head.hash}`,
    )
  const secret = (await findSecret(dataDir, secretKey)) ?? keyInside(archive)
  if (secret && isAuthentic(archive, createEncryption(secret))) {
    console.log('It is authentic: the installation with this key made it.')
    return
  }
  console.error(
    archive.seal.hmac !== undefined && !secret
      ? 'Its origin cannot be verified here: set SECRET_KEY, or put secret.key into DATA_DIR.'
      : 'It is not authenticated: an earlier version or another installation made it, or it was changed since.',
  )
  process.exitCode = 2
}

/** `npm run backup`: archives records and files, whether or not the service runs. */
await runCommand(async () => {
  const { values, positionals } = readArguments({ to: { type: 'string' }, verify: { type: 'string' } }, USAGE)
  if (positionals.length > 0) throw new UsageError(USAGE)
  const config = readSettings()
  const { passphrase, folder } = config.backup
  if (values.verify !== undefined) return verify(path.resolve(values.verify), config)

  const secret = await requireSecret(config)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new Error('Stopped: no backup was made.')))
  const startedAt = performance.now()
  const installation = await openDatabase(config)
  const storage = await checkKey(installation.database, secret)
    .then(() => openInstalledStorage(config, installation.database))
    .catch(async (error: unknown) => {
      await installation.close()
      throw error
    })
  try {
    const made = await createBackupRuns(installation.database).makeBackup({
      connectionString: installation.connectionString,
      storage,
      encryption: createEncryption(secret),
      secret,
      passphrase,
      target: path.resolve(values.to ?? folder ?? path.join(config.dataDir, 'backups')),
      signal: stopping.signal,
      onProgress: ({ step, done, total }) =>
        progress.show(step === 'records' ? `records: part ${done}` : `files: ${done} of ${total ?? 0}`),
    })
    progress.clear()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `${made.file}\n${sizeText(made.sizeBytes)}, ${made.rowCount} rows, ${made.fileCount} files, ${seconds} s`,
    )
    console.log(`SHA-256 ${made.sha256}`)
    if (passphrase === undefined)
      console.log('It is not encrypted and does not contain the key: store secret.key or SECRET_KEY with it.')
    for (const { name, problem } of made.fileProblems) console.error(`The report file ${name} is ${problem}.`)
    if (made.fileProblems.length > 0) process.exitCode = 2
  } finally {
    progress.clear()
    await storage.close()
    await installation.close()
  }
})
