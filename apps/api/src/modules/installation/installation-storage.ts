import type { Database } from '../../platform/database/database.ts'
import { StorageUnavailableError, type FileStorage } from '../../platform/file-storage/file-storage.ts'
import type { StorageMarker } from '../../platform/file-storage/storage-marker.ts'
import { InstallationError } from './installation-key.ts'
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
 * The first start marks the storage, later ones compare the marker. A storage without a marker is valid if it
 * contains the newest files.
 */
const claimStorage = async (
  database: Database,
  marker: StorageMarker,
  files: Pick<FileStorage, 'find'>,
): Promise<string> => {
  await addInstallation(database)
  // Read before the marker, because another process writes the marker before the database row.
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

export const markRestoredStorage = async (database: Database, marker: StorageMarker): Promise<void> => {
  await addInstallation(database)
  const { id } = (await findInstallation(database)) as Installation
  await marker.write(id)
  await noteStorageMarked(database)
}

/** One call before each change of the storage. */
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
    /** An unavailable storage is claimed before its first change. */
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

/** For commands. Marks no storage. */
export const checkStorage = async (database: Database, marker: StorageMarker): Promise<void> => {
  if (!(await knowsInstallation(database))) return
  const known = await findInstallation(database)
  if (!known?.isStorageMarked) return
  const found = await marker.read()
  if (found === undefined) throw new InstallationError(unmarked(marker, known.id))
  if (found !== known.id) throw new InstallationError(foreign(marker, found, known.id))
}
