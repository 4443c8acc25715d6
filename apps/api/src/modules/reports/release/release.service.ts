import {
  IDENTITY_MINUTES,
  VALIDATION,
  type CorrectReport,
  type ReleaseOutcome,
  type ReleaseReport,
} from '@zelab/contract'
import {
  AppError,
  conflict,
  forbidden,
  invalidField,
  notFound,
  refusedField,
} from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { isUniqueViolation, type Database, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import type { PatientService } from '../../patients/directory/patients.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import type { PublishingService } from '../publishing/publishing.service.ts'
import type { FlagCritical } from './unreleased.service.ts'
import { lockPublishedReport, type AmendmentService } from '../versions/amendment.service.ts'
import type { ReleaseWorklist } from './worklist.service.ts'
import {
  findPlace,
  freeItemFile,
  isChangedBySender,
  isConfirmedLately,
  lockItemOfRelease,
  lockUnreleased,
  markDiscarded,
  markReleased,
  markReturned,
  markReviewed,
  updateCorrected,
  type LockedUnreleased,
  type Reader,
} from './unreleased.repository.ts'

type Seen = Pick<ReleaseReport, 'revision' | 'sha256'>
type ReleaseAction =
  | 'release.release'
  | 'release.return'
  | 'release.correct'
  | 'release.discard'
  | 'release.review'

interface Deps {
  database: Database
  worklist: ReleaseWorklist
  patients: Pick<PatientService, 'lockPatient'>
  reportTypes: Pick<ReportTypeService, 'exists'>
  files: Pick<ReportFileService, 'lockUnpublished' | 'lockReleased'>
  publishing: Pick<PublishingService, 'insertIn'>
  amendments: Pick<AmendmentService, 'applyIn'>
  flagCritical: FlagCritical
  /** Closes the inbox item of a released report. */
  closeItem: (tx: Queryable, item: { id: number; reportId: number; decidedBy: number }) => Promise<void>
}

export const createReleaseService = (deps: Deps) => {
  const {
    database,
    worklist,
    patients,
    reportTypes,
    files,
    publishing,
    amendments,
    closeItem,
    flagCritical,
  } = deps

  const { readerOf, find } = worklist

  const record = (
    tx: Queryable,
    caller: Caller,
    { id, patientId, labId }: Pick<LockedUnreleased, 'id' | 'patientId' | 'labId'>,
    { action, what }: { action: ReleaseAction; what: string },
  ) =>
    recordActivity(tx, caller, {
      action,
      object: { type: 'patient', id: patientId },
      labId,
      summary: `${what} report A-${id} of patient ZL-${patientId}`,
    })

  /** Locks the row of a report that is not released, as the caller saw it. */
  const lockOpen = async (tx: Queryable, caller: Caller, id: number, revision: number) => {
    const { row, reader } = await worklist.lockOpen(tx, caller, id)
    if (row.revision !== revision) throw conflict('UNRELEASED_CHANGED')
    return { row, reader, isAuthor: row.authorIds.includes(caller.user.id) }
  }

  const checkSeen = (row: LockedUnreleased, { revision, sha256 }: Seen, by: number): void => {
    if (row.state !== 'awaiting') throw conflict('UNRELEASED_CLOSED')
    if (row.revision !== revision || row.sha256.toString('hex') !== sha256)
      throw conflict('UNRELEASED_CHANGED')
    if (!row.openedBy.includes(by)) throw conflict('UNRELEASED_NOT_OPENED')
  }

  /** Publishes or amends with the locked row. */
  const publishRow = async (tx: Queryable, caller: Caller, row: LockedUnreleased): Promise<number> => {
    const { patientId, reportTypeId, title, remark, labId, visitId, republishedFrom } = row
    const { authorId: uploadedBy, id: releaseId } = row
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
    if (!(await isConfirmedLately(tx, caller.session.id, IDENTITY_MINUTES)))
      throw forbidden('IDENTITY_CHECK_REQUIRED')
    if (place.inboxItemId !== null) await lockItemOfRelease(tx, place.inboxItemId)
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

  return {
    release: (caller: Caller, id: number, seen: ReleaseReport): Promise<number> =>
      database.transaction((tx) => runIdempotent(tx, caller, () => releaseIn(tx, caller, id, seen))),

    /** One transaction per report, so that a failure does not stop the others. */
    async releaseMany(
      caller: Caller,
      items: readonly (Seen & { id: number })[],
      signal: AbortSignal,
    ): Promise<ReleaseOutcome[]> {
      if (!(await isConfirmedLately(database, caller.session.id, IDENTITY_MINUTES)))
        throw forbidden('IDENTITY_CHECK_REQUIRED')
      const outcomes: ReleaseOutcome[] = []
      for (const { id, ...seen } of items) {
        signal.throwIfAborted()
        outcomes.push(
          await database
            .transaction((tx) => releaseIn(tx, caller, id, seen))
            .then((reportId): ReleaseOutcome => ({ id, reportId, problem: null }))
            .catch((error: unknown): ReleaseOutcome => {
              if (!(error instanceof AppError)) throw error
              return { id, reportId: null, problem: { code: error.code, message: error.message } }
            }),
        )
      }
      return outcomes
    },

    async sendBack(caller: Caller, id: number, seen: { revision: number; reason: string }) {
      await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const { row, reader } = await lockOpen(tx, caller, id, seen.revision)
          if (!reader.mayRelease) throw forbidden('RELEASE_NOT_ALLOWED')
          if (row.state !== 'awaiting') throw conflict('UNRELEASED_CLOSED')
          await markReturned(tx, { id, by: caller.user.id, reason: seen.reason })
          await record(tx, caller, row, { action: 'release.return', what: 'Sent back' })
          return id
        }),
      )
      return find(caller, id)
    },

    async correct(caller: Caller, id: number, { fileUrl, revision, ...fields }: CorrectReport) {
      await database
        .transaction((tx) =>
          runIdempotent(tx, caller, async () => {
            const { row, isAuthor } = await lockOpen(tx, caller, id, revision)
            if (!isAuthor) throw forbidden()
            if (!(await reportTypes.exists(tx, fields.reportTypeId)))
              throw invalidField('reportTypeId', VALIDATION.reportType)
            const file =
              fileUrl === undefined ? undefined : await files.lockUnpublished(tx, caller, { url: fileUrl })
            if (file) await freeItemFile(tx, id)
            const { remark = null } = fields
            await updateCorrected(tx, { ...fields, id, remark, by: caller.user.id, file })
            await record(tx, caller, row, { action: 'release.correct', what: 'Corrected' })
            return id
          }),
        )
        .catch((error: unknown) => {
          throw isUniqueViolation(error, 'unreleased_reports_file_key')
            ? refusedField('fileUrl', 'FILE_UNAVAILABLE')
            : error
        })
      return find(caller, id)
    },

    async discard(caller: Caller, id: number, { revision }: { revision: number }) {
      await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const { row, reader, isAuthor } = await lockOpen(tx, caller, id, revision)
          if (!isAuthor && !reader.mayRelease) throw forbidden()
          await markDiscarded(tx, { id, by: caller.user.id })
          await record(tx, caller, row, { action: 'release.discard', what: 'Discarded' })
          return id
        }),
      )
      return find(caller, id)
    },

    async review(caller: Caller, id: number) {
      await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const reader = await readerOf(tx, caller)
          if (!(await findPlace(tx, reader, id))) throw notFound('UNRELEASED_NOT_FOUND')
          const row = await lockUnreleased(tx, id)
          if (!row || row.aloneReason === null) throw notFound('UNRELEASED_NOT_FOUND')
          if (row.isReviewed) throw conflict('RELEASE_REVIEWED')
          if (!reader.mayReview || row.releasedBy === caller.user.id) throw forbidden('REVIEW_BY_RELEASER')
          await markReviewed(tx, { id, by: caller.user.id })
          await record(tx, caller, row, { action: 'release.review', what: 'Reviewed the release of' })
          return id
        }),
      )
      return find(caller, id)
    },
  }
}
export type ReleaseService = ReturnType<typeof createReleaseService>
