import { type CriticalCallFields, type CriticalOfReport, type SeenFile } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { conflict, notFound } from '../../core/app-error.ts'
import { labScopeOf, type Actor, type Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { enqueueSending } from '../deliveries/sending/send-job.ts'
import { runIdempotent } from '../idempotency/idempotency.service.ts'
import { lockPatientAnywhere } from '../patients/record/lock-patient.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import type { ReleaseWorklist } from '../reports/release/worklist.service.ts'
import { lockPublishedReport } from '../reports/versions/amendment.service.ts'
import { checkCall, OUTCOMES } from './call-rules.ts'
import { findContext, findResults } from './critical-record.repository.ts'
import {
  allowMessage,
  closeMistaken,
  closeReadBack,
  findSubject,
  hasBeenFlagged,
  hasResultSince,
  insertCall,
  insertResult,
  isAmendedOneOpen,
  isSeenCurrent,
  lockAuthor,
  lockNewestResult,
  type LockedResult,
  type Seen,
  type Subject,
} from './critical-results.repository.ts'
import { lockCriticalUse, usesCriticalResults } from './critical-settings.repository.ts'
import { escalationAt } from './escalation-steps.ts'

const MINUTE_MS = 60_000

const nameOf = ({ version, revision }: SeenFile): string =>
  version === undefined ? `, revision ${revision}` : `, version ${version}`

export const createCriticalService = ({
  database,
  clock,
  reports,
  releaseWorklist,
}: Pick<Context, 'database' | 'clock'> & {
  reports: Pick<ReportService, 'find'>
  releaseWorklist: Pick<ReleaseWorklist, 'find' | 'lockOpen'>
}) => {
  const read = async (subject: Subject): Promise<CriticalOfReport> => {
    const { labId, referrer } = await findContext(database, subject)
    const isUsed = await usesCriticalResults(database, labId)
    return { isUsed, results: isUsed ? await findResults(database, subject) : [], referrer }
  }

  /** Maps a released entry to its report. */
  const subjectOf = async (caller: Caller, unreleasedId: number): Promise<Subject> => {
    const { released } = await releaseWorklist.find(caller, unreleasedId)
    return typeof released?.reportId === 'number' ? { reportId: released.reportId } : { unreleasedId }
  }

  const find = async (caller: Caller, subject: Subject): Promise<CriticalOfReport> => {
    if ('unreleasedId' in subject) return read(await subjectOf(caller, subject.unreleasedId))
    await reports.find(caller, subject.reportId)
    return read(subject)
  }

  const lock = async (tx: Queryable, caller: Caller, subject: Subject): Promise<void> => {
    if ('reportId' in subject) await lockPublishedReport(tx, caller, subject.reportId)
    else await releaseWorklist.lockOpen(tx, caller, subject.unreleasedId)
  }

  /** The activity of an unreleased report is recorded with the patient. */
  const record = async (
    tx: Queryable,
    caller: Actor,
    subject: Subject,
    action: 'critical.flag' | 'critical.call' | 'critical.allow-message' | 'critical.remove-flag',
    summaryOf: (report: string) => string,
  ) => {
    const { labId, patientId } = await findContext(tx, subject)
    await recordActivity(tx, caller, {
      action,
      object:
        'reportId' in subject ? { type: 'report', id: subject.reportId } : { type: 'patient', id: patientId },
      labId,
      summary: summaryOf(
        'reportId' in subject
          ? `report #${subject.reportId}`
          : `report A-${subject.unreleasedId} of patient ZL-${patientId}`,
      ),
    })
  }

  const startAs = async (
    tx: Queryable,
    actor: Actor,
    subject: Subject,
    { at, by, sourceId }: { at: Date; by: number; sourceId?: number },
  ): Promise<number> => {
    const { labId } = await findContext(tx, subject)
    const use = await lockCriticalUse(tx, labId)
    if (!use?.isOn) throw conflict('CRITICAL_OFF')
    const flagged = { at, targetMinutes: use.targetMinutes }
    const id = await insertResult(tx, {
      reportId: 'reportId' in subject ? subject.reportId : null,
      unreleasedId: 'unreleasedId' in subject ? subject.unreleasedId : null,
      labId,
      cause: 'flagged',
      targetMinutes: use.targetMinutes,
      flaggedBy: by,
      flaggedAt: flagged.at.toISOString(),
      dueAt: new Date(flagged.at.getTime() + use.targetMinutes * MINUTE_MS).toISOString(),
      nextEscalationAt: escalationAt(flagged, 1)?.toISOString() ?? null,
      sourceId,
    })
    const flagger = sourceId === undefined ? 'Flagged' : 'The sender flagged'
    await record(tx, actor, subject, 'critical.flag', (report) => `${flagger} ${report} as critical`)
    return id
  }
  const start = (
    tx: Queryable,
    caller: Caller,
    subject: Subject,
    earlier = { at: clock.now(), by: caller.user.id },
  ): Promise<number> => startAs(tx, caller, subject, earlier)

  /** True if a critical result is already open. */
  const isOpen = async (tx: Queryable, subject: Subject): Promise<boolean> =>
    (await lockNewestResult(tx, subject))?.closing === null ||
    ('unreleasedId' in subject && (await isAmendedOneOpen(tx, subject.unreleasedId)))

  /** Runs the work once, on the locked report, and requires the version that the caller saw. */
  const change = async (
    caller: Caller,
    { subject, seen }: { subject: Subject; seen: Seen },
    work: (tx: Queryable) => Promise<number>,
  ): Promise<CriticalOfReport> => {
    await database.transaction((tx) =>
      runIdempotent(tx, caller, async () => {
        await lock(tx, caller, subject)
        if (!(await isSeenCurrent(tx, subject, seen))) throw conflict('CRITICAL_CHANGED')
        return work(tx)
      }),
    )
    return find(caller, subject)
  }

  const lockOpen = async (tx: Queryable, subject: Subject): Promise<LockedResult> => {
    const result = await lockNewestResult(tx, subject)
    if (result?.closing !== null) throw conflict('CRITICAL_NOT_OPEN')
    return result
  }

  const flag = (caller: Caller, subject: Subject, seen: Seen): Promise<CriticalOfReport> =>
    change(caller, { subject, seen }, async (tx) => {
      if (await isOpen(tx, subject)) throw conflict('CRITICAL_ALREADY_OPEN')
      return start(tx, caller, subject)
    })

  /** Attempts before the read-back, and calls to a second person, are recorded after it too. */
  const recordCall = (
    caller: Caller,
    subject: Subject,
    { seen, ...call }: CriticalCallFields & { seen: Seen },
  ): Promise<CriticalOfReport> =>
    change(caller, { subject, seen }, async (tx) => {
      const result = await lockNewestResult(tx, subject)
      if (!result || (result.closing ?? 'read-back') !== 'read-back') throw conflict('CRITICAL_NOT_OPEN')
      const now = clock.now()
      checkCall(call, result, now)
      const by = caller.user.id
      const id = await insertCall(tx, { ...call, criticalResultId: result.id, calledBy: by })
      const closes = call.outcome === 'read-back' && result.closing === null
      if (closes) {
        await closeReadBack(tx, result.id, { by, at: now, informedAt: call.endedAt })
        // Releases held messages to the patient.
        await enqueueSending(tx, caller.requestId)
      }
      await record(
        tx,
        caller,
        subject,
        'critical.call',
        (report) =>
          `Recorded call ${id} about critical ${report}${nameOf(seen)}: ${OUTCOMES[call.outcome]}${closes ? ', closed' : ''}`,
      )
      return id
    })

  return {
    find,
    async findUnreleased(caller: Caller, id: number): Promise<CriticalOfReport & { patientId: number }> {
      const { patient } = await releaseWorklist.find(caller, id)
      return { ...(await find(caller, { unreleasedId: id })), patientId: patient.id }
    },
    flag,
    recordCall,
    flagUnreleased: async (caller: Caller, id: number, seen: SeenFile) =>
      flag(caller, await subjectOf(caller, id), { ...seen, unreleasedId: id }),
    recordUnreleasedCall: async (
      caller: Caller,
      id: number,
      { seen, ...call }: CriticalCallFields & { seen: SeenFile },
    ) => recordCall(caller, await subjectOf(caller, id), { ...call, seen: { ...seen, unreleasedId: id } }),

    /** Flags a report that is being published, amended or added. The transaction holds its lock. */
    async flagIn(
      tx: Queryable,
      caller: Caller,
      subject: Subject,
      earlier?: { at: string; by: number },
    ): Promise<void> {
      if (await isOpen(tx, subject)) return
      if (!earlier) {
        await start(tx, caller, subject)
        return
      }
      if ('reportId' in subject && (await hasResultSince(tx, subject.reportId, earlier.at))) return
      if (await usesCriticalResults(tx, (await findContext(tx, subject)).labId))
        await start(tx, caller, subject, { at: new Date(earlier.at), by: earlier.by })
    },

    /**
     * For a report that is published or awaits release, whose sender states a critical value now. Nothing in a lab that
     * has turned critical results off, or when the report was flagged otherwise.
     */
    async flagBySender(tx: Queryable, subject: Subject, sourceId: number): Promise<void> {
      const { labId, patientId } = await findContext(tx, subject)
      if (!(await usesCriticalResults(tx, labId))) return
      await lockPatientAnywhere(tx, patientId)
      const by = await lockAuthor(tx, subject)
      if (by === undefined || (await hasBeenFlagged(tx, subject)) || (await isOpen(tx, subject))) return
      await startAs(tx, 'system', subject, { at: clock.now(), by, sourceId })
    },

    async removeFlag(
      caller: Caller,
      id: number,
      { reason, ...seen }: SeenFile & { reason: string },
    ): Promise<CriticalOfReport> {
      const found = await findSubject(labScopeOf(caller), database, id)
      if (!found) throw notFound('CRITICAL_NOT_FOUND')
      const { subject, unreleasedId } = found
      // Requires access to the report.
      await find(caller, subject)
      return change(caller, { subject, seen: { ...seen, unreleasedId } }, async (tx) => {
        if ((await lockOpen(tx, subject)).id !== id) throw conflict('CRITICAL_NOT_OPEN')
        await closeMistaken(tx, id, { by: caller.user.id, at: clock.now(), reason })
        // Releases held messages to the patient.
        await enqueueSending(tx, caller.requestId)
        await record(
          tx,
          caller,
          subject,
          'critical.remove-flag',
          (report) => `Removed the critical flag of ${report}${nameOf(seen)}, which was a mistake: ${reason}`,
        )
        return id
      })
    },

    allowMessage: (
      caller: Caller,
      reportId: number,
      { reason, ...seen }: SeenFile & { reason: string },
    ): Promise<CriticalOfReport> =>
      change(caller, { subject: { reportId }, seen }, async (tx) => {
        const open = await lockOpen(tx, { reportId })
        if (open.isMessageAllowed) throw conflict('CRITICAL_MESSAGE_ALLOWED')
        await allowMessage(tx, open.id, { by: caller.user.id, at: clock.now(), reason })
        await enqueueSending(tx, caller.requestId)
        await record(
          tx,
          caller,
          { reportId },
          'critical.allow-message',
          (report) =>
            `Let messages about critical ${report}${nameOf(seen)} go to the patient before it was read back`,
        )
        return open.id
      }),
  }
}
export type CriticalService = ReturnType<typeof createCriticalService>
