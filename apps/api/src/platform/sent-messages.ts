import type { Queryable } from './database/database.ts'
import { UnconfirmedMailError } from './mailer.ts'
import { markMessageSent, releaseMessage } from './sent-messages.repository.ts'
import { UnconfirmedSmsError } from './sms-gateway.ts'

/** Sends a claimed message of a job. Only one that certainly did not leave is sent by the next attempt. */
export const sendClaimed = async (db: Queryable, id: string, send: () => Promise<void>): Promise<void> => {
  try {
    await send()
  } catch (error) {
    const mayHaveLeft = error instanceof UnconfirmedMailError || error instanceof UnconfirmedSmsError
    if (!mayHaveLeft) await releaseMessage(db, id)
    throw error
  }
  await markMessageSent(db, id)
}
