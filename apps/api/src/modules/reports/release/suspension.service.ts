import type { SuspensionDecision } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict, forbidden, notFound } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import { lockPublishedReport } from '../versions/amendment.service.ts'
import { markSuspended } from './release-steps.repository.ts'
import { findPlace, lockUnreleased } from './unreleased.repository.ts'
import type { ReleaseWorklist } from './worklist.service.ts'

export const createSuspensionService = ({
  database,
  releaseWorklist: { readerOf, find },
}: Pick<Context, 'database'> & { releaseWorklist: ReleaseWorklist }) => {
  /** Idempotent. */
  const setSuspended = async (
    caller: Caller,
    id: number,
    { revision, sha256, version }: SuspensionDecision,
    isWanted: boolean,
  ) => {
    await database.transaction((tx) =>
      runIdempotent(tx, caller, async () => {
        const reader = await readerOf(tx, caller)
        const place = await findPlace(tx, reader, id)
        if (!place) throw notFound('UNRELEASED_NOT_FOUND')
        if (!isWanted && !reader.mayReview) throw forbidden()
        if (place.reportId === null) throw conflict('NOT_AN_AMENDMENT')
        // Lock order: report, then unreleased amendment. Sending waits for the report's lock.
        await lockPublishedReport(tx, caller, place.reportId)
        const row = await lockUnreleased(tx, id)
        if (row?.state !== 'awaiting' && row?.state !== 'returned') throw conflict('UNRELEASED_CLOSED')
        if (isWanted && !reader.mayRelease && !row.authorIds.includes(caller.user.id)) throw forbidden()
        if (row.revision !== revision || row.sha256.toString('hex') !== sha256 || row.basedOn !== version)
          throw conflict('UNRELEASED_CHANGED')
        if ((row.suspendedAt !== null) === isWanted) return id
        await markSuspended(tx, { id, by: isWanted ? caller.user.id : null })
        await recordActivity(tx, caller, {
          action: isWanted ? 'release.suspend' : 'release.lift',
          object: { type: 'report', id: place.reportId },
          labId: row.labId,
          summary: isWanted
            ? `Suspended report #${place.reportId} until amendment A-${id} is released`
            : `Lifted the suspension of report #${place.reportId}, which amendment A-${id} corrects`,
        })
        return id
      }),
    )
    return find(caller, id)
  }

  return {
    /** Hides the published version while its amendment is unreleased. */
    suspend: (caller: Caller, id: number, seen: SuspensionDecision) => setSuspended(caller, id, seen, true),
    lift: (caller: Caller, id: number, seen: SuspensionDecision) => setSuspended(caller, id, seen, false),
  }
}
export type SuspensionService = ReturnType<typeof createSuspensionService>
