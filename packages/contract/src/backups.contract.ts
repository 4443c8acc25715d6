import { defineEndpoint, envelope } from './endpoint.ts'
import { z } from './zod.ts'

const backupRunSchema = z.object({
  id: z.number(),
  /** A check reads a whole backup; a drill restores it into a temporary installation. */
  kind: z.enum(['backup', 'check', 'drill']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  archive: z.nullable(z.string()),
  sizeBytes: z.nullable(z.number()),
  fileCount: z.nullable(z.number()),
  /** Why it failed, or problems of a completed run. */
  problem: z.nullable(z.string()),
})
export type BackupRun = z.output<typeof backupRunSchema>

export const backupOverviewSchema = z.object({
  /** Null until a process with a backup folder has started. */
  setup: z.nullable(
    z.object({
      /** Five crontab fields, in UTC. */
      schedule: z.string(),
      keep: z.number(),
      isEncrypted: z.boolean(),
    }),
  ),
  /** When the next backup is due. */
  nextAt: z.nullable(z.string()),
  /** The last good backup is older than the schedule allows, or there is none. */
  isOverdue: z.boolean(),
  lastBackup: z.nullable(backupRunSchema),
  /** The last backup that a drill restored without problems. */
  lastDrill: z.nullable(backupRunSchema),
  runs: z.array(backupRunSchema),
  /** Who turned backups on: BACKUP_DIR of a process, or an Admin on the screen. Null while there are none. */
  source: z.nullable(z.enum(['environment', 'screen'])),
  /** The folder that an Admin turned on. */
  folder: z.nullable(z.string()),
  /**
   * What an Admin can turn on: a folder below the data of this process. Null when no process needs it. With a problem it
   * cannot be turned on; the IT administrator sets BACKUP_DIR instead, with these values.
   */
  proposal: z.nullable(
    z.object({
      folder: z.string(),
      problem: z.nullable(z.enum(['NOT_WRITABLE', 'LITTLE_SPACE'])),
      freeMb: z.nullable(z.number()),
      /** On the disk of the installation: no protection against the loss of this disk. */
      isSameDisk: z.boolean(),
      schedule: z.string(),
      keep: z.number(),
      isEncrypted: z.boolean(),
    }),
  ),
})
export type BackupOverview = z.output<typeof backupOverviewSchema>

export const backupEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/backup/getAll',
    access: 'settings:general',
    summary: 'Backup settings, and the results of the last backups, checks and drills',
    response: envelope({ data: backupOverviewSchema }),
  }),
  turnOn: defineEndpoint({
    method: 'POST',
    path: '/backup/turnOn',
    access: 'settings:general',
    summary: 'Turn scheduled backups on in the proposed folder, and queue the first one',
    response: envelope({ data: backupOverviewSchema }),
  }),
  turnOff: defineEndpoint({
    method: 'POST',
    path: '/backup/turnOff',
    access: 'settings:general',
    summary: 'Turn backups off that were turned on here; existing ones stay',
    response: envelope({ data: backupOverviewSchema }),
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/backup/start',
    access: 'settings:general',
    summary: 'Queue a backup, created at once by a process with a backup folder',
    response: envelope({ data: backupOverviewSchema }),
  }),
}
