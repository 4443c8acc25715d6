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

export const touchSession = async (db: Queryable, tokenHash: Buffer): Promise<void> => {
  await db.execute('update link_sessions set used_at = now() where token_hash = $1', [tokenHash], {
    name: 'touch-link-session',
  })
}

/** A new token makes copies of the old one useless. */
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
