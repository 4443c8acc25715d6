import { z } from 'zod'
import { users } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'

export interface StoredSecondFactor {
  /** The secret of the authenticator app; null without one. */
  sealedSecret: Buffer | null
  hasPasskey: boolean
  /** An app or a passkey. */
  isOn: boolean
}

const secondFactorRow = z.object({
  sealedSecret: from('case when totp_confirmed_at is not null then totp_secret end', users.totpSecret),
  hasPasskey: from('exists (select from passkeys k where k.user_id = users.id)', z.boolean()),
})

export const findSecondFactor = async (db: Queryable, userId: number): Promise<StoredSecondFactor> => {
  const found = await db.one(
    secondFactorRow,
    `select ${columnsOf(secondFactorRow)} from users where id = $1`,
    [userId],
  )
  return { ...found, isOn: found.sealedSecret !== null || found.hasPasskey }
}

/** The active secret stays in use until a code confirms the new one. */
export const savePendingSecret = async (
  tx: Queryable,
  pending: { userId: number; sessionId: number; sealed: Buffer; minutes: number },
): Promise<void> => {
  await tx.execute(
    `update users set totp_pending_secret = $2, totp_pending_session = $3,
            totp_pending_until = now() + make_interval(mins => $4)
      where id = $1`,
    [pending.userId, pending.sealed, pending.sessionId, pending.minutes],
  )
}

const pendingRow = z.object({ sealed: users.totpPendingSecret })

export const findPendingSecret = async (
  tx: Queryable,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<Buffer | undefined> => {
  const row = await tx.maybeOne(
    pendingRow,
    `select totp_pending_secret as sealed from users
      where id = $1 and totp_pending_session = $2 and totp_pending_until > now()`,
    [userId, sessionId],
  )
  return row?.sealed ?? undefined
}

export const confirmPendingSecret = async (tx: Queryable, userId: number, step: number): Promise<void> => {
  await tx.execute(
    `update users set totp_secret = totp_pending_secret, totp_confirmed_at = now(), totp_last_step = $2,
            totp_pending_secret = null, totp_pending_until = null, totp_pending_session = null
      where id = $1`,
    [userId, step],
  )
}

/** False if this step or a later one was used before. */
export const useStep = async (db: Queryable, userId: number, step: number): Promise<boolean> =>
  (await db.execute(
    'update users set totp_last_step = $2 where id = $1 and (totp_last_step is null or totp_last_step < $2)',
    [userId, step],
  )) > 0

export const clearAuthenticator = async (db: Queryable, userId: number): Promise<void> => {
  await db.execute(
    `update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null,
            totp_pending_secret = null, totp_pending_until = null, totp_pending_session = null
      where id = $1`,
    [userId],
  )
}

/** The app, every passkey and the recovery codes. */
export const clearSecondFactor = async (db: Queryable, userId: number): Promise<void> => {
  await clearAuthenticator(db, userId)
  await db.execute('delete from passkeys where user_id = $1', [userId])
  await db.execute('delete from recovery_codes where user_id = $1', [userId])
}

export const replaceRecoveryCodes = async (
  db: Queryable,
  userId: number,
  hashes: Buffer[],
): Promise<void> => {
  await db.execute('delete from recovery_codes where user_id = $1', [userId])
  await db.execute('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    hashes,
  ])
}

export const useRecoveryCode = async (db: Queryable, userId: number, hash: Buffer): Promise<boolean> =>
  (await db.execute(
    'update recovery_codes set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, hash],
  )) > 0
