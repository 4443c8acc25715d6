import { criticalCallProblems, type CriticalCallFields, type CriticalOfReport } from '@zelab/contract'
import { conflict, invalidField } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { enqueueSending } from '../deliveries/sending/send-job.ts'
import { runIdempotent } from '../idempotency/idempotency.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import { lockPublishedReport } from '../reports/versions/amendment.service.ts'
import {
  allowMessage,
  closeReadBack,
  findContextOfReport,
  findLabOfReport,
  findResultsOfReport,
  insertCall,
  insertResult,
  lockOpenResult,
  type OpenResult,
} from './critical-results.repository.ts'
import { lockCriticalUse, usesCriticalResults } from './critical-settings.repository.ts'
import { escalationAt } from './escalation-steps.ts'

const MINUTE_MS = 60_000

const OUTCOMES = {
  'read-back': 'read back, closed',
  reached: 'reached without read-back',
  'not-reached': 'not reached',
} as const

interface Deps {
  database: Database
  clock: Clock
  reports: Pick<ReportService, 'find'>
}

export const createCriticalService = ({ database, clock, reports }: Deps) => {
  const find = async (caller: Caller, reportId: number): Promise<CriticalOfReport> => {
    await reports.find(caller, reportId)
    const { labId, referrer } = await findContextOfReport(database, reportId)
    const isUsed = await usesCriticalResults(database, labId)
    return { isUsed, results: isUsed ? await findResultsOfReport(database, reportId) : [], referrer }
  }

  const start = async (
    tx: Queryable,
    caller: Caller,
    reportId: number,
    { at, by }: { at: Date; by: number } = { at: clock.now(), by: caller.user.id },
  ): Promise<number> => {
    const labId = await findLabOfReport(tx, reportId)
    const use = await lockCriticalUse(tx, labId)
    if (!use?.isOn) throw conflict('CRITICAL_OFF')
    const flagged = { at, targetMinutes: use.targetMinutes }
    const id = await insertResult(tx, {
      ...{ reportId, labId, cause: 'flagged', targetMinutes: use.targetMinutes },
      flaggedBy: by,
      flaggedAt: flagged.at.toISOString(),
      dueAt: new Date(flagged.at.getTime() + use.targetMinutes * MINUTE_MS).toISOString(),
      nextEscalationAt: escalationAt(flagged, 1)?.toISOString() ?? null,
    })
    await recordActivity(tx, caller, {
      action: 'critical.flag',
      object: { type: 'report', id: reportId },
      labId,
      summary: `Flagged report #${reportId} as critical`,
    })
    return id
  }

  /** Runs the work on the open result of a report, once. */
  const changeOpen = async (
    caller: Caller,
    reportId: number,
    change: (tx: Queryable, open: OpenResult) => Promise<number>,
  ): Promise<CriticalOfReport> => {
    await database.transaction((tx) =>
      runIdempotent(tx, caller, async () => {
        await lockPublishedReport(tx, caller, reportId)
        const open = await lockOpenResult(tx, reportId)
        if (!open) throw conflict('CRITICAL_NOT_OPEN')
        return change(tx, open)
      }),
    )
    return find(caller, reportId)
  }

  return {
    find,

    /** For a report that is being published or amended, whose lock the transaction has. */
    async flagIn(
      tx: Queryable,
      caller: Caller,
      reportId: number,
      earlier?: { at: string; by: number },
    ): Promise<void> {
      if (await lockOpenResult(tx, reportId)) return
      if (!earlier) await start(tx, caller, reportId)
      else if (await usesCriticalResults(tx, await findLabOfReport(tx, reportId)))
        await start(tx, caller, reportId, { at: new Date(earlier.at), by: earlier.by })
    },

    async flag(caller: Caller, reportId: number): Promise<CriticalOfReport> {
      await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          await lockPublishedReport(tx, caller, reportId)
          if (await lockOpenResult(tx, reportId)) throw conflict('CRITICAL_ALREADY_OPEN')
          return start(tx, caller, reportId)
        }),
      )
      return find(caller, reportId)
    },

    recordCall: (caller: Caller, reportId: number, call: CriticalCallFields): Promise<CriticalOfReport> =>
      changeOpen(caller, reportId, async (tx, open) => {
        const now = clock.now()
        const [problem] = criticalCallProblems(call, now)
        if (problem) throw invalidField(problem.path, problem.message)
        const by = caller.user.id
        const id = await insertCall(tx, { ...call, criticalResultId: open.id, calledBy: by })
        if (call.outcome === 'read-back') {
          await closeReadBack(tx, open.id, { by, at: now, informedAt: call.endedAt })
          // Messages to the patient waited for this.
          await enqueueSending(tx, caller.requestId)
        }
        await recordActivity(tx, caller, {
          action: 'critical.call',
          object: { type: 'report', id: reportId },
          labId: open.labId,
          summary: `Recorded call ${id} about critical report #${reportId}: ${OUTCOMES[call.outcome]}`,
        })
        return id
      }),

    allowMessage: (caller: Caller, reportId: number, reason: string): Promise<CriticalOfReport> =>
      changeOpen(caller, reportId, async (tx, open) => {
        if (open.isMessageAllowed) throw conflict('CRITICAL_MESSAGE_ALLOWED')
        await allowMessage(tx, open.id, { by: caller.user.id, at: clock.now(), reason })
        await enqueueSending(tx, caller.requestId)
        await recordActivity(tx, caller, {
          action: 'critical.allow-message',
          object: { type: 'report', id: reportId },
          labId: open.labId,
          summary: `Let messages about critical report #${reportId} go to the patient before it was read back`,
        })
        return open.id
      }),
  }
}
export type CriticalService = ReturnType<typeof createCriticalService>
