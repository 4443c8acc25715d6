import { todayIn } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import {
  findDueDelegates,
  lockPatientsOfDelegates,
  markDueDelegatesEnded,
} from './delegate-expiry.repository.ts'
import type { PatientPorts } from '../patient-ports.ts'

const BATCH = 100

const REASONS = { adult: 'the patient is an adult', expired: 'the last day has passed' } as const

/**
 * Ends messages and links of expired delegates. Access ends without this job, because every request compares the day.
 */
export const createDelegateExpiry = ({
  database,
  clock,
  timeZone,
  endDeliveries,
}: Pick<Context, 'database' | 'clock' | 'timeZone'> & Pick<PatientPorts, 'endDeliveries'>) => {
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
