import type { Database, Queryable } from '../../../platform/database/database.ts'
import { deleteOldCodes, deleteUnusedLinkSessions } from './link-cleanup.repository.ts'

const BATCH = 1000

export const createLinkCleanup = ({ database }: { database: Database }) => {
  const removeAll = async (removeBatch: (db: Queryable, limit: number) => Promise<number>) => {
    while ((await removeBatch(database, BATCH)) === BATCH);
  }
  return {
    /** The recurring job: removes codes and sessions of links that can no longer be used. */
    async removeOld(): Promise<void> {
      await removeAll(deleteOldCodes)
      await removeAll(deleteUnusedLinkSessions)
    },
  }
}
