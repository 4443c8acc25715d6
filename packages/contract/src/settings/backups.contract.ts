import { defineEndpoint, envelope } from '../endpoint.ts'
import { timestamp } from '../fields/query-fields.ts'
import { SUCCESS, VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

const backupRunSchema = z.object({
  id: z.number(),
  /** `check` reads a whole backup; `drill` restores it into a temporary installation. */
  kind: z.enum(['backup', 'check', 'drill']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  archive: z.nullable(z.string()),
  sizeBytes: z.nullable(z.number()),
  fileCount: z.nullable(z.number()),
  problem: z.nullable(z.string()),
})
export type BackupRun = z.output<typeof backupRunSchema>

export const backupOverviewSchema = z.object({
  /** Null until a process with a backup folder has started. */
  setup: z.nullable(
    z.object({
      schedule: z.string(),
      keep: z.number(),
      isEncrypted: z.boolean(),
    }),
  ),
  nextAt: z.nullable(z.string()),
  /** No good backup exists within the time that the schedule allows. */
  isOverdue: z.boolean(),
  lastBackup: z.nullable(backupRunSchema),
  /** The last backup that a drill restored without problems. */
  lastDrill: z.nullable(backupRunSchema),
  runs: z.array(backupRunSchema),
  /** Where backups were turned on: BACKUP_DIR of a process, or the settings screen. Null while they are off. */
  source: z.nullable(z.enum(['environment', 'screen'])),
  folder: z.nullable(z.string()),
  /** A folder that an Admin can turn on; with a problem, the IT administrator sets BACKUP_DIR instead. */
  proposal: z.nullable(
    z.object({
      folder: z.string(),
      problem: z.nullable(z.enum(['NOT_WRITABLE', 'LITTLE_SPACE'])),
      freeMb: z.nullable(z.number()),
      /** On the same disk as the installation, so it does not protect against losing that disk. */
      isSameDisk: z.boolean(),
      schedule: z.string(),
      keep: z.number(),
      isEncrypted: z.boolean(),
    }),
  ),
})
export type BackupOverview = z.output<typeof backupOverviewSchema>

/** A restored installation sends these only after an Admin decided. */
export const HELD_KINDS = ['patient-messages', 'account-mails', 'staff-notices'] as const
export type HeldKind = (typeof HELD_KINDS)[number]

const heldSendingSchema = z.object({
  kind: z.enum(HELD_KINDS),
  /** Messages; recurring notices pause besides. */
  waiting: z.number(),
  heldAt: timestamp,
})
export type HeldSending = z.output<typeof heldSendingSchema>

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
    changes: ['backups'],
    access: 'settings:general',
    summary: 'Turn scheduled backups on in the proposed folder, and queue the first one',
    message: SUCCESS.backupsOn,
    response: envelope({ data: backupOverviewSchema }),
  }),
  turnOff: defineEndpoint({
    method: 'POST',
    path: '/backup/turnOff',
    changes: ['backups'],
    access: 'settings:general',
    summary: 'Turn backups off that were turned on here; existing ones stay',
    message: SUCCESS.backupsOff,
    response: envelope({ data: backupOverviewSchema }),
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/backup/start',
    changes: ['backups'],
    access: 'settings:general',
    summary: 'Queue a backup, created at once by a process with a backup folder',
    message: SUCCESS.backupQueued,
    response: envelope({ data: backupOverviewSchema }),
  }),
  getHeldSendings: defineEndpoint({
    method: 'GET',
    path: '/backup/getHeldSendings',
    shows: 'dashboard',
    access: 'settings:general',
    summary: 'Messages that a restored backup, or a database recovered to an earlier moment, holds',
    response: envelope({ data: z.array(heldSendingSchema) }),
  }),
  decideHeldSendings: defineEndpoint({
    method: 'POST',
    path: '/backup/decideHeldSendings',
    changes: ['dashboard', 'deliveries'],
    afterRefusal: true,
    access: 'settings:general',
    summary: 'Send or discard the held messages of a kind; the answer lists the other kinds',
    body: z.object({
      kind: z.enum(HELD_KINDS, { error: VALIDATION.invalid }),
      choice: z.enum(['send', 'discard'], { error: VALIDATION.invalid }),
    }),
    message: SUCCESS.saved,
    response: envelope({ data: z.array(heldSendingSchema) }),
  }),
}
