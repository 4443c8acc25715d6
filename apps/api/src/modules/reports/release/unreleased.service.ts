import type { AwaitsRelease } from '@zelab/contract'
import type { ReportPorts } from '../report-ports.ts'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../core/app-error.ts'
import type { Actor, Caller } from '../../../core/caller.ts'
import { isCheckViolation, isUniqueViolation, type Queryable } from '../../../platform/database/database.ts'
import { findIdempotentResult, runIdempotent } from '../../idempotency/idempotency.service.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { needsTwoPersons } from './release-settings.repository.ts'
import {
  findLabAndUploader,
  insertUnreleased,
  type NewUnreleased,
  type LockedUnreleased,
} from './unreleased.repository.ts'

/** Outcome of a request to publish. */
export type Published = { reportId: number } | AwaitsRelease

export interface InboxOrigin {
  id: number
  revision: number
}

export interface Origin {
  /** The inbox item with the file. */
  item?: InboxOrigin | undefined
  isCritical?: boolean | undefined
  /** True if the amendment suspends the published version. */
  suspends?: boolean | undefined
}

// A stored idempotent result is one number: negative for a report that awaits release.
const fromStored = (result: number): Published =>
  result < 0 ? { unreleasedId: -result } : { reportId: result }

/** Undefined for a new key. */
export const findEarlierPublished = async (db: Queryable, caller: Caller): Promise<Published | undefined> => {
  const earlier = await findIdempotentResult(db, caller)
  return earlier === undefined ? undefined : fromStored(earlier)
}

/** `runIdempotent` for work that publishes. */
export const publishIdempotent = async (
  tx: Queryable,
  caller: Caller,
  work: () => Promise<Published>,
): Promise<Published> =>
  fromStored(
    await runIdempotent(tx, caller, async () => {
      const published = await work()
      return 'reportId' in published ? published.reportId : -published.unreleasedId
    }),
  )

/** The lab's rule changed after it was read. */
export const refuseChangedRule = (error: unknown): never => {
  throw isCheckViolation(error, 'reports_release') ? conflict('RELEASE_RULE_CHANGED') : error
}

export const createUnreleasedService = ({
  clock,
  flagCritical,
}: Pick<Context, 'clock'> & Pick<ReportPorts, 'flagCritical'>) => ({
  isNeeded: needsTwoPersons,
  isNeededFor: (tx: Queryable, report: { patientId: number; reportTypeId: number }): Promise<boolean> =>
    needsTwoPersons(tx, { patientId: report.patientId, typeIds: [report.reportTypeId] }),

  /** Stores a validated report with a locked file until another user releases it. */
  async add(
    tx: Queryable,
    { caller, actor }: { caller: Caller; actor: Actor },
    report: Omit<
      NewUnreleased,
      | 'labId'
      | 'authorId'
      | 'authorIds'
      | 'inboxItemId'
      | 'inboxRevision'
      | 'criticalAt'
      | 'suspendedAt'
      | 'suspendedBy'
    >,
    { item, isCritical, suspends = false }: Origin = {},
  ): Promise<AwaitsRelease> {
    const by = caller.user.id
    const { labId, uploader } = await findLabAndUploader(tx, report.patientId, item?.id ?? null)
    const unreleasedId = await insertUnreleased(tx, {
      ...report,
      labId,
      authorId: by,
      authorIds: [...new Set([by, ...(uploader === null ? [] : [uploader])])],
      inboxItemId: item?.id,
      inboxRevision: item?.revision,
      criticalAt: isCritical ? clock.now().toISOString() : null,
      suspendedAt: suspends ? clock.now().toISOString() : null,
      suspendedBy: suspends ? by : null,
    }).catch((error: unknown) => {
      throw isUniqueViolation(error, 'unreleased_reports_amendment_key')
        ? conflict('UNRELEASED_EXISTS')
        : error
    })
    await recordActivity(tx, actor, {
      action: 'release.add',
      object: { type: 'patient', id: report.patientId },
      labId,
      summary: `Added report A-${unreleasedId} of patient ZL-${report.patientId}, which awaits release`,
    })
    if (suspends)
      await recordActivity(tx, actor, {
        action: 'release.suspend',
        object: { type: 'report', id: report.reportId ?? 0 },
        labId,
        summary: `Suspended report #${report.reportId} until amendment A-${unreleasedId} is released`,
      })
    if (isCritical) await flagCritical(tx, caller, { unreleasedId })
    return { unreleasedId }
  },
})
export type UnreleasedService = ReturnType<typeof createUnreleasedService>

type Step = 'release.return' | 'release.take-over' | 'release.correct' | 'release.discard' | 'release.review'

/** Steps of an unreleased report are recorded with the patient, because the report does not exist yet. */
export const recordStep = (
  tx: Queryable,
  caller: Caller,
  { id, patientId, labId }: Pick<LockedUnreleased, 'id' | 'patientId' | 'labId'>,
  { action, what, reason }: { action: Step; what: string; reason?: string | undefined },
): Promise<void> =>
  recordActivity(tx, caller, {
    action,
    object: { type: 'patient', id: patientId },
    labId,
    summary: `${what} report A-${id} of patient ZL-${patientId}${reason === undefined ? '' : `: ${reason}`}`,
  })
