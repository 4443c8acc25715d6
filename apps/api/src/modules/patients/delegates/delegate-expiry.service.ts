import { todayIn } from '@zelab/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import {
  findDueDelegates,
  lockPatientsOfDelegates,
  markDueDelegatesEnded,
} from './delegate-expiry.repository.ts'
import type { EndDeliveries } from './delegates.service.ts'

const BATCH = 100

const REASONS = { adult: 'the patient is an adult', expired: 'the last day has passed' } as const

interface Deps {
  database: Database
  clock: Clock
  timeZone: () => Promise<string>
  endDeliveries: EndDeliveries
}

/**
 * Ends messages and links of expired delegates. Access ends without this job, because every request compares the day.
 */
export const createDelegateExpiry = ({ database, clock, timeZone, endDeliveries }: Deps) => {
  const endBatch = (today: string): Promise<number> =>
    database.transaction(async (tx) => {
      const due = await findDueDelegates(tx, today, BATCH)
      await lockPatientsOfDelegates(tx, [...new Set(due.map(({ patientId }) => patientId))])
      const ended = await markDueDelegatesEnded(
        tx,
        due.map(({ id }) => id),
        today,
      )
      await endDeliveries(tx, { delegateIds: ended.map(({ id }) => id), by: null })
      await recordActivity(
        tx,
        'system',
        ...ended.map(({ id, kind, reason, patientId, labId }) => ({
          action: 'patient.delegate' as const,
          object: { type: 'patient' as const, id: patientId },
          labId,
          summary: `The access of ${kind} #${id} of patient ZL-${patientId} ended: ${reason === 'adult' ? REASONS.adult : REASONS.expired}`,
        })),
      )
      return ended.length
    })

  return {
    async run(): Promise<void> {
      const today = todayIn(await timeZone(), clock.now())
      while ((await endBatch(today)) > 0);
    },
  }
}
