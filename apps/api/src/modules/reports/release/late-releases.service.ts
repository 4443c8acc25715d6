import { RELEASE_LATE_MINUTES } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { layOutMail } from '../../../platform/mail-layout.ts'
import { sendNotice } from '../../../platform/sent-messages.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import {
  findLateContacts,
  findLateNotice,
  lockNextLateLab,
  readLateReleases,
  updateLateToldAt,
} from './late-releases.repository.ts'

export const SEND_LATE_RELEASE_NOTICE = 'send-late-release-notice'

export interface LateReleaseJob {
  labId: number
  userId: number
  /** Time of the last alert, ISO 8601. */
  at: string
}

/** Notifies releasers of late reports, at most every two hours. */
export const createLateReleaseService = ({
  database,
  clock,
  mailer,
  appUrl,
  brand,
  reportFailure,
}: Pick<Context, 'database' | 'clock' | 'mailer' | 'appUrl' | 'brand' | 'reportFailure'>) => {
  /** Records the time with its messages, so that each is queued exactly once. */
  const tellNext = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock.now()
      const labId = await lockNextLateLab(tx, now)
      if (labId === undefined) return false
      await updateLateToldAt(tx, labId, now)
      const userIds = await findLateContacts(tx, labId, now)
      for (const userId of userIds)
        await enqueueJob(tx, SEND_LATE_RELEASE_NOTICE, {
          labId,
          userId,
          at: now.toISOString(),
        } satisfies LateReleaseJob)
      await recordActivity(tx, 'system', {
        action: 'release.remind',
        object: { type: 'lab', id: labId },
        labId,
        summary: `Reports have awaited release or a correction for more than ${RELEASE_LATE_MINUTES} minutes: told ${userIds.length} ${userIds.length === 1 ? 'person' : 'people'}`,
      })
      return true
    })

  return {
    async run(): Promise<void> {
      if (mailer.hasServer) while (await tellNext());
    },

    /** Never sends a message again that may have been accepted. The job retries other failures. */
    async send({ labId, userId, at }: LateReleaseJob): Promise<void> {
      const notice = await findLateNotice(database, { labId, userId, now: clock.now() })
      if (!notice) return
      const { labName, fullName, email } = notice
      const id = `late-release-${labId}-${userId}-${Date.parse(at)}`
      const mail = layOutMail(await brand(), {
        to: email,
        link: `${appUrl}/user/release`,
        subject: `Reports await release at ${labName}`,
        greeting: `Hello ${fullName},`,
        sentence: `${labName}: reports have awaited release or a correction for more than 2 hours.`,
        button: 'Open Awaiting Release',
        notes: ['You get this message because you may release reports, at most every 2 hours.'],
      })
      await sendNotice({ database, mailer, reportFailure }, { id, ...mail }, 'the release of reports')
    },

    late: (tx: Queryable) => readLateReleases(tx),
  }
}
