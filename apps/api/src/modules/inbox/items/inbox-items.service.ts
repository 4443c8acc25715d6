import {
  INBOX_CANDIDATES,
  reasonText,
  type InboxCounts,
  type InboxGroup,
  type InboxItem,
  type InboxMatch,
  type InboxListQuery,
  type InboxReject,
  type OpenedInboxItem,
  type Pagination,
  EMR_ID_LENGTH,
  DEFAULT_PHONE_COUNTRY,
  NAME_LENGTH,
  readPhone,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { AppError, conflict, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller, type LabScope } from '../../../core/caller.ts'
import { readPage } from '../../../core/pagination.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity, type ActivityService } from '../../activity/activity.service.ts'
import type { OrphanedUploadService } from '../../files/orphans/orphaned-uploads.service.ts'
import { namedIn, type Candidate } from '../../reports/patient-match/identity-candidates.ts'
import { UNKNOWN, type ItemIdentity } from '../matching/identity.ts'
import type { RematchingService } from '../matching/rematching.service.ts'
import type { ProposedItems } from './item-types.service.ts'
import {
  countInScope,
  countItems,
  countOpen,
  deleteOldRejected,
  endClaim,
  findItem,
  findItems,
  findReading,
  lockItem,
  updateClaim,
  updateRejected,
  updateRestored,
  updateReviewed,
  type LockedItem,
} from './inbox-items.repository.ts'
import { findSourceProblems } from '../sources/sources.repository.ts'
import type { IdentityHints } from '../../inspection/inspection.ts'
import { INBOX_OPEN_LIMIT } from '../intake/intake.repository.ts'

const only = <Value>(values: readonly Value[]): Value | undefined =>
  values.length === 1 ? values[0] : undefined

const within = (text: string | undefined, { min, max }: { min: number; max: number }) =>
  text !== undefined && text.length >= min && text.length <= max ? text : null

const registrationOf = (hints: IdentityHints): OpenedInboxItem['registration'] => {
  const phone = only(hints.phones ?? [])
  return {
    fullName: within(only(hints.names), NAME_LENGTH),
    dateOfBirth: only(only(hints.birthDates)?.dates ?? []) ?? null,
    emrId: within(only(hints.emrIds), EMR_ID_LENGTH),
    phone: (phone && readPhone(phone, DEFAULT_PHONE_COUNTRY)?.number) ?? null,
  }
}

const REVIEW_COUNT_LIMIT = 1_000
const REMOVED_AT_ONCE = 200
const CODES_SHOWN = 5

const inboxScopeOf = (caller: Caller, labId: number | undefined): LabScope => {
  const scope = labScopeOf(caller)
  return scope.everyLab && labId !== undefined ? { everyLab: false, labId } : scope
}

export interface SeenItem {
  id: number
  revision?: number | undefined
}

export const lockOpenItem = async (
  tx: Queryable,
  caller: Caller,
  { id, revision }: SeenItem,
): Promise<LockedItem> => {
  const item = await lockItem(labScopeOf(caller), tx, id)
  if (!item) throw notFound('INBOX_ITEM_NOT_FOUND')
  if (item.state !== 'open') throw conflict('INBOX_ITEM_CLOSED')
  if (item.awaitsRelease) throw conflict('INBOX_ITEM_AWAITS_RELEASE')
  if (item.claimedBy !== null && item.claimedBy !== caller.user.id) throw conflict('INBOX_ITEM_CLAIMED')
  if (revision !== undefined && revision !== item.revision) throw conflict('INBOX_ITEM_CHANGED')
  return item
}

export const createInboxItemService = ({
  database,
  activity,
  orphans,
  rematching,
  itemTypes,
}: Pick<Context, 'database'> & {
  activity: Pick<ActivityService, 'recordView'>
  orphans: Pick<OrphanedUploadService, 'mayDelete' | 'markForRemoval' | 'removeNow'>
  rematching: RematchingService
  itemTypes: { propose: (items: InboxItem[]) => Promise<ProposedItems> }
}) => {
  const opened = (
    item: InboxItem,
    { hints, codes }: ItemIdentity,
    reading: { isReadWhole: boolean; isOpened: boolean },
    candidates: readonly Candidate[],
  ): OpenedInboxItem => ({
    ...item,
    named: { ...namedIn(hints), codes: codes.slice(0, CODES_SHOWN) },
    ...reading,
    candidates: candidates.slice(0, INBOX_CANDIDATES).map((candidate) => ({
      ...candidate,
      certainty: item.match === 'green' && candidate.id === item.patient?.id ? 'certain' : 'possible',
    })),
    hasMore: candidates.length > INBOX_CANDIDATES,
    registration: registrationOf(hints),
  })

  return {
    list(caller: Caller, query: InboxListQuery): Promise<{ data: InboxItem[]; pagination: Pagination }> {
      const scope = inboxScopeOf(caller, query.labId)
      return readPage(
        query,
        countItems(scope, database, query, INBOX_OPEN_LIMIT),
        async (page) => {
          const filter = { ...query, readerId: caller.user.id }
          const listed = await itemTypes.propose(await findItems(scope, database, filter, page))
          if (!listed.hasMoved) return listed.items
          return (await itemTypes.propose(await findItems(scope, database, filter, page))).items
        },
        INBOX_OPEN_LIMIT,
      )
    },

    /** The open items that come first. @param countLimit counting stops there */
    async first(
      caller: Caller,
      { limit, countLimit }: { limit: number; countLimit: number },
    ): Promise<{ count: number; rows: InboxItem[] }> {
      const scope = labScopeOf(caller)
      const filter = { view: 'open', match: undefined, source: undefined } as const
      const [count, rows] = await Promise.all([
        countItems(scope, database, filter, countLimit),
        findItems(scope, database, { ...filter, readerId: caller.user.id }, { limit, offset: 0 }),
      ])
      return { count, rows }
    },

    async count(caller: Caller, labId: number | undefined): Promise<InboxCounts> {
      const scope = inboxScopeOf(caller, labId)
      const [open, toReview, problems] = await Promise.all([
        countOpen(scope, database),
        countItems(
          scope,
          database,
          { view: 'automatic', match: undefined, source: undefined },
          REVIEW_COUNT_LIMIT,
        ),
        findSourceProblems(scope, database),
      ])
      const sumOf = (isCounted: (row: (typeof open)[number]) => boolean) =>
        open.filter(isCounted).reduce((sum, { count }) => sum + count, 0)
      const matched = (match: InboxMatch) => sumOf((row) => row.match === match)
      const grouped = (group: InboxGroup) => sumOf((row) => row.group === group)
      return {
        green: matched('green'),
        amber: matched('amber'),
        red: matched('red'),
        critical: grouped('critical'),
        groups: {
          critical: grouped('critical'),
          ready: grouped('ready'),
          check: grouped('check'),
          'no-patient': grouped('no-patient'),
        },
        toReview: Math.min(toReview, REVIEW_COUNT_LIMIT),
        problems,
      }
    },

    async claim(caller: Caller, id: number): Promise<OpenedInboxItem> {
      await database.transaction(async (tx) => {
        await lockOpenItem(tx, caller, { id })
        await updateClaim(tx, id, caller.user.id)
      })
      await rematching.readCodesSoon(id)
      const matched = await rematching.rematch(id)
      const [item, reading] = await Promise.all([
        findItem(labScopeOf(caller), database, { id, readerId: caller.user.id }),
        findReading(database, id),
      ])
      if (!item || !reading) throw notFound('INBOX_ITEM_NOT_FOUND')
      const {
        items: [proposed = item],
      } = await itemTypes.propose([item])
      activity.recordView(caller, {
        action: 'inbox.view',
        object: { type: 'lab', id: item.lab.id },
        labId: item.lab.id,
        summary: `Opened inbox item #${id}`,
      })
      return opened(
        proposed,
        reading.identity ?? UNKNOWN,
        { isReadWhole: reading.isReadWhole, isOpened: reading.openedBy.includes(caller.user.id) },
        matched?.candidates ?? [],
      )
    },

    async release(caller: Caller, id: number): Promise<void> {
      await requireInScope(database, caller, [id])
      await endClaim(database, id, caller.user.id)
    },

    async reject(caller: Caller, seen: SeenItem, { reason, note }: InboxReject): Promise<void> {
      await database.transaction(async (tx) => {
        const item = await lockOpenItem(tx, caller, seen)
        const { id } = item
        await updateRejected(tx, { id, decidedBy: caller.user.id, reason, note: note ?? null })
        await recordActivity(tx, caller, {
          action: 'inbox.reject',
          object: { type: 'lab', id: item.labId },
          labId: item.labId,
          summary: `Rejected inbox item #${id}: ${reasonText(reason)}`,
        })
      })
    },

    async restore(caller: Caller, id: number): Promise<void> {
      await database.transaction(async (tx) => {
        const item = await lockItem(labScopeOf(caller), tx, id)
        if (!item) throw notFound('INBOX_ITEM_NOT_FOUND')
        if (item.state !== 'rejected') throw conflict('INBOX_ITEM_CLOSED')
        await updateRestored(tx, id)
        await recordActivity(tx, caller, {
          action: 'inbox.restore',
          object: { type: 'lab', id: item.labId },
          labId: item.labId,
          summary: `Put inbox item #${id} back`,
        })
      })
      await rematching.rematch(id)
    },

    async review(caller: Caller, ids: number[]): Promise<void> {
      await database.transaction(async (tx) => {
        await requireInScope(tx, caller, ids)
        const reviewed = await updateReviewed(labScopeOf(caller), tx, { ids, by: caller.user.id })
        if (reviewed === 0) return
        await recordActivity(tx, caller, {
          action: 'inbox.review',
          summary: `Reviewed ${reviewed} automatically published ${reviewed === 1 ? 'report' : 'reports'}`,
        })
      })
    },

    async removeOldRejected(): Promise<void> {
      for (;;) {
        const names = await database.transaction(async (tx) => {
          if (!(await orphans.mayDelete(tx))) return []
          const removed = await deleteOldRejected(tx, REMOVED_AT_ONCE)
          await orphans.markForRemoval(tx, removed)
          return removed
        })
        for (const name of names) await orphans.removeNow(name)
        if (names.length < REMOVED_AT_ONCE) return
      }
    },
  }
}
export type InboxItemService = ReturnType<typeof createInboxItemService>

const requireInScope = async (tx: Queryable, caller: Caller, ids: number[]): Promise<void> => {
  const found = await countInScope(labScopeOf(caller), tx, ids)
  if (found < new Set(ids).size) throw notFound('INBOX_ITEM_NOT_FOUND')
}

export const refuseWithoutFile = ({ fileId }: LockedItem): number => {
  if (fileId === null) throw new AppError('INVALID', 'INBOX_ITEM_HAS_NO_FILE')
  return fileId
}
