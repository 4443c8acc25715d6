import { VALIDATION, type ReleaseOutcome, type ReleaseReport } from '@zelab/contract'
import type { ReportPorts } from '../report-ports.ts'
import type { Context } from '../../../core/context.ts'
import { conflict, forbidden, invalidField, notFound } from '../../../core/app-error.ts'
import { workOnEach } from '../../../core/bulk.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { expectRecentIdentity } from '../../auth/accounts/identity-check.service.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import type { PatientService } from '../../patients/directory/patients.service.ts'
import type { VisitMoveService } from '../../visits/visit-moves.service.ts'
import type { VisitService } from '../../visits/visits.service.ts'
import type { PublishingService } from '../publishing/publishing.service.ts'
import { lockPublishedReport, type AmendmentService } from '../versions/amendment.service.ts'
import { lockPatientsOfMove } from '../versions/report-lock.repository.ts'
import type { ReleaseWorklist } from './worklist.service.ts'
import { markReleased, markReviewed } from './release-steps.repository.ts'
import {
  findPlace,
  findReleased,
  findUnreleasedFile,
  isChangedBySender,
  lockItemOfRelease,
  lockUnreleased,
  type LockedUnreleased,
  type Reader,
} from './unreleased.repository.ts'
import { recordStep } from './unreleased.service.ts'

type Seen = Pick<ReleaseReport, 'revision' | 'sha256'>

