import type { Queryable } from './database/database.ts'

/**
 * In the transaction that prepares the message of a job. From its commit on, the message may have left.
 * @param id the one that the mail server or the SMS gateway gets
 * @returns false when it was or may have been sent
 */
export const claimMessage = async (tx: Queryable, id: string): Promise<boolean> =>
  (await tx.execute('insert into sent_messages (id) values ($1) on conflict do nothing', [id])) > 0

export const markMessageSent = async (db: Queryable, id: string): Promise<void> => {
  await db.execute('update sent_messages set sent_at = now() where id = $1', [id])
}

export const releaseMessage = async (db: Queryable, id: string): Promise<void> => {
  await db.execute('delete from sent_messages where id = $1', [id])
}

/** Long after the last attempt of their jobs. */
export const deleteOldMessages = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from sent_messages where id in (
       select id from sent_messages where started_at < now() - interval '30 days' order by started_at limit $1)`,
    [limit],
  )
