import { z } from 'zod'
import { sessions, users } from '../../../core/tables.gen.ts'
import { columnsOf } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import type { ProviderSession } from '../sessions/sessions.repository.ts'

/** @returns false if the provider confirmed nothing in the last minutes, or it was used before */
export const useProviderConfirmation = async (
  db: Queryable,
  sessionId: number,
  minutes: number,
): Promise<boolean> =>
  (await db.execute(
    `update sessions set provider_confirmed_at = null
      where id = $1 and provider_confirmed_at > now() - make_interval(mins => $2)`,
    [sessionId, minutes],
  )) > 0

/** @returns false if the session has ended */
export const noteProviderConfirmation = async (tx: Queryable, sessionId: number): Promise<boolean> =>
  (await tx.execute('update sessions set provider_confirmed_at = now() where id = $1', [sessionId])) > 0

/** After the end of a link. */
export const forgetProviderConfirmations = async (
  tx: Queryable,
  userIds: readonly number[],
): Promise<void> => {
  await tx.execute('update sessions set provider_confirmed_at = null where user_id = any($1)', [userIds])
}

/** Excludes the sign-in itself. */
export const isIdentityChecked = (db: Queryable, sessionId: number, minutes: number): Promise<boolean> =>
  db.exists('select 1 from sessions where id = $1 and confirmed_at > now() - make_interval(mins => $2)', [
    sessionId,
    minutes,
  ])

const endingRow = z.object({ providerId: sessions.providerId, sealedIdToken: sessions.sealedIdToken })

/** The provider of a session, and the ID token for its end address. */
export const findProviderOfSession = (
  db: Queryable,
  sessionId: number,
): Promise<{ providerId: number | null; sealedIdToken: Buffer | null } | undefined> =>
  db.maybeOne(endingRow, `select ${columnsOf(endingRow)} from sessions where id = $1`, [sessionId])

interface NamedSession {
  providerId: number
  sid: string | undefined
  sub: string | undefined
}

/** Longer than a sign-in may take. */
const LOGOUT_MINUTES = 15

const named = (kind: 'sid' | 'sub' | 'sub without sid', value: string): Buffer =>
  hashSecretToken(`${kind}\n${value}`)

/** Sign-ins in progress find the logout. Waits for sessions that are being opened. */
export const noteLogout = async (tx: Queryable, { providerId, sid, sub }: NamedSession): Promise<void> => {
  await tx.execute('select 1 from sign_in_providers where id = $1 for update', [providerId])
  const hashes = [
    ...(sid === undefined ? [] : [named('sid', sid)]),
    ...(sub === undefined ? [] : [named(sid === undefined ? 'sub' : 'sub without sid', sub)]),
  ]
  await tx.execute(
    `insert into provider_logouts (provider_id, jti_hash, expires_at)
     select $1, hash, now() + make_interval(mins => $3) from unnest($2::bytea[]) as hash
     on conflict (provider_id, jti_hash) do update set expires_at = excluded.expires_at`,
    [providerId, hashes, LOGOUT_MINUTES],
  )
}

/** Finds a logout since the sign-in started. Further ones wait for the end of the transaction. */
export const isLoggedOut = async (
  tx: Queryable,
  {
    id,
    subject,
    session,
    signInStartedAt,
  }: Pick<ProviderSession, 'id' | 'subject' | 'session' | 'signInStartedAt'>,
): Promise<boolean> => {
  await tx.execute('select 1 from sign_in_providers where id = $1 for key share', [id])
  const hashes = [
    named('sub', subject),
    session === null ? named('sub without sid', subject) : named('sid', session),
  ]
  return tx.exists(
    `select 1 from provider_logouts where provider_id = $1 and jti_hash = any($2)
        and expires_at - make_interval(mins => $3) >= $4`,
    [id, hashes, LOGOUT_MINUTES, signInStartedAt],
  )
}

/** Sessions that a logout token names: by the provider's session, or else by the person. @returns whose they were */
export const deleteSessionsOfProvider = async (
  tx: Queryable,
  { providerId, sid, sub }: NamedSession,
): Promise<number[]> => {
  const rows = await tx.query(
    z.object({ id: users.id }),
    `delete from sessions s
      where s.provider_id = $1
        and (s.provider_session = $2
             or (($2::text is null or s.provider_session is null) and s.user_id =
                 (select k.user_id from provider_links k where k.provider_id = $1 and k.subject = $3)))
      returning s.user_id as id`,
    [providerId, sid ?? null, sub ?? null],
  )
  return rows.map(({ id }) => id)
}

/** A sign-in that waits for its second step ends with the person's sessions. */
export const deletePassedOf = async (
  tx: Queryable,
  { providerId, sid, sub }: NamedSession,
): Promise<void> => {
  await tx.execute(
    `delete from provider_requests r
      where r.provider_id = $1 and r.purpose = 'second-step'
        and (r.provider_session = $2 or r.user_id =
             (select k.user_id from provider_links k where k.provider_id = $1 and k.subject = $3))`,
    [providerId, sid ?? null, sub ?? null],
  )
}
