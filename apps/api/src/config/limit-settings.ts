import type { TrafficLimits } from '../http/traffic-limits.ts'
import type { UploadQuota } from '../modules/files/upload/upload-quota.service.ts'

interface LimitSettings {
  REQUEST_TIMEOUT_SECONDS: number
  UPLOAD_TIMEOUT_MINUTES: number
  UPLOAD_MIN_KB_PER_SECOND: number
  MAX_CONNECTIONS: number
  MAX_CONNECTIONS_PER_ADDRESS: number
  UPLOAD_QUOTA_USER_MB: number
  UPLOAD_QUOTA_LAB_MB: number
  DISK_RESERVE_MB: number
}

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

export const limitsOf = (
  settings: LimitSettings,
): { traffic: Partial<TrafficLimits>; uploadQuota: UploadQuota } => ({
  traffic: {
    requestTimeoutMs: settings.REQUEST_TIMEOUT_SECONDS * 1000,
    uploadTimeoutMs: settings.UPLOAD_TIMEOUT_MINUTES * 60_000,
    uploadBytesPerSecond: settings.UPLOAD_MIN_KB_PER_SECOND * KILOBYTE,
    maxConnections: settings.MAX_CONNECTIONS,
    maxConnectionsPerAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
  },
  uploadQuota: {
    userBytes: settings.UPLOAD_QUOTA_USER_MB * MEGABYTE,
    labBytes: settings.UPLOAD_QUOTA_LAB_MB * MEGABYTE,
    reserveBytes: settings.DISK_RESERVE_MB * MEGABYTE,
  },
})
