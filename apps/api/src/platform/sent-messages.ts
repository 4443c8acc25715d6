import type { Database, Queryable } from './database/database.ts'
import { refusedForGood, UnconfirmedMailError, type Mailer } from './mailer.ts'
import { claimMessage, markMessageSent, releaseMessage } from './sent-messages.repository.ts'
import { UnconfirmedSmsError } from './sms-gateway.ts'

/**
 * Sends a claimed message of a job. Only one that certainly did not leave is sent by the next attempt.
 * @param record the entry of a message that was accepted, or whose acceptance was not confirmed
 */
export const sendClaimed = async (
  database: Database,
  id: string,
  send: () => Promise<void>,
  record: (tx: Queryable, isConfirmed: boolean) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  try {
    await send()
  } catch (error) {
    if (error instanceof UnconfirmedMailError || error instanceof UnconfirmedSmsError)
      await record(database, false)
    else await releaseMessage(database, id)
    throw error
  }
  await database.transaction(async (tx) => {
    await markMessageSent(tx, id)
    await record(tx, true)
  })
}

/**
 * Sends a mail of a job once. The job retries a failure, unless the mail may have been accepted, or never will be.
 * @param what of the mail, for the log
 */
export const sendNotice = async (
  {
    database,
    mailer,
    reportFailure,
  }: { database: Database; mailer: Mailer; reportFailure: (error: unknown, what: string) => void },
  mail: Parameters<Mailer['send']>[0] & { id: string },
  what: string,
): Promise<void> => {
  if (!(await claimMessage(database, mail.id))) return
  try {
    await sendClaimed(database, mail.id, () => mailer.send(mail))
  } catch (error) {
    if (!(error instanceof UnconfirmedMailError) && refusedForGood(error) === undefined) throw error
    reportFailure(error, `a message about ${what} could not be sent`)
  }
}
