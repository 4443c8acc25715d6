import type { Context } from '../../core/context.ts'
import { defineModule, EVERY_MINUTE } from '../../core/module.ts'
import { StorageUnavailableError } from '../../platform/file-storage/file-storage.ts'
import type { StoragePulse } from '../../platform/file-storage/storage-marker.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { holdSendings, lockPulse, savePulse } from './held-sendings.repository.ts'

const SUMMARY =
  'The database was recovered to an earlier moment: what waited to be sent is held until an Admin decides'

/**
 * Compares a counter of the database with the one in the file storage, which a recovery to a point in time does not take
 * back. If that of the database is smaller, everything that waits in it is held.
 */
export const createRecoveryWatch = ({
  database,
  pulse,
  reportFailure,
}: Pick<Context, 'database' | 'reportFailure'> & { pulse: StoragePulse }) => {
  const beat = async (step: number): Promise<void> => {
    const stored = await pulse.read()
    const next = await database.transaction(async (tx) => {
      const own = await lockPulse(tx)
      // A failover to a replica may lose the latest count.
      if (own < stored - 1) {
        await holdSendings(tx)
        await recordActivity(tx, 'system', { action: 'backup.restore', summary: SUMMARY })
      }
      const value = Math.max(own, stored) + step
      await savePulse(tx, value)
      return value
    })
    if (step > 0) await pulse.write(next)
  }
  /** A storage that does not answer is asked again a minute later. */
  const ifAnswered = (beaten: Promise<void>) =>
    beaten.catch((error: unknown) => {
      if (!(error instanceof StorageUnavailableError)) throw error
      reportFailure(error, 'whether the database was recovered to an earlier moment is unknown')
    })
  return {
    /** Before the first job of a process. */
    check: () => ifAnswered(beat(0)),
    /** Every minute. */
    run: () => ifAnswered(beat(1)),
  }
}
export type RecoveryWatch = ReturnType<typeof createRecoveryWatch>

export const recoveryJobs = (watch: RecoveryWatch) =>
  defineModule({
    services: {},
    jobs: { 'compare-pulse': { kind: 'upkeep', at: EVERY_MINUTE, run: () => watch.run() } },
  })
