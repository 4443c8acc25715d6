import type { Database, Queryable } from './database/database.ts'
import { UnconfirmedMailError } from './mailer.ts'
import { markMessageSent, releaseMessage } from './sent-messages.repository.ts'
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
