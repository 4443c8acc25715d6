import { VALIDATION, type CorrectReport, type DiscardReport } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict, forbidden, invalidField, refusedField } from '../../../core/app-error.ts'
import { callerCan, type Caller } from '../../../core/caller.ts'
import { isUniqueViolation, type Queryable } from '../../../platform/database/database.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import { hasOpenCritical } from '../versions/report-lock.repository.ts'
import {
  freeItemFile,
  markDiscarded,
  markReturned,
  markTakenOver,
  updateCorrected,
} from './release-steps.repository.ts'
import type { ReturnedNoticeService } from './returned-notices.service.ts'
import type { ReleaseWorklist } from './worklist.service.ts'
import { recordStep } from './unreleased.service.ts'

/** Steps other than release: send back, take over, correct, discard. */
export const createReturnService = ({
  database,
  releaseWorklist,
  reportTypes,
  files,
  returnedNotices,
}: Pick<Context, 'database'> & {
  releaseWorklist: ReleaseWorklist
  reportTypes: Pick<ReportTypeService, 'exists'>
  files: Pick<ReportFileService, 'lockUnpublished'>
  returnedNotices: Pick<ReturnedNoticeService, 'queue'>
}) => {
  /** Locks an unreleased report and requires the revision that the caller saw. */
  const lockOpen = async (tx: Queryable, caller: Caller, id: number, revision: number) => {
    const { row, reader } = await releaseWorklist.lockOpen(tx, caller, id)
    if (row.revision !== revision) throw conflict('UNRELEASED_CHANGED')
    return { row, reader, isAuthor: row.authorIds.includes(caller.user.id) }
  }
  type Open = Awaited<ReturnType<typeof lockOpen>>

  const change = async (
    caller: Caller,
    { id, revision }: { id: number; revision: number },
    work: (tx: Queryable, open: Open) => Promise<void>,
  ) => {
    await database.transaction((tx) =>
      runIdempotent(tx, caller, async () => {
        await work(tx, await lockOpen(tx, caller, id, revision))
        return id
      }),
    )
    return releaseWorklist.find(caller, id)
  }

  return {
    sendBack: (caller: Caller, id: number, { revision, reason }: { revision: number; reason: string }) =>
      change(caller, { id, revision }, async (tx, { row, reader }) => {
        if (!reader.mayRelease) throw forbidden('RELEASE_NOT_ALLOWED')
        if (row.state !== 'awaiting') throw conflict('UNRELEASED_CLOSED')
        await markReturned(tx, { id, by: caller.user.id, reason })
        await returnedNotices.queue(tx, row, caller.user.id)
        await recordStep(tx, caller, row, { action: 'release.return', what: 'Sent back' })
      }),

    takeOver: (caller: Caller, id: number, { revision }: { revision: number }) =>
      change(caller, { id, revision }, async (tx, { row, reader, isAuthor }) => {
        if (isAuthor) return
        if (!reader.mayTakeOver) throw forbidden()
        if (row.state !== 'returned') throw conflict('UNRELEASED_CHANGED')
        await markTakenOver(tx, { id, by: caller.user.id })
        await recordStep(tx, caller, row, { action: 'release.take-over', what: 'Took over' })
      }),

    correct: (caller: Caller, id: number, { fileUrl, revision, ...fields }: CorrectReport) =>
      change(caller, { id, revision }, async (tx, { row, isAuthor }) => {
        if (!isAuthor) throw forbidden()
        if (!(await reportTypes.exists(tx, fields.reportTypeId)))
          throw invalidField('reportTypeId', VALIDATION.reportType)
        const file =
          fileUrl === undefined ? undefined : await files.lockUnpublished(tx, caller, { url: fileUrl })
        if (file) await freeItemFile(tx, id)
        const { remark = null } = fields
        await updateCorrected(tx, { ...fields, reply: fields.reply, id, remark, by: caller.user.id, file })
        const reply = row.returnedBy === null ? undefined : (fields.reply ?? undefined)
        await recordStep(tx, caller, row, { action: 'release.correct', what: 'Corrected', reason: reply })
      }).catch((error: unknown) => {
        throw isUniqueViolation(error, 'unreleased_reports_file_key')
          ? refusedField('fileUrl', 'FILE_UNAVAILABLE')
          : error
      }),

    discard: (caller: Caller, id: number, { revision, reason }: DiscardReport) =>
      change(caller, { id, revision }, async (tx, { row, reader, isAuthor }) => {
        if (!isAuthor && !reader.mayRelease) throw forbidden()
        // Discarding ends the clock, as removing the flag does.
        const isCritical = await hasOpenCritical(tx, { unreleasedId: id })
        if (isCritical && !callerCan(caller, 'critical:remove-flag')) throw forbidden('CRITICAL_NEEDS_DOCTOR')
        if ((isCritical || !isAuthor) && reason === undefined)
          throw invalidField('reason', VALIDATION.releaseReason)
        await markDiscarded(tx, { id, by: caller.user.id, reason })
        await recordStep(tx, caller, row, { action: 'release.discard', what: 'Discarded', reason })
      }),
  }
}
export type ReturnService = ReturnType<typeof createReturnService>
