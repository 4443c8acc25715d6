import type { S3Client } from '@aws-sdk/client-s3'
import { StorageUnavailableError } from './file-storage.ts'

export interface S3Location {
  bucket: string
  prefix: string
  /** Unset: Amazon S3 in the region. */
  endpoint?: string | undefined
  region: string
  isPathStyle: boolean
  /** Unset: the default AWS credential chain, for example AWS_ACCESS_KEY_ID or the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

export interface S3Patience {
  connectMs: number
  silenceMs: number
  /** Including the first attempt. */
  attempts: number
}

/** Loaded on demand, because the SDK takes memory and time. */
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
    // Most compatible services do not support trailing checksums. Signed chunks still protect the content: a service
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

export const refusalStatus = (error: unknown): number | undefined =>
  (error as S3Failure).$metadata?.httpStatusCode

/** The SDK's errors contain the whole signed request, so only selected parts are logged. */
export const unavailable = (error: unknown): StorageUnavailableError => {
  const { name, message, $metadata } = error as S3Failure
  const details = [
    $metadata?.httpStatusCode && `status ${$metadata.httpStatusCode}`,
    $metadata?.requestId && `request ${$metadata.requestId}`,
  ].filter(Boolean)
  return new StorageUnavailableError(new Error([`${name}: ${message}`, ...details].join(', ')))
}
