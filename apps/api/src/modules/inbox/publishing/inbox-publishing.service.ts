import {
  NO_VISIT,
  type InboxAmend,
  type InboxPublish,
  type InboxPublishMatched,
  type InboxPublishOutcome,
  type InboxWithdraw,
} from '@zelab/contract'
import type { UnreleasedService } from '../../reports/release/unreleased.service.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { ReportPorts } from '../../reports/report-ports.ts'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound, refusedField } from '../../../core/app-error.ts'
import { workOnEach } from '../../../core/bulk.ts'
import { labScopeOf, type Actor, type Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import type { PublishingService } from '../../reports/publishing/publishing.service.ts'
import { publishIdempotent, type Published } from '../../reports/release/unreleased.service.ts'
import type { AmendmentService } from '../../reports/versions/amendment.service.ts'
import { lockOpenItem, refuseWithoutFile, type SeenItem } from '../items/inbox-items.service.ts'
import { countInScope, lockItem, updatePublished, type LockedItem } from '../items/inbox-items.repository.ts'
import type { ItemTypeService } from '../items/item-types.service.ts'
import type { Matched } from '../matching/matching.service.ts'
import type { MatchedItem, RematchingService } from '../matching/rematching.service.ts'
import type { StatedVisitService } from '../../visits/stated-visit.service.ts'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import { findPatientOfReport, lockIdentity } from './inbox-publishing.repository.ts'

type ListedItem = InboxPublishMatched['items'][number]

/** An item becomes at most one report. */
export const createInboxPublishingService = ({
  database,
  files,
  publishing,
  amendments,
  rematching,
  itemTypes,
  statedVisits,
  flagCritical,
  unreleased,
  reportFailure,
}: Pick<Context, 'database' | 'reportFailure'> &
  Pick<ReportPorts, 'flagCritical'> & {
    publishing: Pick<PublishingService, 'publishIn' | 'withdrawIn'>
    amendments: Pick<AmendmentService, 'amendIn'>
    files: Pick<ReportFileService, 'setUploader'>
    rematching: RematchingService
    itemTypes: Pick<ItemTypeService, 'noteChoices'>
    statedVisits: StatedVisitService
    unreleased: Pick<UnreleasedService, 'isNeededFor'>
  }) => {
  const publishItem = async (
    tx: Queryable,
    by: { caller: Caller; actor: Actor },
    item: LockedItem,
    fields: InboxPublish,
  ): Promise<Published> => {
    const fileId = refuseWithoutFile(item)
    const patient = await lockIdentity(tx, fields.patientId)
    // The Admin sees every lab, but an item stays in its lab.
    if (patient?.labId !== item.labId) throw refusedField('patientId', 'PATIENT_NOT_FOUND')
    await files.setUploader(tx, fileId, by.caller.user.id)
    const { patientId, reportTypeId, isVisitConfirmed: isConfirmed = false } = fields
    const ofOrder = async (stated: StatedVisit) =>
      (await statedVisits.findOrAdd(
        tx,
        by.actor,
        { patientId, labId: item.labId },
        { stated, isConfirmed, reportTypeId },
      )) ?? NO_VISIT
    const visitId = fields.visitId ?? (item.visit ? await ofOrder(item.visit) : undefined)
    const published = await publishing.publishIn(
      tx,
      { ...by, labId: item.labId, item },
      { ...fields, visitId, isCritical: fields.isCritical ?? item.isCritical },
      { id: fileId },
    )
    // The item stays open, but hidden, until the report is released or discarded.
    if ('unreleasedId' in published) return published
    const isAutomatic = by.actor === 'system'
    const decidedBy = isAutomatic ? null : by.caller.user.id
    await updatePublished(tx, { id: item.id, reportId: published.reportId, decidedBy, isAutomatic })
    return published
  }

  const isSamePatient = async (tx: Queryable, { patientId, candidates }: Matched) => {
    const compared = candidates.find(({ id }) => id === patientId)
    const now = compared && (await lockIdentity(tx, compared.id))
    return (
      now?.fullName === compared?.fullName &&
      now?.dateOfBirth === compared?.dateOfBirth &&
      now?.emrId === compared?.emrId
    )
  }

  /**
   * Publishes an item only if it is green for this patient. No user has seen the file, so anything unusual keeps it
   * in the inbox.
   */
  const publishGreen = async (
    tx: Queryable,
    by: { caller: Caller; actor: Actor },
    item: LockedItem,
    matched: MatchedItem,
    listed: Omit<ListedItem, 'id'>,
  ): Promise<Published | undefined> => {
    const isAsListed =
      item.kind === 'report' &&
      item.problem === null &&
      item.notices.length === 0 &&
      item.revision === matched.revision &&
      matched.match === 'green' &&
      matched.patientId === listed.patientId &&
      // Proposed values are not stored.
      (item.reportTypeId ?? listed.reportTypeId) === listed.reportTypeId &&
      (item.title ?? listed.title) === listed.title
    if (!isAsListed || !(await isSamePatient(tx, matched))) return undefined
    // A rule publishes nothing that a second person has to release: a person publishes it first.
    if (by.actor === 'system' && (await unreleased.isNeededFor(tx, listed))) return undefined
    return publishItem(tx, by, item, { ...listed, remark: undefined })
  }

  const outcomeOf = async (caller: Caller, listed: ListedItem): Promise<InboxPublishOutcome> => {
    const { id } = listed
    if ((await countInScope(labScopeOf(caller), database, [id])) === 0)
      return { id, outcome: 'closed', reportId: null }
    const matched = await rematching.rematch(id)
    return database.transaction(async (tx): Promise<InboxPublishOutcome> => {
      const item = await lockItem(labScopeOf(caller), tx, id)
      if (!item) return { id, outcome: 'closed', reportId: null }
      if (item.state === 'published' && item.decidedBy === caller.user.id)
        return { id, outcome: 'published', reportId: item.reportId }
      if (item.state !== 'open') return { id, outcome: 'closed', reportId: null }
      if (item.claimedBy !== null && item.claimedBy !== caller.user.id)
        return { id, outcome: 'claimed', reportId: null }
      if (item.awaitsRelease) return { id, outcome: 'awaiting-release', reportId: null }
      const published = matched && (await publishGreen(tx, { caller, actor: caller }, item, matched, listed))
      if (published === undefined) return { id, outcome: 'changed', reportId: null }
      return 'unreleasedId' in published
        ? { id, outcome: 'awaiting-release', reportId: null }
        : { id, outcome: 'published', reportId: published.reportId }
    })
  }

  /** Throws if the sender superseded or withdrew the file. */
  const refuseUnlessMeant = ({ kind, problem }: LockedItem) => {
    if (kind === 'withdrawal') throw conflict('INBOX_ITEM_NOT_REPORT')
    if (problem === 'withdrawn-by-sender') throw conflict('INBOX_ITEM_WITHDRAWN')
  }

  /** Refuses a file that was not sent to the person who publishes it, unless nothing about it is to check. */
  const refuseUnopened = (caller: Caller, { isReady, openedBy, ...item }: LockedItem, patientId?: number) => {
    if (isReady && patientId === item.patientId) return
    if (!openedBy.includes(caller.user.id)) throw conflict('INBOX_ITEM_NOT_OPENED')
  }

  const inTransaction = (caller: Caller, work: (tx: Queryable) => Promise<Published>): Promise<Published> =>
    database.transaction((tx) => publishIdempotent(tx, caller, () => work(tx)))

  return {
    publishGreen,

    /** Closes the item of a report that was released. */
    async closeReleased(
      tx: Queryable,
      item: { id: number; reportId: number; decidedBy: number },
    ): Promise<void> {
      const released = await lockItem({ everyLab: true }, tx, item.id)
      await updatePublished(tx, { ...item, isAutomatic: false })
      // The author saw the contradiction.
      if (released?.visit) await statedVisits.addToReport(tx, 'system', item.reportId, released.visit)
    },

    publish: (caller: Caller, seen: SeenItem, fields: InboxPublish): Promise<Published> =>
      inTransaction(caller, async (tx) => {
        const item = await lockOpenItem(tx, caller, seen)
        refuseUnlessMeant(item)
        refuseUnopened(caller, item, fields.patientId)
        const published = await publishItem(tx, { caller, actor: caller }, item, fields)
        await itemTypes.noteChoices(tx, [seen.id])
        return published
      }),

    /** One transaction per item. Names what became of each, also when one fails unexpectedly. */
    async publishMatched(
      caller: Caller,
      { items }: InboxPublishMatched,
      signal: AbortSignal,
    ): Promise<InboxPublishOutcome[]> {
      const what = 'items of the inbox could not be published'
      const outcomes = await workOnEach(items, (listed) => outcomeOf(caller, listed), {
        signal,
        reportFailure,
        what,
      })
      const ids = items.map(({ id }) => id)
      // Only the groups of the list depend on it, so a failure keeps the outcomes.
      await itemTypes
        .noteChoices(database, ids)
        .catch((error: unknown) => reportFailure(error, 'proposed types were not noted'))
      return outcomes.map(({ item: { id }, result, problem }): InboxPublishOutcome => {
        if (result) return result
        // The patient was merged or the type deleted after the list was made.
        const outcome = problem.code === 'UNEXPECTED_ERROR' ? 'failed' : 'changed'
        return { id, outcome, reportId: null }
      })
    },

    amend: (
      caller: Caller,
      seen: SeenItem,
      { reportId, isVisitConfirmed, ...fields }: InboxAmend,
    ): Promise<Published> =>
      inTransaction(caller, async (tx) => {
        const item = await lockOpenItem(tx, caller, seen)
        refuseUnlessMeant(item)
        const fileId = refuseWithoutFile(item)
        refuseUnopened(caller, item)
        const patientId = await findPatientOfReport(labScopeOf(caller), tx, reportId)
        if (patientId === undefined) throw notFound('REPORT_NOT_FOUND')
        await files.setUploader(tx, fileId, caller.user.id)
        const amendment = { ...fields, patientId }
        const isCritical = fields.isCritical ?? item.isCritical
        const origin = { item, isCritical }
        const visit = item.visit && (await statedVisits.compareWithReport(tx, reportId, item.visit))
        if (visit?.differs && !isVisitConfirmed) throw conflict('INBOX_VISIT_DIFFERS')
        const amended = await amendments.amendIn(tx, caller, reportId, amendment, { id: fileId }, origin)
        if ('reportId' in amended) {
          if (isCritical) await flagCritical(tx, caller, { reportId })
          await updatePublished(tx, { id: seen.id, reportId, decidedBy: caller.user.id, isAutomatic: false })
          if (item.visit) await statedVisits.addToReport(tx, caller, reportId, item.visit)
        }
        return amended
      }),

    withdraw: (
      caller: Caller,
      seen: SeenItem,
      { reportId, version, sha256, ...withdrawal }: InboxWithdraw,
    ): Promise<number> =>
      database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const item = await lockOpenItem(tx, caller, seen)
          if (item.kind !== 'withdrawal') throw conflict('INBOX_ITEM_CHANGED')
          await publishing.withdrawIn(tx, caller, reportId, { ...withdrawal, seen: { version, sha256 } })
          await updatePublished(tx, { id: seen.id, reportId, decidedBy: caller.user.id, isAutomatic: false })
          return reportId
        }),
      ),
  }
}
export type InboxPublishingService = ReturnType<typeof createInboxPublishingService>
