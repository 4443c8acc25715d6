import type { S3Client } from '@aws-sdk/client-s3'
import { StorageUnavailableError } from './file-storage.ts'

/** A bucket of an S3-compatible service and how to reach it. */
export interface S3Location {
  bucket: string
  /** The prefix of every key: empty, or ending with a slash. */
  prefix: string
  /** Unset: Amazon S3 in the region. */
  endpoint?: string | undefined
  region: string
  /** Whether the bucket is in the path instead of the host name. */
  isPathStyle: boolean
  /** Unset: the default AWS credential chain, for example AWS_ACCESS_KEY_ID or the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

export interface S3Patience {
  /** How long to wait for a connection. */
  connectMs: number
  /** How long a connection may be silent before it is considered lost. */
  silenceMs: number
  /** Total number of attempts per request. */
  attempts: number
}

/** Loads the SDK only when files are stored in a bucket, because it takes memory and time. */
const loadSdk = async () => {
  const [client, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ])
  return { ...client, Upload }
}
export type S3Sdk = Awaited<ReturnType<typeof loadSdk>>

export const connectToS3 = async (
  location: S3Location,
  { connectMs, silenceMs, attempts }: S3Patience,
): Promise<{ sdk: S3Sdk; client: S3Client }> => {
  const sdk = await loadSdk()
  const client = new sdk.S3Client({
    region: location.region,
    forcePathStyle: location.isPathStyle,
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
    // Most compatible services do not support trailing checksums. Signed chunks protect the content anyway: a service
    // must reject a chunk whose SHA-256 does not match.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(location.endpoint && { endpoint: location.endpoint }),
    ...(location.credentials && { credentials: location.credentials }),
  })
  return { sdk, client }
}

interface S3Failure extends Error {
  $metadata?: { httpStatusCode?: number; requestId?: string }
}

/** The status of a rejected request; undefined when there was no answer. */
export const refusalStatus = (error: unknown): number | undefined =>
  (error as S3Failure).$metadata?.httpStatusCode

/** The SDK's errors contain the whole request with its signature; only useful parts reach the log. */
export const unavailable = (error: unknown): StorageUnavailableError => {
  const { name, message, $metadata } = error as S3Failure
  const details = [
    $metadata?.httpStatusCode && `status ${$metadata.httpStatusCode}`,
    $metadata?.requestId && `request ${$metadata.requestId}`,
  ].filter(Boolean)
  return new StorageUnavailableError(new Error([`${name}: ${message}`, ...details].join(', ')))
}
