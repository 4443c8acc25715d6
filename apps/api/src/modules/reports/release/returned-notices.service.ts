import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { layOutMail } from '../../../platform/mail-layout.ts'
import { sendNotice } from '../../../platform/sent-messages.ts'
import { findReturnedNotice } from './late-releases.repository.ts'

export const SEND_RETURNED_NOTICE = 'send-returned-notice'

export interface ReturnedNoticeJob {
  unreleasedId: number
  revision: number
  userId: number
}

/** Notifies the authors of a report that was sent back. */
export const createReturnedNoticeService = ({
  database,
  mailer,
  appUrl,
  brand,
  reportFailure,
}: Pick<Context, 'database' | 'mailer' | 'appUrl' | 'brand' | 'reportFailure'>) => ({
  async queue(
    tx: Queryable,
    { id, revision, authorIds }: { id: number; revision: number; authorIds: readonly number[] },
    returnedBy: number,
  ): Promise<void> {
    if (!mailer.hasServer) return
    for (const userId of authorIds)
      if (userId !== returnedBy)
        await enqueueJob(tx, SEND_RETURNED_NOTICE, {
          unreleasedId: id,
          revision,
          userId,
        } satisfies ReturnedNoticeJob)
  },

  /** Never sends a message again that may have been accepted. The job retries other failures. */
  async send(job: ReturnedNoticeJob): Promise<void> {
    const notice = await findReturnedNotice(database, job)
    if (!notice) return
    const { labName, fullName, email } = notice
    const { unreleasedId, revision, userId } = job
    const id = `returned-${unreleasedId}-${revision}-${userId}`
    const mail = layOutMail(await brand(), {
      to: email,
      link: `${appUrl}/user/release/${unreleasedId}`,
      subject: `A report was sent back at ${labName}`,
      greeting: `Hello ${fullName},`,
      sentence: `${labName}: a report of yours was sent back and needs a correction.`,
      button: 'Open the Report',
      notes: ['You get this message because you are one of its authors.'],
    })
    await sendNotice({ database, mailer, reportFailure }, { id, ...mail }, 'the release of reports')
  },
})
export type ReturnedNoticeService = ReturnType<typeof createReturnedNoticeService>
