import { createReadStream } from 'node:fs'
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import type { FileStorage, ListedFile } from './file-storage.ts'
import { newFileName, withCheckedNames } from './file-name.ts'
import type { IncomingFiles } from './incoming-files.ts'
import { connectToS3, refusalStatus, unavailable, type S3Location, type S3Patience } from './s3-client.ts'
import { isMissing, chunksOf, readObject } from './s3-reading.ts'

export const S3_PATIENCE: S3Patience = { connectMs: 5_000, silenceMs: 15_000, attempts: 3 }

/** Larger files are sent in parts, two at a time: at most 16 MiB of memory per upload. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2

/** Readiness is polled every few seconds and must answer quickly. */
const CHECK_MS = 5_000

/** An upload stays on the local disk until it is committed, so it can be sent with checksum, and retried. */
export const createS3Storage = async (
  location: S3Location,
  incoming: IncomingFiles,
  patience: Partial<S3Patience> = {},
  /** Keys per list request; services allow at most 1,000. */
  listedAtOnce = 1000,
): Promise<FileStorage> => {
  const connection = await connectToS3(location, { ...S3_PATIENCE, ...patience })
  const { sdk, client } = connection
  const objectOf = (name: string) => ({ Bucket: location.bucket, Key: location.prefix + name })

  const find = async (name: string): Promise<ListedFile | undefined> => {
    try {
      const { ContentLength, LastModified } = await client.send(new sdk.HeadObjectCommand(objectOf(name)))
      return { name, sizeBytes: ContentLength ?? 0, modifiedAt: LastModified ?? new Date() }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw unavailable(error)
    }
  }

  const hasArrived = (name: string, sizeBytes: number) =>
    find(name).then(
      (file) => file?.sizeBytes === sizeBytes,
      () => false,
    )

  async function* list() {
    let after: string | undefined
    do {
      const page: ListObjectsV2CommandOutput = await client
        .send(
          new sdk.ListObjectsV2Command({
            Bucket: location.bucket,
            Prefix: location.prefix,
            // Without a prefix, deeper keys may be other data in the bucket.
            Delimiter: '/',
            MaxKeys: listedAtOnce,
            ...(after && { ContinuationToken: after }),
          }),
        )
        .catch((error: unknown) => {
          throw unavailable(error)
        })
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        const name = Key?.slice(location.prefix.length)
        // Some tools create an object for the prefix itself.
        if (name) yield { name, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date() }
      }
      after = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (after)
  }

  const remove = async (name: string) => {
    await client.send(new sdk.DeleteObjectCommand(objectOf(name)))
  }

  const send = async (name: string, file: string, sizeBytes: number) => {
    const source = createReadStream(file, { highWaterMark: 1024 * 1024 })
    try {
      await new sdk.Upload({
        client,
        params: { ...objectOf(name), Body: source, ContentLength: sizeBytes },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      }).done()
    } catch (error) {
      // The retry of a request whose response was lost is rejected, because the first attempt succeeded.
      if (refusalStatus(error) && (await hasArrived(name, sizeBytes))) return
      // A request without a response may still have succeeded. Not awaited, because the storage may be down.
      remove(name).catch(() => {})
      throw unavailable(error)
    } finally {
      source.destroy()
    }
  }

  return withCheckedNames({
    find,
    list,
    receiveTemporary: (content) => incoming.receive(newFileName('.tmp'), content),
    async stage(name, content) {
      const file = await incoming.receive(name, content)
      return {
        ...file,
        async commit() {
          try {
            await send(name, file.path, file.sizeBytes)
          } finally {
            await file.discard()
          }
        },
      }
    },
    open: (name, range) => readObject(connection, objectOf(name), range),
    openChunks: async (name, range) => chunksOf(await readObject(connection, objectOf(name), range)),
    async remove(name) {
      await remove(name).catch((error: unknown) => {
        if (!isMissing(error)) throw unavailable(error)
      })
    },
    freeBytes: () => incoming.freeBytes(),
    async check() {
      const request = new sdk.HeadBucketCommand({ Bucket: location.bucket })
      await client.send(request, { abortSignal: AbortSignal.timeout(CHECK_MS) }).catch((error: unknown) => {
        throw unavailable(error)
      })
    },
    async close() {
      client.destroy()
    },
  })
}
