import type { Queryable } from '../platform/database/database.ts'
import { enqueueJob } from '../platform/jobs.ts'
import { layOutMail, type MailText } from '../platform/mail-layout.ts'
import { refusedForGood, UnconfirmedMailError } from '../platform/mailer.ts'
import { claimMessage } from '../platform/sent-messages.repository.ts'
import { sendClaimed } from '../platform/sent-messages.ts'
import type { Context } from './context.ts'
import type { Job } from './module.ts'

export type NoticeContext = Pick<
  Context,
  'database' | 'clock' | 'mailer' | 'appUrl' | 'brand' | 'reportFailure'
>

interface NoticeMail extends Omit<MailText, 'link'> {
  /** The same for every attempt, so that it is sent once. */
  id: string
  path: string
}

interface Notice<Payload> {
  /** The job that sends it to one user. */
  task: string
  /** For the log. */
  about: string
  /** Reads again: undefined when it no longer applies to the user. */
  read: (payload: Payload) => Promise<NoticeMail | undefined>
}

interface RecurringNotice<Payload> extends Notice<Payload> {
  every: Pick<Job, 'kind'> & {
    task: string
    at: string
    /** Locks the next one that is due, skipping those of other processes, and stores that users were notified. */
    next: (
      tx: Queryable,
      now: Date,
    ) => Promise<{ userIds: readonly number[]; payload: Omit<Payload, 'userId'> } | undefined>
  }
}

/** Per run. */
const MOST_NOTICES = 1_000

/** A mail to users that a job sends once to each. */
export const defineNotice = <Payload extends { userId: number }>(
  { database, mailer, appUrl, brand, reportFailure }: NoticeContext,
  { task, about, read }: Notice<Payload>,
) => {
  /** Never sends a message again that may have been accepted. The job retries other failures. */
  const send = async (payload: Payload): Promise<void> => {
    const notice = await read(payload)
    if (!notice) return
    const { id, path, ...text } = notice
    const mail = layOutMail(await brand(), { ...text, link: `${appUrl}${path}` })
    if (!(await claimMessage(database, id))) return
    try {
      await sendClaimed(database, id, () => mailer.send({ id, ...mail }))
    } catch (error) {
      if (!(error instanceof UnconfirmedMailError) && refusedForGood(error) === undefined) throw error
      reportFailure(error, `a message about ${about} could not be sent`)
    }
  }
  const jobs: Record<string, Job> = { [task]: { kind: 'messages', run: send } }
  return {
    jobs,
    send,
    async queue(tx: Queryable, userIds: readonly number[], payload: Omit<Payload, 'userId'>): Promise<void> {
      for (const userId of userIds) await enqueueJob(tx, task, { ...payload, userId })
    },
  }
}

/** A notice that a recurring job queues for everything that is due. */
export const defineRecurringNotice = <Payload extends { userId: number }>(
  context: NoticeContext,
  { every: { task, next, ...job }, ...definition }: RecurringNotice<Payload>,
) => {
  const notice = defineNotice(context, definition)
  /** Stores that users were notified with the jobs, so that each is queued exactly once. */
  const queueNext = (): Promise<boolean> =>
    context.database.transaction(async (tx) => {
      const due = await next(tx, context.clock.now())
      if (due) await notice.queue(tx, due.userIds, due.payload)
      return due !== undefined
    })
  const run = async (): Promise<void> => {
    for (let queued = 0; queued < MOST_NOTICES; queued += 1) if (!(await queueNext())) return
  }
  return { ...notice, run, jobs: { ...notice.jobs, [task]: { ...job, isNotice: true, run } } }
}
