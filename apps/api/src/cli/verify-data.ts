import { createActivitySealService } from '../modules/activity/activity-seal.service.ts'
import { createIntegrityService, type Finding } from '../modules/integrity/integrity.service.ts'
import { createOrphanedUploadService } from '../modules/files/orphans/orphaned-uploads.service.ts'
import { checkKey } from '../modules/installation/installation-key.ts'
import { isLogoWhole } from '../modules/settings/logo.service.ts'
import { createEncryption } from '../platform/encryption.ts'
import type { Database } from '../platform/database/database.ts'
import type { FileStorage } from '../platform/file-storage/file-storage.ts'
import { readSettings } from '../config/read-settings.ts'
import { openInstalledStorage, requireSecret } from './installation.ts'
import { openDatabase } from './open-database.ts'
import { readArguments, runCommand, UsageError } from './run-command.ts'

const USAGE = 'Usage: npm run verify:data -- [--quick] [--remove-orphans]'

const PROGRESS_EVERY_MS = 5_000

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

interface Options {
  quick?: boolean | undefined
  'remove-orphans'?: boolean | undefined
}

const verifyData = async (
  options: Options,
  { secret, database, storage }: { secret: Buffer; database: Database; storage: FileStorage },
) => {
  const startedAt = Date.now()
  const encryption = createEncryption(secret)
  const integrity = createIntegrityService({
    database,
    storage,
    seals: createActivitySealService({ database, encryption }),
    orphans: createOrphanedUploadService({ database, storage }),
  })
  let findings = 0
  const report = ({ text }: Finding) => {
    findings += 1
    console.error(text)
  }

  await storage.check()
  const { files, bytes } = await integrity.size()
  console.log(
    options.quick
      ? `Checking for ${files} files …`
      : `Reading ${files} files, ${megabytes(bytes)} in total …`,
  )
  let nextProgress = Date.now() + PROGRESS_EVERY_MS
  const showProgress = (done: number) => {
    if (Date.now() < nextProgress) return
    nextProgress = Date.now() + PROGRESS_EVERY_MS
    console.log(`${done} of ${files}`)
  }
  for await (const finding of integrity.checkFiles(options.quick ?? false, showProgress)) report(finding)

  for await (const name of integrity.findOrphans()) {
    if (options['remove-orphans'] && (await integrity.removeOrphan(name)))
      console.log(`Removed the file ${name}, which no record refers to.`)
    else if (!options['remove-orphans'])
      report({ kind: 'orphan', text: `No record refers to the file ${name}.` })
  }

  for (const finding of await integrity.checkVersions()) report(finding)
  for (const finding of await integrity.checkReleases()) report(finding)
  for (const finding of await integrity.checkTotals()) report(finding)
  for (const finding of await integrity.checkLog()) report(finding)
  if (!(await isLogoWhole(database))) report({ kind: 'file', text: 'The logo is not a valid image.' })

  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(
    findings === 0
      ? `Checked in ${seconds} s: no problems found.`
      : `Checked in ${seconds} s: ${findings} ${findings === 1 ? 'problem' : 'problems'} found.`,
  )
  process.exitCode = findings === 0 ? 0 : 1
}

/**
 * `npm run verify:data`: checks that everything published is present and unchanged (docs/operations.md). Exits with 1
 * when it finds a problem or cannot complete. `--quick` does not read file contents; `--remove-orphans` deletes files
 * without a record.
 */
await runCommand(async () => {
  const { values, positionals } = readArguments(
    { quick: { type: 'boolean' }, 'remove-orphans': { type: 'boolean' } },
    USAGE,
  )
  if (positionals.length > 0) throw new UsageError(USAGE)
  const config = readSettings()
  const secret = await requireSecret(config)
  const installation = await openDatabase(config)
  try {
    await checkKey(installation.database, secret)
    const storage = await openInstalledStorage(config, installation.database)
    try {
      await verifyData(values, { secret, database: installation.database, storage })
    } finally {
      await storage.close()
    }
  } catch (error) {
    throw new Error(`The check could not be completed: ${(error as Error).message}`, {
      cause: (error as Error).cause,
    })
  } finally {
    await installation.close()
  }
})
