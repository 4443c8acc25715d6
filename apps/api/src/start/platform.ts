import type { BaseContext } from '../core/context.ts'
import type { ViewLimits } from '../modules/activity/view-recorder.ts'
import type { ProposedBackups } from '../modules/backups/backup-choice.service.ts'
import type { UploadQuota } from '../modules/files/upload/upload-quota.service.ts'
import type { Replica } from '../platform/database/replica.ts'
import { createFileInspector, type FileInspector } from '../modules/inspection/file-inspector.ts'
import { createPageDrawer, type PageDrawer } from '../modules/inspection/page-drawer.ts'
import { createReportStamper, type ReportStamper } from '../modules/stamping/report-stamper.ts'

/** The parts of a process, of which `services.ts` makes the context of the modules. */
export interface Platform extends Omit<BaseContext, 'readList' | 'rateLimiter' | 'tryFile'> {
  replica?: Replica | undefined
  /** File processes shared by several applications; by default, each application starts its own. */
  fileProcesses?: FileProcesses | undefined
  uploadQuota?: Partial<UploadQuota> | undefined
  /** Until an Admin chooses another one. */
  defaultTimeZone: string
  viewLimits?: Partial<ViewLimits> | undefined
  /** Folders on disks whose free space is measured, by what they are for. */
  diskFolders?: Record<string, string> | undefined
  /** The certificate that senders of HL7 see. */
  hl7CertFile?: string | undefined
  /** The backup folder that this process proposes; undefined with BACKUP_DIR. */
  proposedBackups?: ProposedBackups | undefined
}

export interface FileProcesses {
  inspector: FileInspector
  drawer: PageDrawer
  stamper: ReportStamper
}

export const createFileProcesses = (): FileProcesses => ({
  inspector: createFileInspector(),
  drawer: createPageDrawer(),
  stamper: createReportStamper(),
})

export const stopFileProcesses = (processes: FileProcesses): void => {
  for (const each of Object.values(processes) as { stop(): void }[]) each.stop()
}
