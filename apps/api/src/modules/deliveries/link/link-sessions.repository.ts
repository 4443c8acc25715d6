import type { Queryable } from '../../../platform/database/database.ts'

export const insertSession = async (
  tx: Queryable,
  session: { tokenHash: Buffer; linkId: number },
): Promise<void> => {
  await tx.execute('insert into link_sessions (token_hash, link_id) values ($1, $2)', [
    session.tokenHash,
    session.linkId,
  ])
}

/** Starts the idle limit of an open session again. */
export const touchSession = async (db: Queryable, tokenHash: Buffer): Promise<void> => {
  await db.execute('update link_sessions set used_at = now() where token_hash = $1', [tokenHash], {
    name: 'touch-link-session',
  })
}

/** Raises a session after a code, under a new token: a copy of the old one gains nothing. */
export const confirmSession = async (
  tx: Queryable,
  session: { tokenHash: Buffer; newTokenHash: Buffer },
): Promise<boolean> =>
  (await tx.execute(
    'update link_sessions set token_hash = $2, has_code = true, used_at = now() where token_hash = $1',
    [session.tokenHash, session.newTokenHash],
  )) > 0

export const deleteSession = async (db: Queryable, tokenHash: Buffer): Promise<void> => {
  await db.execute('delete from link_sessions where token_hash = $1', [tokenHash])
}
