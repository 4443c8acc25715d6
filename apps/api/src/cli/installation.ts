import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { checkStorage } from '../modules/installation/installation-storage.ts'
import type { Database } from '../platform/database/database.ts'
import type { FileStorage } from '../platform/file-storage/file-storage.ts'
import { openStorage } from '../platform/file-storage/open-storage.ts'
import { openMarker } from '../platform/file-storage/storage-marker.ts'
import { findSecret } from '../platform/encryption.ts'

/** Commands never create an installation: an empty one would look like lost records. */
class NoInstallationError extends Error {
  constructor(dataDir: string, missing: string) {
    super(
      `There is no installation in ${dataDir}: ${missing}. Set DATA_DIR and the other settings of the service.`,
    )
    this.name = 'NoInstallationError'
  }
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Starting the embedded database would create it, so a data folder without one is rejected. */
export const requireEmbeddedDatabase = async (dataDir: string): Promise<void> => {
  if (!(await isThere(path.join(dataDir, 'postgres', 'global', 'pg_control'))))
    throw new NoInstallationError(dataDir, 'it contains no database')
}

export const requireSecret = async ({ dataDir, secretKey }: Config): Promise<Buffer> => {
  const secret = await findSecret(dataDir, secretKey)
  if (!secret) throw new NoInstallationError(dataDir, 'its secret.key is missing, and SECRET_KEY is not set')
  return secret
}

/** Does not create a missing folder, and rejects the storage of another installation. */
export const openInstalledStorage = async (
  { storage, dataDir }: Config,
  database: Database,
): Promise<FileStorage> => {
  if (storage.kind === 'disk' && !(await isThere(storage.folder)))
    throw new NoInstallationError(dataDir, `the folder of the report files, ${storage.folder}, is missing`)
  const marker = await openMarker(storage)
  try {
    await checkStorage(database, marker)
  } finally {
    marker.close()
  }
  return openStorage(storage)
}
