import type { Passkey } from '@zelab/contract'
import { z } from 'zod'
import { passkeys, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, insertion, pick, type NewRecord } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

/** A challenge belongs to a browser before the sign-in, and to a session after it. */
export type Holder = { browserHash: Buffer } | { sessionId: number }
export type ChallengePurpose = 'sign-in' | 'second-step' | 'confirm' | 'add'

interface Challenge {
  challenge: Buffer
  purpose: ChallengePurpose
  holder: Holder
}

const holderValues = (holder: Holder) =>
  'sessionId' in holder ? [null, holder.sessionId] : [holder.browserHash, null]

/** Also removes all but the newest of the holder. Nothing for a session that has ended. */
export const insertChallenge = async (
  db: Queryable,
  { challenge, purpose, holder }: Challenge,
  { seconds, most }: { seconds: number; most: number },
): Promise<void> => {
  await db.execute(
    `with dropped as (
       delete from passkey_challenges where challenge in (
         select challenge from passkey_challenges
          where browser_hash = $3 or session_id = $4
          order by expires_at desc offset $6))
     insert into passkey_challenges (challenge, purpose, browser_hash, session_id, expires_at)
     select $1, $2, $3, $4, now() + make_interval(secs => $5)
      where $4::bigint is null or exists (select from sessions where id = $4 for key share)`,
    [challenge, purpose, ...holderValues(holder), seconds, most - 1],
  )
}

/** Once: false for one that was used, expired, or made for another purpose, browser or session. */
export const useChallenge = async (
  db: Queryable,
  { challenge, purpose, holder }: Challenge,
): Promise<boolean> =>
  (await db.execute(
    `delete from passkey_challenges
      where challenge = $1 and purpose = $2 and expires_at > now()
        and (browser_hash = $3 or session_id = $4)`,
    [challenge, purpose, ...holderValues(holder)],
  )) > 0

export const deleteExpiredChallenges = (db: Queryable): Promise<number> =>
  db.execute('delete from passkey_challenges where expires_at < now()')

const storedRow = z.object({
  ...pick(passkeys, 'id userId name publicKey rpId'),
  handle: from('u.passkey_handle', users.passkeyHandle),
  /** The state of the account before the passkey is checked. */
  accessVersion: from('u.access_version', users.accessVersion),
})
export type StoredPasskey = RowOf<typeof storedRow>

export const findPasskey = (db: Queryable, credentialId: Buffer): Promise<StoredPasskey | undefined> =>
  db.maybeOne(
    storedRow,
    `select ${columnsOf(storedRow, 'k')} from passkeys k join users u on u.id = k.user_id
      where k.credential_id = $1`,
    [credentialId],
  )

/**
 * Synced passkeys have no counter that means anything; others may have none, which stays 0.
 * @returns false if the counter did not grow, which suggests a copy of the passkey, or if the passkey was removed
 */
export const noteUse = async (db: Queryable, id: number, counter: number): Promise<boolean> =>
  (await db.execute(
    `update passkeys set last_used_at = now(), counter = $2
      where id = $1 and (is_synced or counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter],
  )) > 0

const ownRow = z.object(pick(passkeys, 'id name createdAt lastUsedAt isSynced rpId'))

const ownPasskey = ({ rpId, ...row }: RowOf<typeof ownRow>, presentRpId: string | undefined): Passkey => ({
  ...row,
  isOfFormerAddress: rpId !== presentRpId,
})

/** At most `PASSKEYS_MAX`. */
export const findPasskeysOf = async (
  db: Queryable,
  userId: number,
  presentRpId: string | undefined,
): Promise<Passkey[]> => {
  const rows = await db.query(
    ownRow,
    `select ${columnsOf(ownRow)} from passkeys where user_id = $1 order by id desc`,
    [userId],
  )
  return rows.map((row) => ownPasskey(row, presentRpId))
}

const credentialRow = z.object({ credentialId: passkeys.credentialId, transports: passkeys.transports })

export const findCredentialsOf = (
  db: Queryable,
  userId: number,
  rpId: string,
): Promise<RowOf<typeof credentialRow>[]> =>
  db.query(
    credentialRow,
    `select ${columnsOf(credentialRow)} from passkeys where user_id = $1 and rp_id = $2 order by id desc`,
    [userId, rpId],
  )

const handleRow = z.object({ handle: from('passkey_handle', users.passkeyHandle) })

/** Random, so that it says nothing about the account; `fresh` becomes the first one. */
export const handleOf = async (tx: Queryable, userId: number, fresh: Buffer): Promise<Buffer> => {
  const { handle } = await tx.one(
    handleRow,
    `update users set passkey_handle = coalesce(passkey_handle, $2) where id = $1
     returning ${columnsOf(handleRow)}`,
    [userId, fresh],
  )
  return handle ?? fresh
}

/** Undefined before the first passkey. */
export const findHandle = async (db: Queryable, userId: number): Promise<Buffer | undefined> => {
  const row = await db.maybeOne(handleRow, `select ${columnsOf(handleRow)} from users where id = $1`, [
    userId,
  ])
  return row?.handle ?? undefined
}

const newRow = z.object(pick(passkeys, 'userId credentialId publicKey counter isSynced transports rpId name'))

/** Undefined if the passkey was already added, by anyone. */
export const insertPasskey = async (
  tx: Queryable,
  passkey: NewRecord<typeof newRow>,
): Promise<Passkey | undefined> => {
  const row = await tx.maybeOne(
    ownRow,
    (parameters) => `insert into passkeys ${insertion(newRow, passkey, parameters)}
     on conflict (credential_id) do nothing returning ${columnsOf(ownRow)}`,
  )
  return row && ownPasskey(row, passkey.rpId)
}

export const renamePasskey = async (
  tx: Queryable,
  { id, userId, name }: { id: number; userId: number; name: string },
  presentRpId: string | undefined,
): Promise<Passkey | undefined> => {
  const row = await tx.maybeOne(
    ownRow,
    `update passkeys set name = $3 where id = $1 and user_id = $2 returning ${columnsOf(ownRow)}`,
    [id, userId, name],
  )
  return row && ownPasskey(row, presentRpId)
}

export const deletePasskey = async (
  tx: Queryable,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> =>
  (await tx.execute('delete from passkeys where id = $1 and user_id = $2', [id, userId])) > 0
