import { InstallationError } from '../modules/installation/installation-key.ts'
import { createStorageCheck } from '../modules/installation/installation-storage.ts'
import type { Database } from '../platform/database/database.ts'
import { findOnDisk } from '../platform/file-storage/disk-storage.ts'
import { StorageUnavailableError, type FileStorage } from '../platform/file-storage/file-storage.ts'
import { guardStorage } from '../platform/file-storage/guarded-storage.ts'
import { openStorage, type StorageLocation } from '../platform/file-storage/open-storage.ts'
import { openMarker } from '../platform/file-storage/storage-marker.ts'

const openFolder = async (database: Database, location: StorageLocation & { kind: 'disk' }) => {
  const marker = await openMarker(location)
  const guard = createStorageCheck(database, marker, { find: (name) => findOnDisk(location.folder, name) })
  await guard.claim().catch((error: unknown) => {
    if (!(error instanceof StorageUnavailableError)) throw error
    const reason = (error.cause as Error).message
    throw new InstallationError(`The folder of the report files cannot be used: ${reason}`)
  })
  return guardStorage(await openStorage(location), guard.check)
}

/** The bucket may not respond now; its marker is then checked before the first change. */
const openBucket = async (database: Database, location: StorageLocation & { kind: 's3' }) => {
  const marker = await openMarker(location)
  const bucket = await openStorage(location)
  const guard = createStorageCheck(database, marker, bucket)
  await guard.claim().catch(async (error: unknown) => {
    if (error instanceof StorageUnavailableError) return
    await bucket.close()
    throw error
  })
  const storage = guardStorage(bucket, guard.check)
  return {
    ...storage,
    async close() {
      marker.close()
      await storage.close()
    },
  }
}

/** Opens the storage of this installation and rejects any other, such as the empty mount point of a folder. */
export const openFiles = async (
  database: Database,
  location: StorageLocation,
  logger: { error(details: object, message: string): void },
): Promise<FileStorage> => {
  const storage = await (location.kind === 'disk'
    ? openFolder(database, location)
    : openBucket(database, location))
  await storage.check().catch((error: unknown) => {
    logger.error({ err: error }, 'the file storage does not answer: reports cannot be published or read')
  })
  return storage
}
