import { replaceLostKey } from '../modules/installation/lost-key.ts'
import { findSecret } from '../platform/encryption.ts'
import { readSettings } from '../config/read-settings.ts'
import { openDatabase } from './open-database.ts'
import { readArguments, runCommand, UsageError } from './run-command.ts'

const USAGE = `npm run replace-key -- --lost

Only when secret.key and SECRET_KEY are lost, with every process of the service stopped. Records and report files stay.
All users set up the second factor again, and the earlier seals of the activity log can no longer be verified. The next
start creates a key, or takes SECRET_KEY. Keep a copy of it.`

/** `npm run replace-key -- --lost`: lets an installation continue after its key was lost. */
await runCommand(async () => {
  const { values, positionals } = readArguments({ lost: { type: 'boolean' } }, USAGE)
  if (!values.lost || positionals.length > 0) throw new UsageError(USAGE)
  const config = readSettings()
  const given = await findSecret(config.dataDir, config.secretKey)
  const installation = await openDatabase(config)
  try {
    await replaceLostKey(installation.database, given)
    console.log(
      given
        ? 'Done. The next start takes the key of this DATA_DIR or SECRET_KEY.'
        : 'Done. The next start creates a key in DATA_DIR, or takes SECRET_KEY.',
    )
  } finally {
    await installation.close()
  }
})
