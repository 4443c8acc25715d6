import { createDiskStorage } from './disk-storage.ts'
import type { FileStorage } from './file-storage.ts'
import { openIncomingFiles } from './incoming-files.ts'
import type { S3Location } from './s3-client.ts'
import { createS3Storage } from './s3-storage.ts'

export type StorageLocation =
  | { kind: 'disk'; folder: string }
  | ({
      kind: 's3'
      /** A local folder, possibly shared by processes, for uploads that await approval. */
      incomingFolder: string
    } & S3Location)

/** Succeeds even if the storage does not respond now: readiness reports that. */
export const openStorage = async (location: StorageLocation): Promise<FileStorage> => {
  if (location.kind === 'disk') return createDiskStorage(location.folder)
  return createS3Storage(location, await openIncomingFiles(location.incomingFolder))
}
