import type { AwaitsRelease } from '@zelab/contract'
import type { ReportPorts } from '../report-ports.ts'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../core/app-error.ts'
import type { Actor, Caller } from '../../../core/caller.ts'
import { isCheckViolation, isUniqueViolation, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { lockPatientOfAmendment, needsTwoPersons } from './release-settings.repository.ts'
import { findLabAndUploader, insertUnreleased, type NewUnreleased } from './unreleased.repository.ts'

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

/** Idempotent results are single numbers: those of reports that await release are negative. */
export const toResult = (published: Published): number =>
  'reportId' in published ? published.reportId : -published.unreleasedId
export const fromResult = (result: number): Published =>
  result < 0 ? { unreleasedId: -result } : { reportId: result }

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

  /** False if the lab never needs a second person. */
  lockPatientOfAmendment,

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
