import type {
  ActivityAction,
  ActivityEntry,
  ActivityFilter,
  ActivityObject,
  ListedEntry,
  Pagination,
  ReportReader,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/app-error.ts'
import { labScopeOf, type Actor, type Caller, type ClientCaller, type ListView } from '../../core/caller.ts'
import { readPage } from '../../core/pagination.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { createBatchWriter } from '../../platform/batch-writer.ts'
import { actorOf, actorOfClient, type EntryActor, type NewEntry } from './activity-entry.ts'
import { createViewRecorder, type ViewLimits } from './view-recorder.ts'
import {
  ACTIVITY_COUNT_LIMIT,
  countEntries,
  findEntries,
  findHistory,
  findLastVisit,
  findRecentViews,
  findReportReaders,
  hasReadLately,
  insertEntries,
  withPatients,
} from './activity.repository.ts'

const WINDOW_MS = 60_000
const MAX_ENTRIES = 10_000

const createRecentRefusals = () => {
  const recordedAt = new Map<string, number>()
  return {
    isFirst(userId: number, what: string): boolean {
      const key = `${userId} ${what}`
      const now = performance.now()
      if (now - (recordedAt.get(key) ?? -Infinity) < WINDOW_MS) return false
      if (recordedAt.size >= MAX_ENTRIES) recordedAt.clear()
      recordedAt.set(key, now)
      return true
    },
  }
}

type FileView = 'report.preview' | 'report.download'

export interface NewActivity {
  action: ActivityAction
  object?: { type: ActivityObject; id: number }
  summary: string
  /** If different from the actor's lab. */
  labId?: number | null
}

export interface ClientRead {
  object: { type: 'patient' | 'report'; id: number }
  summary: string
}

export interface AnonymousCaller {
  address: string
  requestId: string
}

const entryBy = (actor: EntryActor, { action, object, summary, labId }: NewActivity): NewEntry => ({
  ...actor,
  labId: labId ?? actor.labId,
  action,
  objectType: object?.type ?? null,
  objectId: object?.id ?? null,
  summary,
})

const entryOf = (who: Partial<Exclude<Actor, string>>, activity: NewActivity): NewEntry =>
  entryBy(actorOf(who), activity)

/** Runs in the transaction of the change. */
export const recordActivity = (tx: Queryable, actor: Actor, ...activities: NewActivity[]): Promise<void> =>
  insertEntries(
    tx,
    activities.map((activity) => entryOf(actor === 'system' ? {} : actor, activity)),
  )

export const recordVisit = (db: Queryable, caller: AnonymousCaller, activity: NewActivity): Promise<void> =>
  insertEntries(db, [entryOf({ address: caller.address, requestId: caller.requestId }, activity)])

const EXPORT_BATCH = 1000
/** Range requests within this time belong to the recorded view. */
const VIEW_MINUTES = 10

export const createActivityService = ({
  database,
  readList,
  timeZone,
  reportFailure,
  viewLimits,
}: Pick<Context, 'database' | 'readList' | 'timeZone' | 'reportFailure'> & {
  viewLimits?: Partial<ViewLimits> | undefined
}) => {
  const append = createBatchWriter((entries: NewEntry[]) => insertEntries(database, entries))
  const views = createViewRecorder({
    write: (entries) => insertEntries(database, entries),
    onLost: (error, count) =>
      reportFailure(error, `${count} views could not be recorded in the activity log`),
    limits: viewLimits,
  })
  const { flush } = views
  const refusals = createRecentRefusals()

  return {
    /**
     * Records views in batches within 200 ms, so that reading stays fast. Throws if recording has failed for a
     * minute. The caller must then show nothing.
     */
    recordView: (caller: Caller, activity: NewActivity): void => views.add(entryOf(caller, activity)),

    /** Combines repetitions within a minute into one entry with their pages and rows. */
    recordList: (caller: Caller, view: ListView): void => views.addList(actorOf(caller), view),

    /** One record that a connected system reads. Throws like `recordView`; no opening of a report. */
    recordClientRead: (client: ClientCaller, read: ClientRead): void =>
      views.add(entryBy(actorOfClient(client), { action: 'integration.read', ...read })),

    /** A search by a connected system: `object` is the patient it is limited to, if it is. */
    recordClientSearch: (client: ClientCaller, search: Omit<ListView, 'action'>): void =>
      views.addList(actorOfClient(client), { action: 'integration.read', ...search }),

    failingSeconds: views.failingSeconds,

    checkRecording: views.check,

    /** Exports and refusals are recorded before anything else happens. */
    record: (actor: Actor, activity: NewActivity): Promise<void> =>
      append(entryOf(actor === 'system' ? {} : actor, activity)),

    /**
     * Records the first refusal at once and counts repetitions of the next minute in one entry, so that a request
     * loop cannot fill the append-only log.
     */
    async recordRefusal(caller: Caller, what: string): Promise<void> {
      if (refusals.isFirst(caller.user.id, what))
        await append(entryOf(caller, { action: 'access.refuse', summary: what }))
      else views.addList(actorOf(caller), { action: 'access.refuse', what })
    },

    hasRecentFileView: (caller: Caller, reportId: number, action: FileView): Promise<boolean> =>
      hasReadLately(database, { actorId: caller.user.id, reportId, action, minutes: VIEW_MINUTES }),

    async recentViews(caller: Caller): Promise<{ patientIds: number[]; reportIds: number[] }> {
      const views = await findRecentViews(database, caller.user.id)
      const idsOf = (type: string) => views.filter((view) => view.type === type).map(({ id }) => id)
      return { patientIds: idsOf('patient'), reportIds: idsOf('report') }
    },

    lastVisitBefore: (caller: Caller): Promise<string | undefined> =>
      findLastVisit(database, { actorId: caller.user.id, sessionId: caller.session.id }),

    flush,

    async list(
      caller: Caller,
      query: ActivityFilter & { page: number; limit: number },
    ): Promise<{ data: ListedEntry[]; pagination: Pagination }> {
      const zone = await timeZone()
      const scope = labScopeOf(caller)
      return readList(caller, (db) =>
        readPage(
          query,
          countEntries(db, query, caller.user.id, zone),
          async (page) => withPatients(scope, db, await findEntries(db, query, caller.user.id, zone, page)),
          ACTIVITY_COUNT_LIMIT,
        ),
      )
    },

    /** Newest first, in batches. Records the export first. */
    async *exportAll(caller: Caller, filter: ActivityFilter): AsyncGenerator<ListedEntry[]> {
      // One time zone for the whole file, even if the setting changes meanwhile.
      const zone = await timeZone()
      const scope = labScopeOf(caller)
      let before: ActivityEntry | undefined
      for (;;) {
        const batch = { limit: EXPORT_BATCH, before }
        const entries = await readList(caller, async (db) =>
          withPatients(scope, db, await findEntries(db, filter, caller.user.id, zone, batch)),
        )
        if (entries.length > 0) yield entries
        if (entries.length < EXPORT_BATCH) return
        before = entries.at(-1)
      }
    },

    /** @param isInScope whether the caller may see the record */
    async history(
      object: { type: 'patient' | 'report'; id: number },
      isInScope: () => Promise<unknown>,
    ): Promise<ActivityEntry[]> {
      await isInScope()
      await flush()
      return findHistory(database, object)
    },

    /** @param isInScope whether the caller may see the report */
    async readersOf(
      reportId: number,
      isInScope: () => Promise<unknown>,
    ): Promise<{ readers: ReportReader[]; total: number }> {
      await isInScope()
      await flush()
      return findReportReaders(database, reportId)
    },

    async recordPrint(caller: Caller, object: { type: 'patient' | 'report'; id: number }): Promise<void> {
      if (!Number.isSafeInteger(object.id)) throw notFound('NOT_FOUND')
      const name = object.type === 'patient' ? `patient ZL-${object.id}` : `report #${object.id}`
      await recordActivity(database, caller, { action: 'record.print', object, summary: `Printed ${name}` })
    },
  }
}
export type ActivityService = ReturnType<typeof createActivityService>
