import type { OwnSession, SignInWay, User } from '@zelab/contract'
import { z } from 'zod'
import type { CallerSession } from '../../../core/caller.ts'
import { sessions, sessionTokens, settings } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { toUser, userRow } from '../../../core/user-row.ts'

/** Recognized replaced tokens per session. */
const REPLACED_TOKENS_KEPT = 200
/** One per tab that refreshed concurrently. Further ones end the oldest. */
export const CURRENT_TOKENS_KEPT = 20

/** The limit of all sessions, and an earlier one of this session. */
const ENDS_AT = 'least(s.created_at + make_interval(hours => g.absolute_hours), s.ends_at)'

/** What a session through a provider keeps. */
export interface ProviderSession {
  id: number
  name: string
  subject: string
  /** `sid`: the session at the provider. */
  session: string | null
  signInStartedAt: string
  sealedIdToken: Buffer | null
  hasSecondFactor: boolean
  hours: number
}

export interface OpenSession {
  session: CallerSession
  user: User
  isTouchDue: boolean
  /** The earliest of the idle limit, the absolute limit and the end of a replaced token. */
  secondsLeft: number
}

/**
 * Opens a session for the account version of the password check. Waits for concurrent changes. Later changes find and
 * end the session.
 * @returns whether the account is unchanged
 */
export const insertSession = async (
  tx: Queryable,
  session: {
    userId: number
    accessVersion: number
    tokenHash: Buffer
    address: string
    userAgent: string | undefined
    way: SignInWay
    provider?: ProviderSession | undefined
    endsAt?: string | null | undefined
  },
): Promise<boolean> =>
  (await tx.execute(
    `with u as (
       select id from users where id = $1 and access_version = $5 and deactivated_at is null for share
     ),
     s as (
       insert into sessions (user_id, address, user_agent, way, provider_id, provider_session, sealed_id_token,
                             has_provider_factor, ends_at)
       select u.id, $3, $4, $6, $7, $8, $9, $10, least($11, now() + make_interval(hours => $12)) from u returning id)
     insert into session_tokens (token_hash, session_id) select $2, s.id from s`,
    [
      session.userId,
      session.tokenHash,
      session.address,
      session.userAgent ?? null,
      session.accessVersion,
      session.way,
      session.provider?.id ?? null,
      session.provider?.session ?? null,
      session.provider?.sealedIdToken ?? null,
      session.provider?.hasSecondFactor ?? false,
      session.endsAt ?? null,
      session.provider?.hours ?? null,
    ],
  )) > 0

const openSessionRow = userRow.extend({
  sessionId: from('s.id', sessions.id),
  way: from('s.way', sessions.way),
  isTouchDue: from("s.last_seen_at < now() - interval '1 minute'", z.boolean()),
  idleMinutes: from('g.idle_minutes', settings.idleMinutes),
  hasProviderFactor: from('s.has_provider_factor', sessions.hasProviderFactor),
  expiresAt: from(ENDS_AT, z.iso.datetime()),
  hasAuthenticator: from('u.totp_confirmed_at is not null', z.boolean()),
  passkeyHosts: from('array(select k.rp_id from passkeys k where k.user_id = u.id)', z.array(z.string())),
  secondFactorRoles: from('g.second_factor_roles', settings.secondFactorRoles),
  passkeyRoles: from('g.passkey_roles', settings.passkeyRoles),
  passkeysFrom: from('g.passkeys_from', settings.passkeysFrom),
  arePasskeysDue: from(
    "coalesce(g.passkeys_from <= (now() at time zone coalesce(g.time_zone, 'UTC'))::date, true)",
    z.boolean(),
  ),
  secondsLeft: from(
    `extract(epoch from least(s.last_seen_at + make_interval(mins => g.idle_minutes), ${ENDS_AT},
                              t.replaced_at + interval '1 minute') - now())::float8`,
    z.number(),
  ),
})

// Accepts current and recently replaced tokens, because concurrent refreshes of two tabs and a reload with a lost
// answer must not sign users out.
const FIND_OPEN_SESSION = `
  select ${columnsOf(openSessionRow, 'u')}
    from session_tokens t
    join sessions s on s.id = t.session_id
    join users u on u.id = s.user_id
    left join labs l on l.id = u.lab_id
    cross join settings g
   where t.token_hash = $1
     and (t.replaced_at is null or t.replaced_at > now() - interval '1 minute')
     and u.deactivated_at is null
     and s.last_seen_at > now() - make_interval(mins => g.idle_minutes)
     and ${ENDS_AT} > now()`

/** @param rpId of passkeys; undefined where there are none, so that none is required */
export const findOpenSession = async (
  db: Queryable,
  tokenHash: Buffer,
  rpId: string | undefined,
): Promise<OpenSession | undefined> => {
  const row = await db.maybeOne(openSessionRow, FIND_OPEN_SESSION, [tokenHash], { name: 'find-open-session' })
  if (!row) return undefined
  const user = toUser(row)
  // A provider that checked a second factor counts as one.
  const needsFactor = !row.hasProviderFactor
  const needsPasskey = needsFactor && rpId !== undefined && row.passkeyRoles.includes(user.userType.name)
  return {
    user,
    isTouchDue: row.isTouchDue,
    secondsLeft: row.secondsLeft,
    session: {
      id: row.sessionId,
      way: row.way,
      idleMinutes: row.idleMinutes,
      expiresAt: row.expiresAt,
      hasAuthenticator: row.hasAuthenticator,
      isSecondFactorOn: row.hasAuthenticator || row.passkeyHosts.length > 0,
      isSecondFactorRequired: needsFactor && row.secondFactorRoles.includes(user.userType.name),
      hasPasskey: rpId !== undefined && row.passkeyHosts.includes(rpId),
      passkeysFrom: needsPasskey ? row.passkeysFrom : null,
      isPasskeyRequired: needsPasskey && row.arePasskeysDue,
    },
  }
}

