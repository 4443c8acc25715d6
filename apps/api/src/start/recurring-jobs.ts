import type { Logger } from 'pino'
import type { BackupWorker } from '../modules/backups/backup-worker.ts'
import { backupTaskOf, checkTaskOf } from '../modules/backups/backup-choice.service.ts'
import { MAKE_BACKUP } from '../modules/backups/backups.service.ts'
import { SEND_ACCOUNT_NOTICE } from '../modules/auth/account-notices.service.ts'
import { SEND_INVITATION } from '../modules/auth/account-access.service.ts'
import { SEND_PASSWORD_RESET } from '../modules/auth/password-reset.service.ts'
import { SETTLE_ATTENTION } from '../modules/deliveries/attention.service.ts'
import { SEND_DELIVERIES, SEND_SMS_DELIVERIES } from '../modules/deliveries/sending/send-job.ts'
import { SEND_LINK_CODE, SEND_LINK_CODE_SMS } from '../modules/deliveries/link/link-codes.service.ts'
import {
  SEND_CRITICAL_NOTICE,
  SEND_CRITICAL_SMS,
  type CriticalNoticeJob,
} from '../modules/critical/escalation.service.ts'
import {
  SEND_LATE_RELEASE_NOTICE,
  type LateReleaseJob,
} from '../modules/reports/release/late-releases.service.ts'
import {
  SEND_RETURNED_NOTICE,
  type ReturnedNoticeJob,
} from '../modules/reports/release/returned-notices.service.ts'
import { DRAW_PAGE } from '../modules/files/report-files.service.ts'
import { PUBLISH_AUTOMATICALLY } from '../modules/inbox/inbox-jobs.ts'
import { REMOVE_OLD_IMPORTS, WORK_ON_IMPORTS } from '../modules/patients/import/patient-imports.service.ts'
import { SET_VISIT_TARGETS } from '../modules/visits/turnaround/turnaround.service.ts'
import { startJobs, type JobHandler, type RunningJobs } from '../platform/jobs.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Services } from '../services.ts'

/** The first run after an upgrade assigns codes to all older reports. */
const ASSIGN_CODES = 'assign-verification-codes'

const ESCALATE_CRITICAL = 'escalate-critical-results'

const TELL_LATE_RELEASES = 'tell-about-late-releases'

const CRONTAB = `
7 * * * * remove-leftover-files
17 * * * * remove-expired-sessions
37 * * * * remove-settled-requests
47 * * * * remove-old-link-access
57 * * * * ${ASSIGN_CODES}
10,25,40,55 * * * * end-delegate-access
* * * * * seal-activity
* * * * * rematch-inbox
32 * * * * remove-old-hl7-messages
33 * * * * remove-old-inbox-items
* * * * * settle-day-volumes
* * * * * ${SETTLE_ATTENTION}
* * * * * ${WORK_ON_IMPORTS}
* * * * * ${SEND_DELIVERIES}
* * * * * ${ESCALATE_CRITICAL}
* * * * * ${TELL_LATE_RELEASES}
27 * * * * ${REMOVE_OLD_IMPORTS}
`

const CHECK_NEWEST_BACKUP = 'check-newest-backup'
const ENQUEUE_CHOSEN_BACKUP = 'enqueue-chosen-backup'
const ENQUEUE_CHOSEN_CHECK = 'enqueue-chosen-check'
const WEEKLY = '41 6 * * 0'

/** Jobs of different kinds do not wait for each other: each process has a queue for each. */
export const JOB_KINDS = ['messages', 'sms', 'files', 'upkeep'] as const

interface Kind {
  concurrency: number
  handlers: Record<string, JobHandler>
}

interface BackupWorkers {
  backups?: BackupWorker | undefined
  /** In processes without one: makes the backups that an Admin turned on in the folder with this identity. */
  chosenBackups?: { placeId: string; worker: BackupWorker } | undefined
}

const taskOf = (line: string) => line.split(' ').at(-1) ?? ''

