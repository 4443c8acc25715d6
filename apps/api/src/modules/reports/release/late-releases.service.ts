import { RELEASE_LATE_MINUTES } from '@zelab/contract'
import { EVERY_MINUTE } from '../../../core/module.ts'
import { defineRecurringNotice, type NoticeContext } from '../../../core/notice.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import {
  claimLateLab,
  findLateContacts,
  findLateNotice,
  readLateReleases,
} from './late-releases.repository.ts'

export const SEND_LATE_RELEASE_NOTICE = 'send-late-release-notice'

export interface LateReleaseJob {
  labId: number
  userId: number
  /** Time of the last alert, ISO 8601. */
  at: string
}

/** Notifies releasers of late reports, at most every two hours. */
export const createLateReleaseService = (context: NoticeContext) => ({
  ...defineRecurringNotice<LateReleaseJob>(context, {
    task: SEND_LATE_RELEASE_NOTICE,
    about: 'the release of reports',
    every: {
      task: 'tell-about-late-releases',
      kind: 'messages',
      at: EVERY_MINUTE,
      async next(tx, now) {
        const labId = context.mailer.hasServer ? await claimLateLab(tx, now) : undefined
        if (labId === undefined) return undefined
        const userIds = await findLateContacts(tx, labId, now)
        await recordActivity(tx, 'system', {
          action: 'release.remind',
          object: { type: 'lab', id: labId },
          labId,
          summary: `Reports have awaited release or a correction for more than ${RELEASE_LATE_MINUTES} minutes: told ${userIds.length} ${userIds.length === 1 ? 'person' : 'people'}`,
        })
        return { userIds, payload: { labId, at: now.toISOString() } }
      },
    },
    async read({ labId, userId, at }) {
      const { database, clock } = context
      const to = await findLateNotice(database, { labId, userId, now: clock.now() })
      return (
        to && {
          id: `late-release-${labId}-${userId}-${Date.parse(at)}`,
          to,
          path: '/user/release',
          subject: `Reports await release at ${to.labName}`,
          sentence: `${to.labName}: reports have awaited release or a correction for more than 2 hours.`,
          button: 'Open Awaiting Release',
          notes: ['You get this message because you may release reports, at most every 2 hours.'],
        }
      )
    },
  }),
  late: readLateReleases,
})
