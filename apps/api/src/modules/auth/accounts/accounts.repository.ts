import type { AccountMail, User } from '@zelab/contract'
import { z } from 'zod'
import { labSignInSettings, passwordResets, users } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { isSessionOpen } from '../sessions/sessions.repository.ts'
import { toUser, userRow } from '../../../core/user-row.ts'

export interface Account {
  user: User
  /** Null without a password. */
  passwordHash: string | null
  isActive: boolean
  isInvited: boolean
  /** The lab lets its staff sign in through a provider only, or the provider of the account gives no role any more. */
  isProviderOnly: boolean
  /** Until then, it does not. */
  openUntil: string | null
  accessVersion: number
}

/** `r`: sign-in settings of the lab. */
const IS_PROVIDER_ONLY = `(coalesce(r.rule = 'provider' and coalesce(r.open_until <= now(), true), false)
  or exists (select from provider_links k where k.user_id = u.id and k.lost_role_at is not null))`
const JOINS = 'left join labs l on l.id = u.lab_id left join lab_sign_in_settings r on r.lab_id = u.lab_id'

const accountRow = userRow.extend({
  passwordHash: users.passwordHash,
  isActive: from('u.deactivated_at is null', z.boolean()),
  isInvited: users.isInvited,
  isProviderOnly: from(IS_PROVIDER_ONLY, z.boolean()),
  openUntil: from("case when r.rule = 'provider' then r.open_until end", labSignInSettings.openUntil),
  accessVersion: users.accessVersion,
})

const ACCOUNT = `select ${columnsOf(accountRow, 'u')} from users u ${JOINS}`

export const noteRefusedMail = async (
  db: Queryable,
  { userId, kind, address }: { userId: number; kind: AccountMail; address: string },
): Promise<void> => {
  await db.execute(
    'update users set refused_mail = $2, refused_mail_at = now(), refused_mail_to = $3 where id = $1',
    [userId, kind, address],
  )
}

export const forgetRefusedMail = async (db: Queryable, userId: number): Promise<void> => {
  await db.execute(
    `update users set refused_mail = null, refused_mail_at = null, refused_mail_to = null
      where id = $1 and refused_mail is not null`,
    [userId],
  )
}

const toAccount = (row: RowOf<typeof accountRow>): Account => ({
  user: toUser(row),
  passwordHash: row.passwordHash,
  isActive: row.isActive,
  isInvited: row.isInvited,
  isProviderOnly: row.isProviderOnly,
  openUntil: row.openUntil,
  accessVersion: row.accessVersion,
})

export const findAccountByEmail = async (db: Queryable, email: string): Promise<Account | undefined> => {
  const row = await db.maybeOne(accountRow, `${ACCOUNT} where lower(u.email) = lower($1)`, [email], {
    name: 'find-account',
  })
  return row && toAccount(row)
}

export const findAccountById = async (db: Queryable, id: number): Promise<Account | undefined> => {
  const row = await db.maybeOne(accountRow, `${ACCOUNT} where u.id = $1`, [id])
  return row && toAccount(row)
}

export interface StoredCredentials {
  passwordHash: string | null
  isProviderOnly: boolean
  /** The state at the time of the password check (see `lockCheckedAccount`). */
  accessVersion: number
}

const credentialsRow = z.object({
  passwordHash: users.passwordHash,
  isProviderOnly: from(IS_PROVIDER_ONLY, z.boolean()),
  accessVersion: users.accessVersion,
})

export const findCredentials = (db: Queryable, userId: number): Promise<StoredCredentials> =>
  db.one(credentialsRow, `select ${columnsOf(credentialsRow, 'u')} from users u ${JOINS} where u.id = $1`, [
    userId,
  ])

/** Must precede locks of rows that belong to the account. */
export const lockAccount = async (tx: Queryable, userId: number): Promise<void> => {
  await tx.execute('select 1 from users where id = $1 for no key update', [userId])
}

/** @returns whether the account is active and unchanged since its version was read */
export const lockUnchangedAccount = (
  tx: Queryable,
  { userId, accessVersion }: { userId: number; accessVersion: number },
): Promise<boolean> =>
  tx.exists(
    `select 1 from users where id = $1 and access_version = $2 and deactivated_at is null for no key update`,
    [userId, accessVersion],
  )

/**
 * Locks the account for a change after a password check.
 * @returns whether the account is unchanged and the session still open
 */
export const lockCheckedAccount = async (
  tx: Queryable,
  checked: { userId: number; sessionId: number; accessVersion: number },
): Promise<boolean> => {
  if (!(await lockUnchangedAccount(tx, checked))) return false
  // A separate statement: the session may have ended while waiting for the lock.
  return isSessionOpen(tx, checked.sessionId)
}

