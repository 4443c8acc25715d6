import type { ReadyTime } from '@zelab/contract'
import { setImmediate } from 'node:timers/promises'
import type { Caller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import type { LabService } from '../../labs/labs.service.ts'
import { findVisitSettings } from '../visit-settings.service.ts'
import { findRecentDurations, findTurnaroundSettings } from './turnaround.repository.ts'
import { percentile } from './turnaround.service.ts'
import { createWorkingTime } from './working-time.ts'

/** Reports of a type that are measured, and how many make "usually". */
const NEWEST = 50
const FEWEST = 5
const MINUTE = 60_000

export const createReadyTimeService = ({
  database,
  clock,
  timeZone,
  labs,
}: Pick<Context, 'database' | 'clock' | 'timeZone'> & { labs: LabService }) => ({
  /** Nothing for a lab that does not use visits. */
  async find(
    caller: Caller,
    labId: number,
    { types: typeIds, from }: { types: number[]; from?: string | undefined },
  ): Promise<ReadyTime[]> {
    await labs.get(caller, labId)
    if (!(await findVisitSettings(database, labId)).isOn) return []
    const { targets, ...calendar } = await findTurnaroundSettings(database, labId)
    const durations = await findRecentDurations(database, labId, { typeIds, limit: NEWEST })
    const working = createWorkingTime(calendar, await timeZone())
    const found: ReadyTime[] = []
    for (const reportTypeId of typeIds) {
      await setImmediate()
      const minutes = durations
        .filter((one) => one.reportTypeId === reportTypeId)
        .map(({ startAt, publishedAt }) => working.between(new Date(startAt), new Date(publishedAt)) / MINUTE)
        .sort((one, other) => one - other)
      const target = targets.find((one) => one.reportTypeId === reportTypeId)
      const due = target && working.dueAt(from === undefined ? clock.now() : new Date(from), target.minutes)
      found.push({
        reportTypeId,
        usualMinutes: minutes.length < FEWEST ? null : Math.floor(percentile(minutes, 0.5) ?? 0),
        targetAt: due?.toISOString() ?? null,
      })
    }
    return found
  },
})
export type ReadyTimeService = ReturnType<typeof createReadyTimeService>
