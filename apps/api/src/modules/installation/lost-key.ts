import type { Database } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { fingerprintOf, InstallationError } from './installation-key.ts'
import {
  findInstallation,
  forgetKey,
  isServiceConnected,
  removeEncrypted,
} from './installation.repository.ts'

/** Restores without the key use this as well. */
export { removeEncrypted }

/**
 * The next start stores its key.
 * @param given the configured key, which must not be the installation's
 */
export const replaceLostKey = (database: Database, given: Buffer | undefined): Promise<void> =>
  database.transaction(async (tx) => {
    // A running service would continue with the earlier key.
    if (await isServiceConnected(tx))
      throw new InstallationError('The service is running: stop every process of it first.')
    const fingerprint = (await findInstallation(tx))?.keyFingerprint
    if (given && fingerprint?.equals(fingerprintOf(given)))
      throw new InstallationError(
        'This is the key of the installation: it is not lost, and nothing was changed.',
      )
    await removeEncrypted(tx)
    await forgetKey(tx)
    await recordActivity(tx, 'system', {
      action: 'service.key',
      summary:
        'Replaced the lost encryption key: second factors and secrets of webhooks were removed, and a new chain of seals begins',
    })
  })
