import { StorageUnavailableError, type FileStorage } from '../../../platform/file-storage/file-storage.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import {
  findFilesToRemove,
  insertReservation,
  insertRemovals,
  isAttached,
  takeOrphanedUpload,
} from './orphaned-uploads.repository.ts'

const BATCH = 200

/**
 * Database and storage commit apart, so a file is announced in the database before the storage has it and as long as
 * the storage may have it: a process that ends at any moment leaves no file that nobody knows of.
 */
export const createOrphanedUploadService = ({
  database,
  storage,
}: {
  database: Database
  storage: FileStorage
}) => {
  /** Removes a file that no report has and no transaction can claim any more. */
  const remove = (name: string): Promise<boolean> =>
    database.transaction(async (tx) => {
      // Waits for a transaction that is claiming it, and then finds its row.
      await takeOrphanedUpload(tx, name)
      if (await isAttached(tx, name)) return false
      await storage.remove(name)
      return true
    })

  return {
    /** Before the storage keeps the file. */
    reserve: (name: string): Promise<void> => insertReservation(database, name),

    /** In the transaction that makes the file's row. */
    async attach(tx: Queryable, name: string): Promise<void> {
      if (!(await takeOrphanedUpload(tx, name)))
        throw new StorageUnavailableError(new Error(`The file ${name} was cleared away before it had a row`))
    },

    /** In the transaction that deletes the files' rows; `removeNow` or the cleaning does the rest. */
    markForRemoval: (tx: Queryable, names: string[]): Promise<void> => insertRemovals(tx, names),

    remove,

    /** What does not succeed now, the storage being away say, the cleaning does. */
    async removeNow(name: string): Promise<void> {
      await remove(name).catch(() => {})
    },

    /** Removes every file whose time has come. */
    async removeDue(): Promise<void> {
      for (;;) {
        const names = await findFilesToRemove(database, BATCH)
        for (const name of names) await remove(name)
        if (names.length < BATCH) return
      }
    },
  }
}
export type OrphanedUploadService = ReturnType<typeof createOrphanedUploadService>
