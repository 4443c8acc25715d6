import { Readable } from 'node:stream'
import type { Context } from '../../../core/context.ts'
import { forEachAlone } from '../../../core/each-alone.ts'
import { newFileName } from '../../../platform/file-storage/file-name.ts'
import {
  StorageUnavailableError,
  storeFile,
  type StoredFile,
} from '../../../platform/file-storage/file-storage.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import {
  findFilesToRemove,
  insertReservation,
  insertRemovals,
  isAttached,
  lockFileRemoval,
  postponeRemoval,
  claimOrphanedUpload,
} from './orphaned-uploads.repository.ts'

/** Used only here. A backup shares the lock until it has copied its files (`mayDelete`). */
export const FILE_REMOVAL_LOCK = 4_210_386_571_207

const BATCH = 200

/**
 * Database and storage commit separately. The name is reserved in the database first, so that a process that ends at
 * any moment leaves no unknown file.
 */
export const createOrphanedUploadService = ({ database, storage }: Pick<Context, 'database' | 'storage'>) => {
  const remove = (name: string): Promise<boolean> =>
    database.transaction(async (tx) => {
      // Waits for a concurrent attach, and then finds the row.
      await claimOrphanedUpload(tx, name)
      if (await isAttached(tx, name)) return false
      await storage.remove(name)
      return true
    })

  return {
    reserve: (name: string): Promise<void> => insertReservation(database, name),

    /** Runs in the transaction that creates the file's row. */
    async attach(tx: Queryable, name: string): Promise<void> {
      if (!(await claimOrphanedUpload(tx, name)))
        throw new StorageUnavailableError(new Error(`The file ${name} was cleared away before it had a row`))
    },

    /** False during a backup. */
    mayDelete: (tx: Queryable): Promise<boolean> => lockFileRemoval(tx, FILE_REMOVAL_LOCK),

    /** Runs in the transaction that deletes the rows. `removeNow` or the cleanup job removes the files. */
    markForRemoval: (tx: Queryable, names: string[]): Promise<void> => insertRemovals(tx, names),

    remove,

    /**
     * Stores a generated file, reserved like an upload.
     * @param attach creates its row, or returns false if another process was faster, which removes this file
     */
    async storeMade(
      ending: string,
      content: Buffer,
      attach: (tx: Queryable, file: StoredFile & { name: string }) => Promise<boolean>,
    ): Promise<{ sha256: Buffer }> {
      const name = newFileName(ending)
      await insertReservation(database, name)
      const { sizeBytes, sha256, sha1 } = await storeFile(storage, name, Readable.from([content]))
      const isOurs = await database.transaction(async (tx) => {
        await this.attach(tx, name)
        const isAttached = await attach(tx, { name, sizeBytes, sha256, sha1 })
        if (!isAttached) await insertRemovals(tx, [name])
        return isAttached
      })
      if (!isOurs) await this.removeNow(name)
      return { sha256 }
    },

    /** Leaves failures, such as an unavailable storage, to the cleanup job. */
    async removeNow(name: string): Promise<void> {
      await remove(name).catch(() => {})
    },

    async removeDue(): Promise<void> {
      for (;;) {
        const names = await findFilesToRemove(database, BATCH)
        await forEachAlone(names, remove, (name) => postponeRemoval(database, name))
        if (names.length < BATCH) return
      }
    },
  }
}
export type OrphanedUploadService = ReturnType<typeof createOrphanedUploadService>
