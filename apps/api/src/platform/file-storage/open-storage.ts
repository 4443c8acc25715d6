import { createDiskStorage } from './disk-storage.ts'
import type { FileStorage } from './file-storage.ts'
import { openIncomingFiles } from './incoming-files.ts'
import type { S3Location } from './s3-client.ts'
import { createS3Storage } from './s3-storage.ts'

export type StorageLocation =
  | { kind: 'disk'; folder: string }
  | ({
      kind: 's3'
      /** On this machine, of this process or shared with others: uploads wait here until they are approved. */
      incomingFolder: string
    } & S3Location)

/** The storage of the settings. One that does not answer now opens all the same: readiness tells. */
export const openStorage = async (location: StorageLocation): Promise<FileStorage> => {
  if (location.kind === 'disk') return createDiskStorage(location.folder)
  return createS3Storage(location, await openIncomingFiles(location.incomingFolder))
}
