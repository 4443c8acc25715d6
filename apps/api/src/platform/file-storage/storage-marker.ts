import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { FileMissingError, StorageUnavailableError } from './file-storage.ts'
import { syncFolder } from '../disk-space.ts'
import { connectToS3, unavailable, type S3Location } from './s3-client.ts'
import { readObject } from './s3-reading.ts'
import { S3_PATIENCE } from './s3-storage.ts'

/** Not valid file names, so they cannot collide. */
const ID = 'installation-id'
const PULSE = 'installation-pulse'

export interface StorageMarker {
  place: string
  /** Undefined also for an empty one: some servers show an object while another process writes it. */
  read(): Promise<string | undefined>
  write(installationId: string): Promise<void>
  close(): void
}

const isAbsent = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

export const createDiskMarker = (folder: string, name = ID): StorageMarker => {
  const file = path.join(folder, name)
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
      const content = (await readFile(file, 'utf8').catch(fail))?.trim() || undefined
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

/** A bucket cannot be unmounted, so its id is read only until it is found once. */
const createS3Marker = async (location: S3Location, name = ID): Promise<StorageMarker> => {
  const connection = await connectToS3(location, S3_PATIENCE)
  const { sdk, client } = connection
  const object = { Bucket: location.bucket, Key: location.prefix + name }
  let known: string | undefined
  return {
    place: `s3://${object.Bucket}/${object.Key}`,
    async read() {
      if (name === ID && known !== undefined) return known
      known = await readObject(connection, object).then(
        async (content) => (await text(content)).trim() || undefined,
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

type MarkedStorage = { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Location)

const open = async (location: MarkedStorage, name: string): Promise<StorageMarker> =>
  location.kind === 'disk' ? createDiskMarker(location.folder, name) : createS3Marker(location, name)

export const openMarker = (location: MarkedStorage): Promise<StorageMarker> => open(location, ID)

/** A counter beside the files of an installation, which a recovery of the database does not take back. */
export interface StoragePulse {
  /** 0 if there is none. */
  read(): Promise<number>
  write(value: number): Promise<void>
  close(): void
}

/** @param installationId the storage of another installation counts as unavailable */
export const openPulse = async (
  location: MarkedStorage,
  installationId: () => Promise<string | undefined>,
): Promise<StoragePulse> => {
  const [owner, marker] = [await open(location, ID), await open(location, PULSE)]
  const expectOwn = async () => {
    const id = await installationId()
    if (id === undefined || (await owner.read()) !== id)
      throw new StorageUnavailableError(
        new Error('The file storage is not marked as the one of this installation'),
      )
    return id
  }
  return {
    async read() {
      const id = await expectOwn()
      const [of, value] = ((await marker.read()) ?? '').split(' ')
      return of === id ? Number(value) || 0 : 0
    },
    async write(value) {
      await marker.write(`${await expectOwn()} ${value}`)
    },
    close() {
      owner.close()
      marker.close()
    },
  }
}
