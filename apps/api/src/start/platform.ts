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

export interface Platform {
  database: Database
  replica?: Replica | undefined
  /** Without it, nothing is cached that another process could change. */
  notifications?: Pick<NotificationListener, 'listen'> | undefined
  storage: FileStorage
  /** File processes shared by several applications; by default, each application starts its own. */
  fileProcesses?: FileProcesses | undefined
  scanner?: VirusScanner | undefined
  mailer: Mailer
  smsGateway: SmsGateway
  smsReceiptSecret?: string | undefined
  metrics: Metrics
  clock: Clock
  encryption: Encryption
  appUrl: string
  publicUrl: string
  uploadQuota?: Partial<UploadQuota> | undefined
  timeZone: string
  viewLimits?: Partial<ViewLimits> | undefined
  auditHeadFile?: string | undefined
  /** The backup folder that this process proposes; undefined with BACKUP_DIR. */
  proposedBackups?: ProposedBackups | undefined
  seal?: SealConfig | undefined
  inboxRoot?: string | undefined
  hl7Port?: number | undefined
  build: Record<string, string>
  onBackgroundFailure: (error: unknown, what: string) => void
}
