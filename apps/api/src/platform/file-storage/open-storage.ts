import { createDiskStorage } from './disk-storage.ts'
import type { FileStorage } from './file-storage.ts'
import { openIncomingFiles } from './incoming-files.ts'
import type { S3Location } from './s3-client.ts'
import { createS3Storage } from './s3-storage.ts'

export type StorageLocation =
  | { kind: 'disk'; folder: string }
  | ({
      kind: 's3'
      /** A folder on this machine, possibly shared by processes, where uploads wait for approval. */
      incomingFolder: string
    } & S3Location)

/** Opens the configured storage even if it does not answer now: readiness reports that. */
export const openStorage = async (location: StorageLocation): Promise<FileStorage> => {
  if (location.kind === 'disk') return createDiskStorage(location.folder)
  return createS3Storage(location, await openIncomingFiles(location.incomingFolder))
}
