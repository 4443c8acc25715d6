import { readConfig } from '../config.ts'
import { createActivitySealService } from '../modules/activity/activity-seal.service.ts'
import { createSecretBox, loadSecret } from '../platform/secret-box.ts'
import { openDatabase } from './open-database.ts'

/**
 * `npm run audit:verify`: goes through the whole chain of seals of the activity log. Ends with 1 when an entry was
 * changed, removed or inserted afterwards.
 */
const config = readConfig(process.env)
const secretBox = createSecretBox(await loadSecret(config.dataDir, config.secretKey))
const installation = await openDatabase(config)
try {
  const result = await createActivitySealService({ database: installation.database, secretBox }).verify()
  console.log(
    `${result.sealedEntries} entries under ${result.seals} seals. Head of the chain: ${result.head}`,
  )
  for (const problem of result.problems) console.error(problem)
  console.log(result.isWhole ? 'The activity log is whole.' : 'The activity log was tampered with.')
  process.exitCode = result.isWhole ? 0 : 1
} finally {
  await installation.close()
}