const kindsOf = (
  services: Services,
  { backups, chosenBackups }: BackupWorkers = {},
): Record<(typeof JOB_KINDS)[number], Kind> => {
  const {
    sessions,
    passwordResets,
    accountNotices,
    files,
    pageImages,
    stampedFiles,
    seals,
    dailyTotals,
    idempotency,
    patientImports,
    importWorker,
    attention,
    deliveryWorker,
    escalation,
    lateReleases,
    returnedNotices,
    linkCleanup,
    delegateExpiry,
    links,
    verification,
    verificationCodes,
    viewingPasses,
    rematching,
    automaticPublishing,
    inboxItems,
    inboxSettings,
    hl7Messages,
    turnaround,
  } = services
  return {
    /** Users wait for these messages; a code is valid for ten minutes. */
    messages: {
      concurrency: 3,
      handlers: {
        [SEND_PASSWORD_RESET]: (payload: { email: string }, jobId) => passwordResets.send(payload, jobId),
        [SEND_INVITATION]: (payload: { userId: number }, jobId) =>
          passwordResets.sendInvitation(payload, jobId),
        [SEND_ACCOUNT_NOTICE]: (payload: Parameters<typeof accountNotices.send>[0], jobId) =>
          accountNotices.send(payload, jobId),
        [SEND_LINK_CODE]: (payload: { codeId: number }, jobId) => links.codes.send(payload, jobId),
        // Queued with every message, and every minute for delayed ones.
        [SEND_DELIVERIES]: () => deliveryWorker.run(),
        [ESCALATE_CRITICAL]: () => escalation.run(),
        [TELL_LATE_RELEASES]: () => lateReleases.run(),
        [SEND_LATE_RELEASE_NOTICE]: (payload: LateReleaseJob) => lateReleases.send(payload),
        [SEND_RETURNED_NOTICE]: (payload: ReturnedNoticeJob) => returnedNotices.send(payload),
        // An earlier version queued SMS here.
        [SEND_CRITICAL_NOTICE]: (payload: CriticalNoticeJob) => escalation.send(payload),
      },
    },
    /** An SMS gateway may be silent for 15 seconds for each message. */
    sms: {
      concurrency: 3,
      handlers: {
        [SEND_LINK_CODE_SMS]: (payload: { codeId: number }, jobId) => links.codes.send(payload, jobId),
        [SEND_SMS_DELIVERIES]: () => deliveryWorker.runSms(),
        [SEND_CRITICAL_SMS]: (payload: CriticalNoticeJob) => escalation.send(payload),
      },
    },
    /** One at a time, like rendering: a second job would only occupy a slot. */
    files: {
      concurrency: 1,
      handlers: {
        [DRAW_PAGE]: async ({ fileName }: { fileName: string }) =>
          pageImages.drawInBackground({ fileName: await stampedFiles.makeInBackground(fileName) }),
      },
    },
    /** A backup can occupy one slot for hours, an import another. */
    upkeep: {
      concurrency: 3,
      handlers: {
        'remove-leftover-files': async () => {
          await pageImages.removeUnused()
          await files.removeLeftovers()
        },
        // Queued with every upload, and every minute for imports whose process was killed.
        [WORK_ON_IMPORTS]: () => importWorker.run(),
        [REMOVE_OLD_IMPORTS]: () => patientImports.removeOld(),
        // One run is at 00:10 in the labs' time zone, for any UTC offset.
        'end-delegate-access': () => delegateExpiry.run(),
        'remove-old-link-access': async () => {
          await linkCleanup.removeOld()
          await verification.removeOld()
          await viewingPasses.removeOld()
        },
        [ASSIGN_CODES]: () => verificationCodes.assignMissing(),
        [SET_VISIT_TARGETS]: (payload: { labId?: number }) => turnaround.setOpenTargets(payload),
        [PUBLISH_AUTOMATICALLY]: (payload: { itemId: number }) => automaticPublishing.run(payload),
        // Patients may have been registered since an item arrived.
        'rematch-inbox': () => rematching.rematchAll(),
        'remove-old-hl7-messages': () => hl7Messages.removeOldMessages(),
        'remove-old-inbox-items': async () => {
          await inboxItems.removeOldRejected()
          await inboxSettings.removeOldTexts()
        },
        'remove-settled-requests': () => idempotency.removeOld(),
        'seal-activity': () => seals.seal(),
        'settle-day-volumes': () => dailyTotals.settle(),
        [SETTLE_ATTENTION]: () => attention.settle(),
        'remove-expired-sessions': () => sessions.removeExpired(),
        ...(backups && {
          [MAKE_BACKUP]: () => backups.makeBackup(),
          [CHECK_NEWEST_BACKUP]: () => backups.checkNewest(),
        }),
        ...(chosenBackups && {
          [ENQUEUE_CHOSEN_BACKUP]: () => services.backups.enqueueChosen(),
          [ENQUEUE_CHOSEN_CHECK]: () => services.backups.enqueueChosenCheck(),
          [backupTaskOf(chosenBackups.placeId)]: () => chosenBackups.worker.makeBackup(),
          [checkTaskOf(chosenBackups.placeId)]: () => chosenBackups.worker.checkNewest(),
        }),
      },
    },
  }
}

/** The jobs that run by the clock, and have no payload; without those of backups. */
export const scheduledJobsOf = (services: Services): (() => Promise<void>)[] => {
  const kinds = Object.values(kindsOf(services))
  return CRONTAB.trim()
    .split('\n')
    .map(taskOf)
    .flatMap((task) => kinds.flatMap(({ handlers }) => handlers[task] ?? []))
    .map((handler) => () => handler({} as never, 'by the clock'))
}

export const startRecurringJobs = async (
  options: BackupWorkers & {
    connectionString: string
    services: Services
    metrics: Metrics
    logger: Logger
  },
): Promise<RunningJobs> => {
  const { services, backups, chosenBackups } = options
  const backupCrontab = backups
    ? `${backups.schedule} ${MAKE_BACKUP}\n${WEEKLY} ${CHECK_NEWEST_BACKUP}\n`
    : chosenBackups
      ? `${chosenBackups.worker.schedule} ${ENQUEUE_CHOSEN_BACKUP}\n${WEEKLY} ${ENQUEUE_CHOSEN_CHECK}\n`
      : ''
  const lines = `${CRONTAB}${backupCrontab}`.trim().split('\n')
  const running = await Promise.all(
    Object.values(kindsOf(services, options)).map((kind) =>
      startJobs({
        ...kind,
        connectionString: options.connectionString,
        logger: options.logger,
        onEnd: (task, outcome) => options.metrics.jobs.inc({ task, outcome }),
        crontab: lines.filter((line) => taskOf(line) in kind.handlers).join('\n'),
      }),
    ),
  )
  return {
    async check() {
      await Promise.all(running.map((jobs) => jobs.check()))
    },
    async stop() {
      services.deliveryWorker.stop()
      backups?.stop()
      chosenBackups?.worker.stop()
      await Promise.all(running.map((jobs) => jobs.stop()))
    },
  }
}
