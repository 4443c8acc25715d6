import type { User } from '@zelab/contract'
import type { Queryable } from '../../platform/database/database.ts'
import { toUser, USER_COLUMNS, type UserRow } from '../users/user-row.ts'

export interface Account {
  user: User
  passwordHash: string
  isActive: boolean
}

export const findAccountByEmail = async (db: Queryable, email: string): Promise<Account | undefined> => {
  const row = await db.maybeOne<UserRow & { password_hash: string; is_active: boolean }>(
    `select ${USER_COLUMNS}, u.password_hash, u.deactivated_at is null as is_active
       from users u left join labs l on l.id = u.lab_id
      where lower(u.email) = lower($1)`,
    [email],
    { name: 'find-account' },
  )
  return row && { user: toUser(row), passwordHash: row.password_hash, isActive: row.is_active }
}

export const findPasswordHash = async (db: Queryable, userId: number): Promise<string> => {
  const row = await db.one<{ password_hash: string }>('select password_hash from users where id = $1', [
    userId,
  ])
  return row.password_hash
}

export const setPassword = async (db: Queryable, userId: number, passwordHash: string): Promise<void> => {
  await db.query('update users set password_hash = $2, updated_at = now() where id = $1', [
    userId,
    passwordHash,
  ])
}

export const insertPasswordReset = async (
  db: Queryable,
  reset: { userId: number; tokenHash: Buffer; minutes: number },
): Promise<void> => {
  await db.query(
    `insert into password_resets (user_id, token_hash, expires_at)
     values ($1, $2, now() + make_interval(mins => $3))`,
    [reset.userId, reset.tokenHash, reset.minutes],
  )
}

/** Uses up a token: at most one caller ever gets the user's id for it. */
export const usePasswordReset = async (
  db: Queryable,
  reset: { tokenHash: Buffer; email: string },
): Promise<number | undefined> => {
  const row = await db.maybeOne<{ user_id: number }>(
    `update password_resets r set used_at = now()
       from users u
      where r.token_hash = $1 and r.used_at is null and r.expires_at > now()
        and u.id = r.user_id and lower(u.email) = lower($2) and u.deactivated_at is null
      returning r.user_id`,
    [reset.tokenHash, reset.email],
  )
  return row?.user_id
}

/** All other open links of the user end with the one that was used. */
export const endPasswordResets = async (db: Queryable, userId: number): Promise<void> => {
  await db.query('delete from password_resets where user_id = $1', [userId])
}