/** The user passed an identity check. */
export const markConfirmed = async (tx: Queryable, sessionId: number): Promise<void> => {
  await tx.execute('update sessions set confirmed_at = now() where id = $1', [sessionId])
}

export const touchSession = async (db: Queryable, sessionId: number): Promise<void> => {
  await db.execute('update sessions set last_seen_at = now() where id = $1', [sessionId], {
    name: 'touch-session',
  })
}

/**
 * Replaces the token, which stays valid for a minute. Keeps tokens of other tabs, because it is unknown which answer
 * the browser stored. Replaced tokens are stored to detect reuse. One statement, because every page load runs it.
 * False if the session has ended.
 */
export const renewSession = async (
  db: Queryable,
  sessionId: number,
  hashes: { presented: Buffer; fresh: Buffer },
): Promise<boolean> => {
  const tokens = await db.execute(
    `with touched as (update sessions set last_seen_at = now() where id = $1 returning id),
     replaced as (
       update session_tokens set replaced_at = now() where token_hash = $2 and replaced_at is null),
     dropped as (
       delete from session_tokens where session_id = $1 and token_hash in (
         (select token_hash from session_tokens where session_id = $1 and replaced_at is not null
           order by replaced_at desc offset $4)
         union all
         (select token_hash from session_tokens
           where session_id = $1 and replaced_at is null and token_hash <> $2
           order by created_at desc offset $5)))
     insert into session_tokens (token_hash, session_id) select $3, id from touched`,
    [sessionId, hashes.presented, hashes.fresh, REPLACED_TOKENS_KEPT, CURRENT_TOKENS_KEPT],
    { name: 'renew-session' },
  )
  return tokens > 0
}

export const isSessionOpen = (tx: Queryable, sessionId: number): Promise<boolean> =>
  tx.exists('select 1 from sessions where id = $1 for key share', [sessionId])

const sessionIdRow = z.object({ id: sessions.id })

/** Only the absolute limit counts, because a user with a running request is not idle. */
export const findOpenSessionIds = async (db: Queryable, ids: number[]): Promise<number[]> => {
  const rows = await db.query(
    sessionIdRow,
    `select s.id from sessions s cross join settings g
      where s.id = any($1::bigint[]) and ${ENDS_AT} > now()`,
    [ids],
    { name: 'find-open-session-ids' },
  )
  return rows.map(({ id }) => id)
}

const reusedSessionRow = userRow.extend({ sessionId: from('t.session_id', sessionTokens.sessionId) })

/** For tokens replaced more than a minute ago. */
export const findReusedSession = async (
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ sessionId: number; user: User } | undefined> => {
  const row = await db.maybeOne(
    reusedSessionRow,
    `select ${columnsOf(reusedSessionRow, 'u')}
       from session_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
       left join labs l on l.id = u.lab_id
      where t.token_hash = $1 and t.replaced_at <= now() - interval '1 minute'`,
    [tokenHash],
    { name: 'find-reused-session' },
  )
  return row && { sessionId: row.sessionId, user: toUser(row) }
}

export const deleteSession = async (db: Queryable, sessionId: number): Promise<boolean> =>
  (await db.execute('delete from sessions where id = $1', [sessionId])) > 0

export const deleteSessionsOfUser = async (db: Queryable, userId: number): Promise<void> => {
  await db.execute('delete from sessions where user_id = $1', [userId])
}

export const deleteSessionOfUser = async (
  db: Queryable,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> =>
  (await db.execute('delete from sessions where id = $1 and user_id = $2', [id, userId])) > 0

export const deleteOtherSessions = async (db: Queryable, userId: number, exceptId: number): Promise<void> => {
  await db.execute('delete from sessions where user_id = $1 and id <> $2', [userId, exceptId])
}

const ownSessionRow = z.object({
  ...pick(sessions, 'id createdAt lastSeenAt address userAgent way'),
  provider: from(
    '(select p.name from sign_in_providers p where p.id = s.provider_id)',
    z.string().nullable(),
  ),
  isCurrent: z.boolean(),
})

export const findSessionsOfUser = (db: Queryable, userId: number, currentId: number): Promise<OwnSession[]> =>
  db.query(
    ownSessionRow,
    `select ${columnsOf(ownSessionRow, 's', { isCurrent: 's.id = $2' })}
       from sessions s cross join settings g
      where s.user_id = $1
        and s.last_seen_at > now() - make_interval(mins => g.idle_minutes)
        and ${ENDS_AT} > now()
      order by s.last_seen_at desc, s.id desc
      limit 100`,
    [userId, currentId],
  )

export const deleteExpiredSessions = (db: Queryable): Promise<number> =>
  db.execute(
    `delete from sessions s using settings g
      where s.last_seen_at < now() - make_interval(mins => g.idle_minutes)
         or ${ENDS_AT} < now()`,
  )

export const countOpenSessions = (db: Queryable): Promise<number> =>
  db.countRows(`select count(*) as count from (
       select 1 from sessions s cross join settings g
        where s.last_seen_at > now() - make_interval(mins => g.idle_minutes)
          and ${ENDS_AT} > now()
        limit 100000) as open`)

/** True if the user recently signed in or passed an identity check. */
export const isConfirmedLately = (tx: Queryable, sessionId: number, minutes: number): Promise<boolean> =>
  tx.exists(
    `select 1 from sessions
      where id = $1 and greatest(created_at, confirmed_at) > now() - make_interval(mins => $2)`,
    [sessionId, minutes],
  )
