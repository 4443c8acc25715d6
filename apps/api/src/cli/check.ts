import { readConfig } from '../config.ts'
import { createActivitySealService } from '../modules/activity/activity-seal.service.ts'
import { createIntegrityService, type Finding } from '../modules/integrity/integrity.service.ts'
import { createOrphanedUploadService } from '../modules/files/orphans/orphaned-uploads.service.ts'
import { isLogoWhole } from '../modules/settings/logo.service.ts'
import { createEncryption } from '../platform/encryption.ts'
import type { Database } from '../platform/database/database.ts'
import type { FileStorage } from '../platform/file-storage/file-storage.ts'
import { openInstalledStorage, requireSecret } from './installation.ts'
import { openDatabase } from './open-database.ts'
import { readArguments, runCommand, UsageError } from './run-command.ts'

const USAGE = 'Usage: npm run check -- [--quick] [--remove-orphans]'

const PROGRESS_EVERY_MS = 5_000

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

interface Options {
  quick?: boolean | undefined
  'remove-orphans'?: boolean | undefined
}

const check = async (
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
  const tell = ({ text }: Finding) => {
    findings += 1
    console.error(text)
  }

  await storage.check()
  const { files, bytes } = await integrity.size()
  console.log(
    options.quick
      ? `Looking for ${files} files …`
      : `Reading ${files} files of ${megabytes(bytes)} altogether …`,
  )
  let nextProgress = Date.now() + PROGRESS_EVERY_MS
  const showProgress = (done: number) => {
    if (Date.now() < nextProgress) return
    nextProgress = Date.now() + PROGRESS_EVERY_MS
    console.log(`${done} of ${files}`)
  }
  for await (const finding of integrity.checkFiles(options.quick ?? false, showProgress)) tell(finding)

  for await (const name of integrity.findOrphans()) {
    if (options['remove-orphans'] && (await integrity.removeOrphan(name)))
      console.log(`Removed the file ${name}, which no record knew.`)
    else if (!options['remove-orphans']) tell({ kind: 'orphan', text: `No record knows the file ${name}.` })
  }

  for (const finding of await integrity.checkVersions()) tell(finding)
  for (const finding of await integrity.checkTotals()) tell(finding)
  for (const finding of await integrity.checkLog()) tell(finding)
  if (!(await isLogoWhole(database))) tell({ kind: 'file', text: 'The logo is no picture any more.' })

  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(
    findings === 0
      ? `Checked in ${seconds} s: everything is whole.`
      : `Checked in ${seconds} s: ${findings} ${findings === 1 ? 'finding' : 'findings'}.`,
  )
  process.exitCode = findings === 0 ? 0 : 1
}

/**
 * `npm run check`: whether everything that was published is there and unchanged (docs/operations.md). Ends with 1 when
 * something is not, or when it cannot be told. `--quick` does not read the files, `--remove-orphans` removes files that
 * no record knows.
 */
await runCommand(async () => {
  const { values, positionals } = readArguments(
    { quick: { type: 'boolean' }, 'remove-orphans': { type: 'boolean' } },
    USAGE,
  )
  if (positionals.length > 0) throw new UsageError(USAGE)
  const config = readConfig(process.env)
  const secret = await requireSecret(config)
  const installation = await openDatabase(config)
  try {
    const storage = await openInstalledStorage(config)
    try {
      await check(values, { secret, database: installation.database, storage })
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
