import type { S3Location } from '../../platform/file-storage/s3-client.ts'

/** An S3-compatible server with one empty bucket, for one test file. */
export interface S3Server {
  /** `http://127.0.0.1:port` */
  origin: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** Whether it returns lists in several pages. */
  hasPages: boolean
  stop(): Promise<void>
}

export const TEST_BUCKET = 'zelab-test'

/** The bucket's location, on the server itself or through a proxy. */
export const locationOn = (server: S3Server, endpoint = server.origin): S3Location => ({
  bucket: TEST_BUCKET,
  prefix: 'reports/',
  endpoint,
  region: 'us-east-1',
  isPathStyle: true,
  credentials: server.credentials,
})
