import type { Database, Queryable, ReadList } from '../platform/database/database.ts'
import type { Encryption } from '../platform/encryption.ts'
import type { FileStorage } from '../platform/file-storage/file-storage.ts'
import type { MailBrand } from '../platform/mail-layout.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { NotificationListener } from '../platform/notifications.ts'
import type { Outbound, TlsIdentity } from '../platform/outbound/outbound.ts'
import type { SealConfig } from '../platform/pdf-seal/open-seal-key.ts'
import type { SmsGateway } from '../platform/sms-gateway.ts'
import type { VirusScanner } from '../platform/virus-scanner.ts'
import type { TryFile } from './file-tries.ts'
import type { RateLimit, RateLimiter } from './rate-limits/rate-limits.service.ts'

/** The parts of a process that every module may use. A service takes those it needs: `Pick<Context, 'database'>`. */
export interface Context {
  database: Database
  /** Reads a list, from a replica if there is one. */
  readList: ReadList
  /** Without it, nothing is cached that another process could change. */
  notifications?: Pick<NotificationListener, 'listen'> | undefined
  storage: FileStorage
  scanner?: VirusScanner | undefined
  mailer: Mailer
  brand: () => Promise<MailBrand>
  smsGateway: SmsGateway
  /** Opens addresses of other systems. */
  outbound: Outbound
  /** Client certificate for sending HL7; without it, nothing is sent by HL7. */
  hl7Out?: TlsIdentity | undefined
  /** Without a secret, no delivery receipts are accepted. */
  smsReceiptSecret?: string | undefined
  encryption: Encryption
  seal?: SealConfig | undefined
  auditHeadFile?: string | undefined
  clock: Clock
  timeZone: () => Promise<string>
  /** Not cached, and on the connection of a transaction. */
  storedTimeZone: (tx: Queryable) => Promise<string>
  uploadLimitMb: () => Promise<number>
  appUrl: string
  isAppUrlSet: boolean
  publicUrl: string
  inboxRoot?: string | undefined
  hl7Port?: number | undefined
  build: Record<string, string>
  metrics: Metrics
  rateLimiter: (name: string, limit: RateLimit | (() => Promise<RateLimit>)) => RateLimiter
  tryFile: TryFile
  /** Logs a failure that no user sees. */
  reportFailure: (error: unknown, what: string) => void
}

/** The context before the settings of the application are read. */
export type BaseContext = Omit<Context, 'brand' | 'timeZone' | 'storedTimeZone' | 'uploadLimitMb'>

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