export const createReleaseService = (
  deps: Pick<Context, 'database' | 'reportFailure'> &
    Pick<ReportPorts, 'flagCritical' | 'closeItem'> & {
      releaseWorklist: ReleaseWorklist
      patients: Pick<PatientService, 'lockPatient'>
      files: Pick<ReportFileService, 'storedProblem' | 'lockReleased'>
      publishing: Pick<PublishingService, 'insertIn'>
      amendments: Pick<AmendmentService, 'applyIn'>
      visits: Pick<VisitService, 'ofReport'>
      visitMoves: Pick<VisitMoveService, 'moveIn'>
    },
) => {
  const {
    database,
    releaseWorklist,
    patients,
    files,
    publishing,
    amendments,
    visits,
    visitMoves,
    closeItem,
    flagCritical,
    reportFailure,
  } = deps

  const { readerOf, find } = releaseWorklist

  const isSeen = (row: LockedUnreleased, { revision, sha256 }: Seen): boolean =>
    row.revision === revision && row.sha256.toString('hex') === sha256

  const checkSeen = (row: LockedUnreleased, seen: Seen, by: number): void => {
    if (row.state !== 'awaiting') throw conflict('UNRELEASED_CLOSED')
    if (!isSeen(row, seen)) throw conflict('UNRELEASED_CHANGED')
    if (!row.openedBy.includes(by)) throw conflict('UNRELEASED_NOT_OPENED')
  }

  /** The visit that moves with the report; without it, the one that the report named. */
  const visitOf = async (
    tx: Queryable,
    caller: Caller,
    { visitId, movesVisitId, republishedFrom, patientId, reportTypeId }: LockedUnreleased,
  ): Promise<number | null | undefined> => {
    if (!movesVisitId || !republishedFrom) return visitId
    const moved = { visitId: movesVisitId, reportId: republishedFrom, reportTypeId, patientId }
    return (
      (await visitMoves.moveIn(tx, caller, moved)) ?? visits.ofReport(tx, caller, { patientId, reportTypeId })
    )
  }

  /** Publishes or amends from the locked row. */
  const publishRow = async (tx: Queryable, caller: Caller, row: LockedUnreleased): Promise<number> => {
    const { patientId, reportTypeId, title, remark, labId, republishedFrom } = row
    const { authorId: uploadedBy, id: releaseId } = row
    const visitId = await visitOf(tx, caller, row)
    const report = { labId, patientId, reportTypeId, title, remark, visitId }
    const file = await files.lockReleased(tx, row.fileId ?? 0)
    if (row.reportId === null)
      return publishing.insertIn(
        tx,
        { caller, actor: caller },
        { ...report, uploadedBy, republishedFrom, releaseId },
        file,
      )
    const current = await lockPublishedReport(tx, caller, row.reportId)
    if (current.version !== row.basedOn) throw conflict('REPORT_CHANGED')
    const { amendmentReason, amendmentNote: note } = row
    const amendment = {
      title,
      remark,
      reportTypeId,
      reason: amendmentReason ?? '',
      note,
      by: uploadedBy,
      releaseId,
    }
    await amendments.applyIn(tx, caller, current, amendment, file)
    return row.reportId
  }

  /** Locks the inbox item, the patient, the report and the row, in the order of all other changes. */
  const lockForRelease = async (tx: Queryable, caller: Caller, reader: Reader, id: number) => {
    const place = await findPlace(tx, reader, id)
    if (!place) throw notFound('UNRELEASED_NOT_FOUND')
    if (!reader.mayRelease) throw forbidden('RELEASE_NOT_ALLOWED')
    await expectRecentIdentity(tx, caller)
    if (place.inboxItemId !== null) await lockItemOfRelease(tx, place.inboxItemId)
    if (place.republishedFrom !== null) await lockPatientsOfMove(tx, place.republishedFrom, place.patientId)
    await patients.lockPatient(tx, caller, place.patientId)
    if (place.reportId !== null) await lockPublishedReport(tx, caller, place.reportId)
    const row = await lockUnreleased(tx, id)
    if (row?.patientId !== place.patientId) throw conflict('UNRELEASED_CHANGED')
    return row
  }

  const releaseIn = async (
    tx: Queryable,
    caller: Caller,
    id: number,
    { aloneReason, isCritical, ...seen }: ReleaseReport,
  ): Promise<number> => {
    const reader = await readerOf(tx, caller)
    const row = await lockForRelease(tx, caller, reader, id)
    const by = caller.user.id
    const isAuthor = row.authorIds.includes(by)
    if (isAuthor && !reader.allowsAlone) throw forbidden('RELEASE_BY_AUTHOR')
    checkSeen(row, seen, by)
    if (isAuthor && aloneReason === undefined) throw invalidField('aloneReason', VALIDATION.releaseReason)
    if (await isChangedBySender(tx, row)) throw conflict('RELEASE_CHANGED_BY_SENDER')
    await markReleased(tx, { id, by, aloneReason: isAuthor ? (aloneReason ?? null) : null })
    const reportId = await publishRow(tx, caller, row)
    if (row.criticalAt !== null)
      await flagCritical(tx, caller, { reportId }, { at: row.criticalAt, by: row.authorId })
    else if (isCritical) await flagCritical(tx, caller, { reportId })
    if (row.inboxItemId !== null)
      await closeItem(tx, { id: row.inboxItemId, reportId, decidedBy: row.authorId })
    await recordActivity(tx, caller, {
      action: 'release.release',
      object: { type: 'report', id: reportId },
      labId: row.labId,
      summary: `Released report #${reportId}, which awaited release as A-${id}${isAuthor ? ', alone on duty' : ''}`,
    })
    return reportId
  }

  /** Runs before the transaction, to hold no locks while the file is read. Stored bytes never change. */
  const expectStored = async (caller: Caller, id: number, { sha256 }: Seen): Promise<void> => {
    const reader = await readerOf(database, caller)
    const file = reader.mayRelease ? await findUnreleasedFile(database, reader, id) : undefined
    // The transaction refuses any other file.
    if (file?.checksum !== sha256) return
    const problem = await files.storedProblem({ ...file, sha256: Buffer.from(sha256, 'hex') })
    if (problem) throw conflict(problem.is === 'missing' ? 'RELEASE_FILE_MISSING' : 'RELEASE_FILE_CHANGED')
  }

  const releaseOne = async (caller: Caller, { id, ...seen }: Seen & { id: number }): Promise<number> => {
    const earlier = await findReleased(database, await readerOf(database, caller), { id, ...seen })
    if (earlier !== undefined) return earlier
    await expectStored(caller, id, seen)
    return database.transaction((tx) => releaseIn(tx, caller, id, seen))
  }

  return {
    async release(caller: Caller, id: number, seen: ReleaseReport): Promise<number> {
      await expectStored(caller, id, seen)
      return database.transaction((tx) => runIdempotent(tx, caller, () => releaseIn(tx, caller, id, seen)))
    },

    /** One transaction per report. Returns the outcome of each, also after an unexpected failure. */
    async releaseMany(
      caller: Caller,
      items: readonly (Seen & { id: number })[],
      signal: AbortSignal,
    ): Promise<ReleaseOutcome[]> {
      await expectRecentIdentity(database, caller)
      const what = 'reports could not be released'
      const outcomes = await workOnEach(items, (item) => releaseOne(caller, item), {
        signal,
        reportFailure,
        what,
      })
      return outcomes.map(({ item, result, problem }) => ({ id: item.id, reportId: result, problem }))
    },

    async review(caller: Caller, id: number, seen: Seen) {
      await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const reader = await readerOf(tx, caller)
          if (!(await findPlace(tx, reader, id))) throw notFound('UNRELEASED_NOT_FOUND')
          const row = await lockUnreleased(tx, id)
          if (!row || row.aloneReason === null) throw notFound('UNRELEASED_NOT_FOUND')
          const by = caller.user.id
          if (!reader.mayReview || row.releasedBy === by) throw forbidden('REVIEW_BY_RELEASER')
          if (row.authorIds.includes(by)) throw forbidden('REVIEW_BY_AUTHOR')
          if (!isSeen(row, seen)) throw conflict('UNRELEASED_CHANGED')
          if (row.isReviewed) throw conflict('RELEASE_REVIEWED')
          await markReviewed(tx, { id, by })
          await recordStep(tx, caller, row, { action: 'release.review', what: 'Reviewed the release of' })
          return id
        }),
      )
      return find(caller, id)
    },
  }
}
export type ReleaseService = ReturnType<typeof createReleaseService>
