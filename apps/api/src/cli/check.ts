import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { createActivitySealService } from '../modules/activity/activity-seal.service.ts'
import { createIntegrityService, type Finding } from '../modules/integrity/integrity.service.ts'
import { createUnclaimedFileService } from '../modules/reports/unclaimed-files.service.ts'
import { isLogoWhole } from '../modules/settings/logo.service.ts'
import { openStorage } from '../platform/file-storage/open-storage.ts'
import { createSecretBox, loadSecret } from '../platform/secret-box.ts'
import { openDatabase } from './open-database.ts'

/**
 * `npm run check`: whether everything that was published is there and unchanged (docs/operations.md). Ends with 1 when
 * something is not, or when it cannot be told. `--quick` does not read the files, `--remove-orphans` removes files that
 * no record knows.
 */
const readOptions = () => {
  try {
    return parseArgs({
      options: { quick: { type: 'boolean' }, 'remove-orphans': { type: 'boolean' } },
    }).values
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: npm run check -- [--quick] [--remove-orphans]`)
    process.exit(1)
  }
}

const PROGRESS_EVERY_MS = 5_000

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

const options = readOptions()
const config = readConfig(process.env)
const startedAt = Date.now()
const installation = await openDatabase(config)
const storage = await openStorage(config.storage)
try {
  const { database } = installation
  const secretBox = createSecretBox(await loadSecret(config.dataDir, config.secretKey))
  const integrity = createIntegrityService({
    database,
    storage,
    seals: createActivitySealService({ database, secretBox }),
    unclaimed: createUnclaimedFileService({ database, storage }),
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
} catch (error) {
  console.error(`The check could not be completed: ${(error as Error).message}`)
  const { cause } = error as Error
  if (cause instanceof Error) console.error(cause.message)
  process.exitCode = 1
} finally {
  await storage.close()
  await installation.close()
}
