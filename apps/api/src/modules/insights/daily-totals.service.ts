import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../core/app-error.ts'
import type { Caller, LabScope } from '../../core/caller.ts'
import type { Database, ReadList } from '../../platform/database/database.ts'
import {
  addChanges,
  countEverything,
  fillOpenings,
  findTotals,
  freezeView,
  lockTotals,
  noteOpeningsSince,
  type Cut,
  type Volume,
} from './daily-totals.repository.ts'
import type { Period } from './insight-period.ts'

/** Counting three million reports takes far longer than anything that a request waits for. */
const COUNTING_LIMIT_MS = 30 * 60_000
/** What is written to the log may be seen only this much later. */
const LOG_DELAY_MS = 5 * 60_000
/** How long somebody waits for a count that goes on. */
const PATIENCE_MS = 8_000

/**
 * How much was published, registered and opened each day: what the lists show, by the day of the installation's time
 * zone on which it was published or registered. So a withdrawn report and a record that was merged into another one
 * leave the day on which they came. Triggers note every change (migration 0010); it counts from then on, and is added to
 * the volumes once a minute.
 */
export const createDailyTotalService = ({
  database,
  readList,
  timeZone,
}: {
  database: Database
  readList: ReadList
  timeZone: () => Promise<string>
}) => {
  /** Counts everything anew when the volumes are not of this zone's days: the first time, and after a change of it. */
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
  // One at a time in each process: whoever else wants it waits for the same, and holds no connection meanwhile.
  const countOnce = (zone: string): Promise<void> =>
    (counting ??= countFor(zone).finally(() => {
      counting = undefined
    }))

  return {
    /** The recurring job. */
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

    async read(caller: Caller, scope: LabScope, period: Period, cuts: readonly Cut[]): Promise<Volume[]> {
      const zone = await timeZone()
      const found = await readList(caller, (db) => findTotals(scope, db, period, cuts))
      if (found.timeZone === zone) return found.volumes
      const isCounted = countOnce(zone).then(() => true)
      if (!(await Promise.race([isCounted, sleep(PATIENCE_MS, false, { ref: false })])))
        throw new AppError('UNAVAILABLE', 'FIGURES_BEING_COUNTED')
      return (await findTotals(scope, database, period, cuts)).volumes
    },
  }
}
export type DailyTotalService = ReturnType<typeof createDailyTotalService>
