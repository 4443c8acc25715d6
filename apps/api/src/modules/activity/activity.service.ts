import type { ActivityEntry, ActivityTab, Pagination } from '@zelab/contract'
import type { Actor, Caller } from '../../http/caller.ts'
import { offsetOf, paginate } from '../../http/pages.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { countEntries, findEntries, insertEntry } from './activity.repository.ts'

export interface Happening {
  /** Machine word: `object.verb`. */
  action: string
  object?: { type: string; id: number }
  /** A short sentence with ids, never a patient's name or any secret. */
  summary: string
  /** The lab concerned when it is not the actor's own. */
  labId?: number | null
}

/** Puts what happened on record, in the transaction of the change itself. */
export const recordActivity = (tx: Queryable, actor: Actor, happening: Happening): Promise<void> => {
  const caller = actor === 'system' ? undefined : actor
  return insertEntry(tx, {
    actorId: caller?.user.id ?? null,
    actorName: caller?.user.fullName ?? null,
    actorRole: caller?.user.userType.name ?? null,
    labId: happening.labId ?? caller?.user.lab?.id ?? null,
    action: happening.action,
    objectType: happening.object?.type ?? null,
    objectId: happening.object?.id ?? null,
    summary: happening.summary,
    address: caller?.address ?? null,
    requestId: caller?.requestId ?? null,
  })
}

export const createActivityService = ({ database }: { database: Database }) => ({
  async list(
    caller: Caller,
    query: { tab: ActivityTab; page: number; limit: number },
  ): Promise<{ data: ActivityEntry[]; pagination: Pagination }> {
    const pagination = paginate(query, await countEntries(database, query.tab, caller.user.id))
    const data = await findEntries(database, query.tab, caller.user.id, {
      limit: pagination.limit,
      offset: offsetOf(pagination),
    })
    return { data, pagination }
  },
})
export type ActivityService = ReturnType<typeof createActivityService>