export const setPassword = async (db: Queryable, userId: number, passwordHash: string): Promise<void> => {
  await db.execute(
    'update users set password_hash = $2, is_invited = false, updated_at = now() where id = $1',
    [userId, passwordHash],
  )
}

const resetRow = z.object({ userId: passwordResets.userId })

/** For a provider, which gives no password. @returns its id */
export const insertAccount = async (
  tx: Queryable,
  account: { fullName: string; email: string; phone: string; userTypeId: number; labId: number },
): Promise<number> => {
  const row = await tx.one(
    z.object({ id: users.id }),
    `insert into users (full_name, email, phone, user_type_id, lab_id) values ($1, $2, $3, $4, $5) returning id`,
    [account.fullName, account.email, account.phone, account.userTypeId, account.labId],
  )
  return row.id
}

export const setRole = async (tx: Queryable, userId: number, userTypeId: number): Promise<void> => {
  await tx.execute('update users set user_type_id = $2, updated_at = now() where id = $1', [
    userId,
    userTypeId,
  ])
}

export const setPerson = async (
  tx: Queryable,
  userId: number,
  { fullName, email }: { fullName: string; email: string },
): Promise<void> => {
  await tx.execute('update users set full_name = $2, email = $3, updated_at = now() where id = $1', [
    userId,
    fullName,
    email,
  ])
}

/** An invited person came through a provider: there is no password. */
export const acceptInvitation = async (tx: Queryable, userId: number): Promise<void> => {
  await tx.execute(
    'update users set is_invited = false, password_hash = null, updated_at = now() where id = $1 and is_invited',
    [userId],
  )
}

const INVITATION = `
  r.token_hash = $1 and r.used_at is null and r.expires_at > now() and u.deactivated_at is null and u.is_invited
    and r.created_at > now() - make_interval(hours => $2)`

/** @returns whose, if it invites and is not older */
export const findInvitation = async (
  db: Queryable,
  tokenHash: Buffer,
  hours: number,
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    resetRow,
    `select ${columnsOf(resetRow, 'r')} from password_resets r join users u on u.id = r.user_id where ${INVITATION}`,
    [tokenHash, hours],
  )
  return row?.userId
}

/** Once. The account must be locked before. */
export const useInvitation = async (
  tx: Queryable,
  tokenHash: Buffer,
  hours: number,
): Promise<number | undefined> => {
  const row = await tx.maybeOne(
    resetRow,
    `update password_resets r set used_at = now() from users u where u.id = r.user_id and ${INVITATION}
     returning ${columnsOf(resetRow, 'r')}`,
    [tokenHash, hours],
  )
  return row?.userId
}

/**
 * Skips accounts that were deactivated or changed their address or password since they were read.
 * @returns whether the token was stored
 */
export const insertPasswordReset = async (
  db: Queryable,
  reset: { userId: number; email: string; isInvited: boolean; tokenHash: Buffer; minutes: number },
): Promise<boolean> =>
  (await db.execute(
    `with u as (
       select id from users
        where id = $1 and email = $2 and is_invited = $3 and deactivated_at is null for share
     )
     insert into password_resets (user_id, token_hash, expires_at)
     select u.id, $4, now() + make_interval(mins => $5) from u`,
    [reset.userId, reset.email, reset.isInvited, reset.tokenHash, reset.minutes],
  )) > 0

/** Not where a lab is provider only. */
const MAY_SET_PASSWORD = `not exists (
  select from lab_sign_in_settings s
   where s.lab_id = u.lab_id and s.rule = 'provider' and coalesce(s.open_until <= now(), true))`

export const findPasswordReset = async (
  db: Queryable,
  reset: { tokenHash: Buffer; email: string },
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    resetRow,
    `select ${columnsOf(resetRow, 'r')}
       from password_resets r join users u on u.id = r.user_id
      where r.token_hash = $1 and r.used_at is null and r.expires_at > now()
        and lower(u.email) = lower($2) and u.deactivated_at is null and ${MAY_SET_PASSWORD}`,
    [reset.tokenHash, reset.email],
    { name: 'find-password-reset' },
  )
  return row?.userId
}

/** Only one caller gets the user's id. The account must be locked before. */
export const usePasswordReset = async (
  db: Queryable,
  reset: { tokenHash: Buffer; email: string },
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    resetRow,
    `update password_resets r set used_at = now()
       from users u
      where r.token_hash = $1 and r.used_at is null and r.expires_at > now()
        and u.id = r.user_id and lower(u.email) = lower($2) and u.deactivated_at is null and ${MAY_SET_PASSWORD}
      returning ${columnsOf(resetRow, 'r')}`,
    [reset.tokenHash, reset.email],
  )
  return row?.userId
}

export const endPasswordResets = async (db: Queryable, userId: number): Promise<void> => {
  await db.execute('delete from password_resets where user_id = $1', [userId])
}
