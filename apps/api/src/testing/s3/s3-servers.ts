import type { S3Server } from './s3-server.ts'
import { startS3rver } from './s3rver.ts'
import { hasSwift, startSwift } from './swift.ts'

/** The S3 servers available on this machine, by name, the most faithful one last. */
export const S3_SERVERS: Record<string, () => Promise<S3Server>> = {
  s3rver: startS3rver,
  ...(hasSwift() && { 'OpenStack Swift': startSwift }),
}
