import type { S3Location } from '../../platform/file-storage/s3-client.ts'

export interface S3Server {
  origin: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  hasPages: boolean
  stop(): Promise<void>
}

export const TEST_BUCKET = 'zelab-test'

export const locationOn = (server: S3Server, endpoint = server.origin): S3Location => ({
  bucket: TEST_BUCKET,
  prefix: 'reports/',
  endpoint,
  region: 'us-east-1',
  isPathStyle: true,
  credentials: server.credentials,
})
