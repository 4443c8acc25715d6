import type { Database } from '../../platform/database/database.ts'
import { StorageUnavailableError, type FileStorage } from '../../platform/file-storage/file-storage.ts'
import type { StorageMarker } from '../../platform/file-storage/storage-marker.ts'
import { InstallationError } from './installation-error.ts'
import {
  addInstallation,
  findInstallation,
  knowsInstallation,
  listNewestFiles,
  noteStorageMarked,
  type Installation,
} from './installation.repository.ts'

/** An old copy of the files lacks the newest ones. */
const SAMPLED_FILES = 5

const advice = (place: string, id: string) =>
  `Mount the folder, or correct STORAGE_URL or DATA_DIR. Only if this is the right place, write ${id} into ${place}.`

const foreign = ({ place }: StorageMarker, found: string, id: string) =>
  `The file storage belongs to another installation: ${place} names ${found}, and this database is ${id}. ` +
  'Correct STORAGE_URL, DATA_DIR or DATABASE_URL.'

const unmarked = ({ place }: StorageMarker, id: string) =>
  `The file storage is not the one of this installation: ${place} is missing. ${advice(place, id)}`

const withoutFiles = ({ place }: StorageMarker, file: string, id: string) =>
  `The file storage is not the one of this installation: the report file ${file} is missing, and so is ${place}. ` +
  advice(place, id)

const findAbsent = async (database: Database, storage: Pick<FileStorage, 'find'>) => {
  const newest = await listNewestFiles(database, SAMPLED_FILES)
  for (const { name, sizeBytes } of newest)
    if ((await storage.find(name))?.sizeBytes !== sizeBytes) return { isEmpty: false, absent: name }
  return { isEmpty: newest.length === 0, absent: undefined }
}

/**
 * Ties the storage to the database: the first start of an installation marks it, later ones compare. A storage without
 * a marker is accepted when it contains the newest files.
 */
const claimStorage = async (
  database: Database,
  marker: StorageMarker,
  files: Pick<FileStorage, 'find'>,
): Promise<string> => {
  await addInstallation(database)
  // Read before the marker: another process writes the marker first, then notes that.
  const { id, isStorageMarked } = (await findInstallation(database)) as Installation
  const found = await marker.read()
  if (found !== undefined && found !== id) throw new InstallationError(foreign(marker, found, id))
  if (found === undefined) {
    const { isEmpty, absent } = await findAbsent(database, files)
    if (absent !== undefined) throw new InstallationError(withoutFiles(marker, absent, id))
    if (isEmpty && isStorageMarked) throw new InstallationError(unmarked(marker, id))
    await marker.write(id)
  }
  if (!isStorageMarked) await noteStorageMarked(database)
  return id
}

/** After a restore, which has written every file. */
export const markRestoredStorage = async (database: Database, marker: StorageMarker): Promise<void> => {
  await addInstallation(database)
  const { id } = (await findInstallation(database)) as Installation
  await marker.write(id)
  await noteStorageMarked(database)
}

/** Whether the storage is still the installation's, in one call before each change. */
export const createStorageCheck = (
  database: Database,
  marker: StorageMarker,
  files: Pick<FileStorage, 'find'>,
) => {
  let id: string | undefined
  const compare = async (expected: string) => {
    const found = await marker.read()
    if (found !== undefined && found !== expected)
      throw new InstallationError(foreign(marker, found, expected))
    if (found === undefined) throw new InstallationError(unmarked(marker, expected))
  }
  return {
    /** The first claim; a storage that does not answer is claimed before its first change. */
    claim: async (): Promise<void> => {
      id = await claimStorage(database, marker, files)
    },
    check: async (): Promise<void> => {
      try {
        if (id === undefined) id = await claimStorage(database, marker, files)
        else await compare(id)
      } catch (error) {
        throw error instanceof InstallationError ? new StorageUnavailableError(error) : error
      }
    },
  }
}

/** For commands: refuses a storage that is not the installation's, and marks none. */
export const checkStorage = async (database: Database, marker: StorageMarker): Promise<void> => {
  if (!(await knowsInstallation(database))) return
  const known = await findInstallation(database)
  if (!known?.isStorageMarked) return
  const found = await marker.read()
  if (found === undefined) throw new InstallationError(unmarked(marker, known.id))
  if (found !== known.id) throw new InstallationError(foreign(marker, found, known.id))
}
