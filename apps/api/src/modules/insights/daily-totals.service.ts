import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../core/context.ts'
import { AppError } from '../../core/app-error.ts'
import type { Caller, LabScope } from '../../core/caller.ts'
import {
  addChanges,
  countEverything,
  fillOpenings,
  findTotals,
  freezeView,
  lockTotals,
  noteOpeningsSince,
  sumPatientsOfWeek,
  type Cut,
  type DailyTotal,
} from './daily-totals.repository.ts'
import type { Period } from './insight-period.ts'

/** Counting three million reports takes far longer than a request may wait. */
const COUNTING_LIMIT_MS = 30 * 60_000
/** Entries may become visible in the activity log this much later. */
const LOG_DELAY_MS = 5 * 60_000
const WAIT_LIMIT_MS = 8_000

/**
 * Counts published, registered and opened records by day in the installation's time zone. A withdrawn report or
 * merged record is removed from its original day. Triggers record changes (migration 0010), which are added once a
 * minute.
 */
export const createDailyTotalService = ({
  database,
  readList,
  timeZone,
}: Pick<Context, 'database' | 'readList' | 'timeZone'>) => {
  const countFor = async (zone: string): Promise<void> => {
    const startedAt = new Date(Date.now() - LOG_DELAY_MS)
    const options = { statementTimeoutMs: COUNTING_LIMIT_MS }
    await database.transaction(async (tx) => {
      if ((await lockTotals(tx)) === null) await fillOpenings(tx)
    }, options)
    const before = await database.transaction(async (tx) => {
      await freezeView(tx)
      const counted = await lockTotals(tx)
      if (counted !== zone) await countEverything(tx, zone)
      return counted
    }, options)
    if (before === null) await noteOpeningsSince(database, startedAt)
  }

  let counting: Promise<void> | undefined
  // One recount per process. Other callers wait without a database connection.
  const countOnce = (zone: string): Promise<void> =>
    (counting ??= countFor(zone).finally(() => {
      counting = undefined
    }))

  return {
    async settle(): Promise<void> {
      const zone = await timeZone()
      const counted = await database.transaction(
        async (tx) => {
          const current = await lockTotals(tx)
          if (current === zone) await addChanges(tx)
          return current
        },
        { statementTimeoutMs: COUNTING_LIMIT_MS },
      )
      if (counted !== zone) await countOnce(zone)
    },

    /** Null until they are counted in the installation's time zone. */
    async patientsOfWeek(scope: LabScope): Promise<number | null> {
      return sumPatientsOfWeek(scope, database, await timeZone())
    },

    async read(caller: Caller, scope: LabScope, period: Period, cuts: readonly Cut[]): Promise<DailyTotal[]> {
      const zone = await timeZone()
      const found = await readList(caller, (db) => findTotals(scope, db, period, cuts))
      if (found.timeZone === zone) return found.totals
      const isCounted = countOnce(zone).then(() => true)
      if (!(await Promise.race([isCounted, sleep(WAIT_LIMIT_MS, false, { ref: false })])))
        throw new AppError('UNAVAILABLE', 'FIGURES_BEING_COUNTED')
      return (await findTotals(scope, database, period, cuts)).totals
    },
  }
}
export type DailyTotalService = ReturnType<typeof createDailyTotalService>
