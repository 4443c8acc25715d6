import { z } from 'zod'
import type { Queryable } from '../../../platform/database/database.ts'

const settledRow = z.object({ settled: z.int() })

/** Removes candidates that can be reached. @returns how many were checked */
export const settleUnreachedReports = async (db: Queryable, limit: number): Promise<number> =>
  (await db.one(settledRow, 'select settle_unreached_reports($1) as settled', [limit])).settled

export const deleteOldUnreachedReports = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from unreached_reports where report_id in (
       select report_id from unreached_reports where published_at < now() - interval '30 days'
        order by published_at limit $1 for update skip locked)`,
    [limit],
  )

export const deleteEndedUnopenedDeliveries = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from unopened_deliveries where delivery_id in (
       select delivery_id from unopened_deliveries where ends_at < now()
        order by ends_at limit $1 for update skip locked)`,
    [limit],
  )
