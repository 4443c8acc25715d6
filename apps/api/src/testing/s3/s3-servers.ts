import type { S3Server } from './s3-server.ts'
import { startS3rver } from './s3rver.ts'
import { areInstalled } from '../programs.ts'
import { startSwift, SWIFT_PROGRAMS } from './swift.ts'

/** The S3 servers available on this machine, the most faithful one last. */
export const S3_SERVERS: Record<string, () => Promise<S3Server>> = {
  s3rver: startS3rver,
  ...(areInstalled(...SWIFT_PROGRAMS) && { 'OpenStack Swift': startSwift }),
}
