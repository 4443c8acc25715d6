import type { Queryable } from '../../../platform/database/database.ts'
import { defineNotice, type NoticeContext } from '../../../core/notice.ts'
import { findReturnedNotice } from './late-releases.repository.ts'

export const SEND_RETURNED_NOTICE = 'send-returned-notice'

export interface ReturnedNoticeJob {
  unreleasedId: number
  revision: number
  userId: number
}

/** Notifies the authors of a report that was sent back. */
export const createReturnedNoticeService = (context: NoticeContext) => {
  const notice = defineNotice<ReturnedNoticeJob>(context, {
    task: SEND_RETURNED_NOTICE,
    about: 'the release of reports',
    async read(job) {
      const { unreleasedId, revision, userId } = job
      const to = await findReturnedNotice(context.database, job)
      return (
        to && {
          id: `returned-${unreleasedId}-${revision}-${userId}`,
          to,
          path: `/user/release/${unreleasedId}`,
          subject: `A report was sent back at ${to.labName}`,
          sentence: `${to.labName}: a report of yours was sent back and needs a correction.`,
          button: 'Open the Report',
          notes: ['You get this message because you are one of its authors.'],
        }
      )
    },
  })
  return {
    ...notice,
    async queue(
      tx: Queryable,
      { id, revision, authorIds }: { id: number; revision: number; authorIds: readonly number[] },
      returnedBy: number,
    ): Promise<void> {
      const userIds = authorIds.filter((userId) => userId !== returnedBy)
      if (context.mailer.hasServer) await notice.queue(tx, userIds, { unreleasedId: id, revision })
    },
  }
}
export type ReturnedNoticeService = ReturnType<typeof createReturnedNoticeService>
