import type { FileProcesses } from './file-processes.ts'
import type { Clock } from '../platform/clock.ts'
import type { NotificationListener } from '../platform/notifications.ts'
import type { Database } from '../platform/database/database.ts'
import type { Replica } from '../platform/database/replica.ts'
import type { FileStorage } from '../platform/file-storage/file-storage.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { SmsGateway } from '../platform/sms-gateway.ts'
import type { SealConfig } from '../platform/pdf-seal/open-seal-key.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Encryption } from '../platform/encryption.ts'
import type { VirusScanner } from '../platform/virus-scanner.ts'
import type { ViewLimits } from '../modules/activity/view-recorder.ts'
import type { ProposedBackups } from '../modules/backups/backup-choice.service.ts'
import type { UploadQuota } from '../modules/files/upload/upload-quota.service.ts'

/** What the services are built on; a test may replace any part. */
export interface Platform {
  database: Database
  /** Lists are read here when it is recent enough. */
  replica?: Replica | undefined
  /** Without it nothing is cached that another process could change. */
  notifications?: Pick<NotificationListener, 'listen'> | undefined
  storage: FileStorage
  /** Processes for files that several applications share; each has its own without it. */
  fileProcesses?: FileProcesses | undefined
  /** Scans every upload, if configured. */
  scanner?: VirusScanner | undefined
  mailer: Mailer
  smsGateway: SmsGateway
  /** Signs delivery receipts of the SMS gateway; without it none are accepted. */
  smsReceiptSecret?: string | undefined
  metrics: Metrics
  clock: Clock
  encryption: Encryption
  appUrl: string
  /** Links for patients begin with it. */
  publicUrl: string
  /** Overrides of the default quota. */
  uploadQuota?: Partial<UploadQuota> | undefined
  /** The default until a setting changes it. */
  timeZone: string
  /** Overrides of the limits on unrecorded views, so that tests wait less. */
  viewLimits?: Partial<ViewLimits> | undefined
  /** A file outside the database for the heads of the chain of seals. */
  auditHeadFile?: string | undefined
  /** What this process proposes for backups; undefined with BACKUP_DIR. */
  proposedBackups?: ProposedBackups | undefined
  /** Keys that seal stamped copies; without it none are sealed. */
  seal?: SealConfig | undefined
  /** INBOX_DIR, which contains the watched folders; undefined when they are not set up. */
  inboxRoot?: string | undefined
  /** Where HL7 senders connect; undefined when HL7 is not set up. */
  hl7Port?: number | undefined
  /** Labels of the build metric. */
  build: Record<string, string>
  /** Called with failures that no request waits for. */
  onBackgroundFailure: (error: unknown, what: string) => void
}
