import type { S3Client } from '@aws-sdk/client-s3'
import { StorageUnavailableError } from './file-storage.ts'

/** A bucket of an S3-compatible service and how to reach it. */
export interface S3Location {
  bucket: string
  /** What every key begins with: empty, or ending with a slash. */
  prefix: string
  /** Unset: Amazon's own service in the region. */
  endpoint?: string | undefined
  region: string
  /** The bucket in the path instead of in the host name. */
  isPathStyle: boolean
  /** Unset: where Amazon's tools look, for example AWS_ACCESS_KEY_ID or the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

export interface S3Patience {
  /** How long to wait for a connection. */
  connectMs: number
  /** How long a connection may be silent before it counts as gone. */
  silenceMs: number
  /** How often a request is sent in all. */
  attempts: number
}

/** The part of the SDK that we use, fetched when the files are really in a bucket: it takes memory and time to load. */
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
    // Trailing checksums are unknown to most compatible services. Content is guarded all the same: it goes out in
    // pieces whose SHA-256 is part of the signature, and a service must refuse a piece that does not match.
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

/** The status with which the service refused; undefined when it did not answer. */
export const refusalStatus = (error: unknown): number | undefined =>
  (error as S3Failure).$metadata?.httpStatusCode

/** The SDK's errors hold the whole request, its signature too: only what an operator needs goes on into the log. */
export const unavailable = (error: unknown): StorageUnavailableError => {
  const { name, message, $metadata } = error as S3Failure
  const details = [
    $metadata?.httpStatusCode && `status ${$metadata.httpStatusCode}`,
    $metadata?.requestId && `request ${$metadata.requestId}`,
  ].filter(Boolean)
  return new StorageUnavailableError(new Error([`${name}: ${message}`, ...details].join(', ')))
}
