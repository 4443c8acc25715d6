import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { FileMissingError, StorageUnavailableError } from './file-storage.ts'
import { syncFolder } from '../disk-space.ts'
import { connectToS3, unavailable, type S3Location } from './s3-client.ts'
import { readObject } from './s3-reading.ts'
import { S3_PATIENCE } from './s3-storage.ts'

/** Not a valid file name, so it cannot collide. */
const NAME = 'installation-id'

export interface StorageMarker {
  place: string
  read(): Promise<string | undefined>
  write(installationId: string): Promise<void>
  close(): void
}

const isAbsent = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

export const createDiskMarker = (folder: string): StorageMarker => {
  const file = path.join(folder, NAME)
  let known: { version: string; content: string } | undefined
  const fail = (error: unknown) => {
    if (isAbsent(error)) return undefined
    throw new StorageUnavailableError(error)
  }
  return {
    place: file,
    async read() {
      const state = await stat(file).catch(fail)
      if (!state) return undefined
      const version = [state.dev, state.ino, state.size, state.mtimeMs].join()
      if (known?.version === version) return known.content
      const content = (await readFile(file, 'utf8').catch(fail))?.trim()
      known = content === undefined ? undefined : { version, content }
      return content
    },
    async write(installationId) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        // Concurrent starts write the same content.
        const draft = `${file}.${randomUUID()}`
        await writeFile(draft, `${installationId}\n`, { flag: 'wx', mode: 0o600, flush: true })
        await rename(draft, file)
        await syncFolder(folder)
      } catch (error) {
        throw new StorageUnavailableError(error)
      }
    },
    close() {},
  }
}

/** A bucket cannot be unmounted, so its marker is read only until it is found once. */
const createS3Marker = async (location: S3Location): Promise<StorageMarker> => {
  const connection = await connectToS3(location, S3_PATIENCE)
  const { sdk, client } = connection
  const object = { Bucket: location.bucket, Key: location.prefix + NAME }
  let known: string | undefined
  return {
    place: `s3://${object.Bucket}/${object.Key}`,
    async read() {
      known ??= await readObject(connection, object).then(
        async (content) => (await text(content)).trim(),
        (error: unknown) => {
          if (error instanceof FileMissingError) return undefined
          throw error
        },
      )
      return known
    },
    async write(installationId) {
      const content = `${installationId}\n`
      await client.send(new sdk.PutObjectCommand({ ...object, Body: content })).catch((error: unknown) => {
        throw unavailable(error)
      })
      known = installationId
    },
    close: () => client.destroy(),
  }
}

export const openMarker = async (
  location: { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Location),
): Promise<StorageMarker> =>
  location.kind === 'disk' ? createDiskMarker(location.folder) : createS3Marker(location)
