import type {
  ActivityAction,
  ActivityEntry,
  ActivityFilter,
  ActivityObject,
  Pagination,
  ReportReader,
} from '@zelab/contract'
import { notFound } from '../../core/app-error.ts'
import type { Actor, Caller } from '../../core/caller.ts'
import { readPage } from '../../core/pagination.ts'
import type { Database, Queryable, ReadList } from '../../platform/database/database.ts'
import { createBatchWriter } from '../../platform/batch-writer.ts'
import type { NewEntry } from './activity-entry.ts'
import { createRecentRefusals } from './recent-refusals.ts'
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
} from './activity.repository.ts'

type FileView = 'report.preview' | 'report.download'

export interface NewActivity {
  action: ActivityAction
  object?: { type: ActivityObject; id: number }
  /** A short sentence with ids, never a secret. Only list entries contain search text. */
  summary: string
  /** The lab concerned when it differs from the actor's lab. */
  labId?: number | null
}

/** A request without a signed-in user. */
export interface AnonymousCaller {
  address: string
  requestId: string
}

const entryOf = (who: Partial<Exclude<Actor, string>>, activity: NewActivity): NewEntry => ({
  actorId: who.user?.id ?? null,
  actorName: who.user?.fullName ?? null,
  actorRole: who.user?.userType.name ?? null,
  labId: activity.labId ?? who.user?.lab?.id ?? null,
  action: activity.action,
  objectType: activity.object?.type ?? null,
  objectId: activity.object?.id ?? null,
  summary: activity.summary,
  address: who.address ?? null,
  requestId: who.requestId ?? null,
})

/** Records an activity in the transaction of the change itself. */
export const recordActivity = (tx: Queryable, actor: Actor, ...activities: NewActivity[]): Promise<void> =>
  insertEntries(
    tx,
    activities.map((activity) => entryOf(actor === 'system' ? {} : actor, activity)),
  )

/** Records an attempt by an anonymous caller. */
export const recordVisit = (db: Queryable, caller: AnonymousCaller, activity: NewActivity): Promise<void> =>
  insertEntries(db, [entryOf({ address: caller.address, requestId: caller.requestId }, activity)])

const EXPORT_BATCH = 1000
/** Range requests of a viewer within this time belong to the recorded view. */
const VIEW_MINUTES = 10

export const createActivityService = ({
  database,
  readList,
  timeZone,
  onLost,
  viewLimits,
}: {
  database: Database
  readList: ReadList
  timeZone: () => Promise<string>
  /** Called when views could not be recorded, for example because the database is unavailable. */
  onLost: (error: unknown, count: number) => void
  viewLimits?: Partial<ViewLimits> | undefined
}) => {
  const append = createBatchWriter((entries: NewEntry[]) => insertEntries(database, entries))
  const views = createViewRecorder({
    write: (entries) => insertEntries(database, entries),
    onLost,
    limits: viewLimits,
  })
  const { flush } = views
  const refusals = createRecentRefusals()

  return {
    /**
     * Records a view within 200 ms, batched with others so that reading stays fast. Throws when views could
     * not be recorded for a minute; the caller must then show nothing.
     */
    recordView: (caller: Caller, activity: NewActivity): void => views.add(entryOf(caller, activity)),

    /**
     * Records a list, search or check; repetitions within a minute become one entry with their pages and
     * rows.
     */
    recordList: views.addList,

    /** How long views could not be recorded. */
    failingSeconds: views.failingSeconds,

    /** Rejects while views cannot be recorded, so that nothing is shown. */
    checkRecording: views.check,

    /** Records exports and refusals before anything else happens. */
    record: (actor: Actor, activity: NewActivity): Promise<void> =>
      append(entryOf(actor === 'system' ? {} : actor, activity)),

    /**
     * Records a refusal: the first at once, repetitions of the next minute as one entry with their count. A
     * request loop cannot fill the append-only log.
     */
    async recordRefusal(caller: Caller, what: string): Promise<void> {
      if (refusals.isFirst(caller.user.id, what))
        await append(entryOf(caller, { action: 'access.refuse', summary: what }))
      else views.addList(caller, { action: 'access.refuse', what })
    },

    /** Whether the caller's view of this report file for this purpose was recorded recently. */
    hasRecentFileView: (caller: Caller, reportId: number, action: FileView): Promise<boolean> =>
      hasReadLately(database, { actorId: caller.user.id, reportId, action, minutes: VIEW_MINUTES }),

    /** Patients and reports the caller viewed, latest first; some may no longer exist. */
    async recentViews(caller: Caller): Promise<{ patientIds: number[]; reportIds: number[] }> {
      const views = await findRecentViews(database, caller.user.id)
      const idsOf = (type: string) => views.filter((view) => view.type === type).map(({ id }) => id)
      return { patientIds: idsOf('patient'), reportIds: idsOf('report') }
    },

    /** The caller's last entry before the present session; undefined when that is unknown. */
    lastVisitBefore: (caller: Caller): Promise<string | undefined> =>
      findLastVisit(database, { actorId: caller.user.id, sessionId: caller.session.id }),

    /** Flushes pending views; part of the shutdown. */
    flush,

    async list(
      caller: Caller,
      query: ActivityFilter & { page: number; limit: number },
    ): Promise<{ data: ActivityEntry[]; pagination: Pagination }> {
      const zone = await timeZone()
      return readList(caller, (db) =>
        readPage(
          query,
          countEntries(db, query, caller.user.id, zone),
          (page) => findEntries(db, query, caller.user.id, zone, page),
          ACTIVITY_COUNT_LIMIT,
        ),
      )
    },

    /** Every matching entry, newest first, in batches; the export itself is recorded first. */
    async *exportAll(caller: Caller, filter: ActivityFilter): AsyncGenerator<ActivityEntry[]> {
      // One time zone for the whole file, even when the setting changes meanwhile.
      const zone = await timeZone()
      let before: ActivityEntry | undefined
      for (;;) {
        const batch = { limit: EXPORT_BATCH, before }
        const entries = await readList(caller, (db) => findEntries(db, filter, caller.user.id, zone, batch))
        if (entries.length > 0) yield entries
        if (entries.length < EXPORT_BATCH) return
        before = entries.at(-1)
      }
    },

    /** @param isInScope whether the caller may see the record itself */
    async history(
      object: { type: 'patient' | 'report'; id: number },
      isInScope: () => Promise<unknown>,
    ): Promise<ActivityEntry[]> {
      await isInScope()
      await flush()
      return findHistory(database, object)
    },

    /** @param isInScope whether the caller may see the report itself */
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
