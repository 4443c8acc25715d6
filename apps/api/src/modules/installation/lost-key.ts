import type { Database } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { InstallationError } from './installation-error.ts'
import { fingerprintOf } from './installation-key.ts'
import { continueWithoutKey, findInstallation } from './installation.repository.ts'

/**
 * Makes a database whose key is lost accept the key of the next start.
 * @param given the key that the settings have now, which must not be the installation's
 */
export const replaceLostKey = (database: Database, given: Buffer | undefined): Promise<void> =>
  database.transaction(async (tx) => {
    const fingerprint = (await findInstallation(tx))?.keyFingerprint
    if (given && fingerprint?.equals(fingerprintOf(given)))
      throw new InstallationError(
        'This is the key of the installation: it is not lost, and nothing was changed.',
      )
    await continueWithoutKey(tx)
    await recordActivity(tx, 'system', {
      action: 'service.key',
      summary: 'Gave up the lost key: second factors were removed, and seals begin again',
    })
  })
