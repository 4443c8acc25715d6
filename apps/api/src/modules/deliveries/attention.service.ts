import type { Context } from '../../core/context.ts'
import {
  deleteEndedUnopenedDeliveries,
  deleteOldUnreachedReports,
  settleUnreachedReports,
} from './attention.repository.ts'

export const SETTLE_ATTENTION = 'settle-attention'

const BATCH = 500

/** Removes what the lists of attention do not show anymore, so that reading them stays fast. */
export const createAttentionService = ({ database }: Pick<Context, 'database'>) => ({
  /** Job. */
  async settle(): Promise<void> {
    const steps = [settleUnreachedReports, deleteOldUnreachedReports, deleteEndedUnopenedDeliveries]
    for (const step of steps) while ((await step(database, BATCH)) === BATCH);
  },
})
