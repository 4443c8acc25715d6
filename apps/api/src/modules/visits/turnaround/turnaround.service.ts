import { setImmediate } from 'node:timers/promises'
import { TURNAROUND_LIMIT, type Turnarounds } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Caller, LabScope } from '../../../core/caller.ts'
import { type Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import {
  anyLabUsesVisits,
  findCalendars,
  findExpectedTypes,
  findLabsWithCalendar,
  findMeasuredReports,
  lockForTargets,
  lockOpenVisits,
  setTargets,
  type ExpectedReport,
} from './turnaround.repository.ts'
import { ALWAYS_OPEN, createWorkingTime, type WorkingTime } from './working-time.ts'

/** Recomputes the targets of open visits, of one lab or all. */
export const SET_VISIT_TARGETS = 'set-visit-targets'

export const enqueueTargets = (tx: Queryable, requestId?: string): Promise<void> =>
  enqueueJob(tx, SET_VISIT_TARGETS, {}, requestId)

const BATCH = 50
/** Yields to other requests: one computation takes up to a millisecond. */
const COMPUTED_AT_ONCE = 20
const MINUTE = 60_000

interface Measured {
  /** Null when the report is missing. */
  minutes: number | null
  isOnTime: boolean | undefined
}

/** The smallest value that is not exceeded by this share of the sorted values. */
export const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

const summaryOf = (measured: readonly Measured[]) => {
  const minutes = measured.flatMap((one) => one.minutes ?? []).sort((one, other) => one - other)
  const withTarget = measured.filter(({ isOnTime }) => isOnTime !== undefined)
  return {
    measured: minutes.length,
    withTarget: withTarget.length,
    onTime: withTarget.filter(({ isOnTime }) => isOnTime).length,
    p50: percentile(minutes, 0.5),
    p90: percentile(minutes, 0.9),
  }
}

const groupBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => number): [number, Row[]][] => {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? []
    groups.set(keyOf(row), group)
    group.push(row)
  }
  return [...groups]
}

/** Undefined for a missing report that is not overdue. */
const measure = (
  { startAt, publishedAt, minutes: target }: ExpectedReport,
  working: WorkingTime,
  now: Date,
): Measured | undefined => {
  const start = new Date(startAt)
  if (publishedAt === null) {
    const due = target === null ? undefined : working.dueAt(start, target)
    return due !== undefined && due < now ? { minutes: null, isOnTime: false } : undefined
  }
  const end = new Date(publishedAt)
  const worked = working.between(start, end)
  // Published after closing, a report may be late although no working time has passed since its target.
  const isOnTime = () => {
    if (target === null || worked < target * MINUTE) return true
    const due = working.dueAt(start, target)
    return due === undefined || end <= due
  }
  return { minutes: Math.floor(worked / MINUTE), isOnTime: target === null ? undefined : isOnTime() }
}

export const createTurnaroundService = ({
  database,
  readList,
  clock,
  storedTimeZone,
}: Pick<Context, 'database' | 'readList' | 'clock' | 'storedTimeZone'>) => {
  const setTargetsIn = async (tx: Queryable, labId: number, visitIds: readonly number[]): Promise<void> => {
    const calendar = (await findCalendars(tx, [labId])).get(labId)
    if (!calendar) return
    const working = createWorkingTime(calendar, await storedTimeZone(tx))
    const changed: { visitId: number; reportTypeId: number; targetAt: string | null }[] = []
    for (const [index, expected] of (await findExpectedTypes(tx, visitIds)).entries()) {
      if (index % COMPUTED_AT_ONCE === COMPUTED_AT_ONCE - 1) await setImmediate()
      const { visitId, reportTypeId, startAt, minutes, targetAt: before } = expected
      const due = startAt !== null && minutes !== null ? working.dueAt(new Date(startAt), minutes) : undefined
      const isSame = (before === null ? undefined : new Date(before).getTime()) === due?.getTime()
      if (!isSame) changed.push({ visitId, reportTypeId, targetAt: due?.toISOString() ?? null })
    }
    if (changed.length > 0) await setTargets(tx, changed)
  }

  const setTargetsOfLab = async (labId: number): Promise<void> => {
    let after = 0
    for (;;) {
      const ids = await database.transaction(async (tx) => {
        await lockForTargets(tx, labId)
        const visitIds = await lockOpenVisits(tx, labId, { after, limit: BATCH })
        await setTargetsIn(tx, labId, visitIds)
        return visitIds
      })
      if (ids.length < BATCH) return
      after = ids.at(-1) ?? after
    }
  }

  return {
    /** Call when the times or expected types of a visit change in this transaction. */
    async setTargetsOf(tx: Queryable, visit: { id: number; labId: number }): Promise<void> {
      await lockForTargets(tx, visit.labId)
      await setTargetsIn(tx, visit.labId, [visit.id])
    },

    async setOpenTargets({ labId }: { labId?: number }): Promise<void> {
      const labIds = labId === undefined ? await findLabsWithCalendar(database) : [labId]
      for (const id of labIds) await setTargetsOfLab(id)
    },

    /** Types have no title yet. */
    async measure(
      caller: Caller,
      scope: LabScope,
      period: { from: string; to: string },
      zone: string,
    ): Promise<Omit<Turnarounds, 'types'> & { types: Omit<Turnarounds['types'][number], 'title'>[] }> {
      const now = clock.now()
      const { isUsed, rows, calendars } = await readList(caller, async (db) => {
        const found = await findMeasuredReports(scope, db, period, { timeZone: zone, now })
        return {
          rows: found,
          isUsed: found.length > 0 || (await anyLabUsesVisits(scope, db)),
          calendars: await findCalendars(db, [...new Set(found.map(({ labId }) => labId))]),
        }
      })
      const workingOfLab = new Map<number, WorkingTime>()
      const workingOf = (labId: number) => {
        const working =
          workingOfLab.get(labId) ?? createWorkingTime(calendars.get(labId) ?? ALWAYS_OPEN, zone)
        workingOfLab.set(labId, working)
        return working
      }
      const measured: (ExpectedReport & Measured)[] = []
      for (const [index, row] of rows.entries()) {
        if (index % COMPUTED_AT_ONCE === 0) await setImmediate()
        const found = measure(row, workingOf(row.labId), now)
        if (found) measured.push({ ...row, ...found })
      }
      return {
        isUsed,
        types: groupBy(measured, ({ reportTypeId }) => reportTypeId)
          .map(([id, ofType]) => ({ id, ...summaryOf(ofType) }))
          .sort((one, other) => other.measured - one.measured || one.id - other.id),
        weekdays: groupBy(measured, ({ weekday }) => weekday)
          .map(([weekday, ofDay]) => ({ weekday, ...summaryOf(ofDay) }))
          .sort((one, other) => one.weekday - other.weekday),
        isPartial: (rows[0]?.visitCount ?? 0) >= TURNAROUND_LIMIT,
      }
    },
  }
}
export type TurnaroundService = ReturnType<typeof createTurnaroundService>
