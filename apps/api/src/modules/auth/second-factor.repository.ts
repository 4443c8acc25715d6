import type { Queryable } from '../../platform/database/database.ts'

export interface StoredSecondFactor {
  sealedSecret: Buffer | null
  isOn: boolean
  lastStep: number | null
}

export const findSecondFactor = async (db: Queryable, userId: number): Promise<StoredSecondFactor> =>
  db.one<StoredSecondFactor>(
    `select totp_secret as "sealedSecret", totp_confirmed_at is not null as "isOn", totp_last_step as "lastStep"
       from users where id = $1`,
    [userId],
  )

/** Keeps a secret that is not confirmed yet; leaves a confirmed one alone. */
export const saveUnconfirmedSecret = async (
  db: Queryable,
  userId: number,
  sealed: Buffer,
): Promise<boolean> =>
  (await db.execute(
    'update users set totp_secret = $2, totp_last_step = null where id = $1 and totp_confirmed_at is null',
    [userId, sealed],
  )) > 0

export const confirmSecret = async (db: Queryable, userId: number): Promise<void> => {
  await db.execute('update users set totp_confirmed_at = now() where id = $1', [userId])
}

/** Uses up a time step: false when it, or a later one, was used before. */
export const useStep = async (db: Queryable, userId: number, step: number): Promise<boolean> =>
  (await db.execute(
    'update users set totp_last_step = $2 where id = $1 and (totp_last_step is null or totp_last_step < $2)',
    [userId, step],
  )) > 0

export const clearSecondFactor = async (db: Queryable, userId: number): Promise<void> => {
  await db.execute(
    'update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null where id = $1',
    [userId],
  )
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

/** Uses up a recovery code: true for the first caller only. */
export const useRecoveryCode = async (db: Queryable, userId: number, hash: Buffer): Promise<boolean> =>
  (await db.execute(
    'update recovery_codes set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, hash],
  )) > 0
