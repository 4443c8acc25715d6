import { z } from 'zod'
import { signInLinks } from '../../../core/tables.gen.ts'
import { columnsOf } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'

/** Replaces an earlier link of the user. */
export const storeSignInLink = async (
  tx: Queryable,
  { userId, tokenHash, minutes }: { userId: number; tokenHash: Buffer; minutes: number },
): Promise<void> => {
  await tx.execute(
    `insert into sign_in_links (user_id, token_hash, expires_at) values ($1, $2, now() + make_interval(mins => $3))
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, tokenHash, minutes],
  )
}

const linkRow = z.object({ userId: signInLinks.userId })

/** Once; undefined for a link that was used, replaced or has expired. */
export const useSignInLink = async (db: Queryable, tokenHash: Buffer): Promise<number | undefined> => {
  const row = await db.maybeOne(
    linkRow,
    `delete from sign_in_links where token_hash = $1 and expires_at > now() returning ${columnsOf(linkRow)}`,
    [tokenHash],
  )
  return row?.userId
}
