import type { User } from '@zelab/contract'
import type { Queryable } from '../../platform/database/database.ts'
import { toUser, USER_COLUMNS, type UserRow } from '../users/user-row.ts'

export interface OpenSession {
  sessionId: number
  user: User
  /** The session's last sign of life is more than a minute old. */
  isTouchDue: boolean
}

export const insertSession = async (
  db: Queryable,
  session: { userId: number; tokenHash: Buffer; address: string; userAgent: string | undefined },
): Promise<void> => {
  await db.query(
    `with s as (insert into sessions (user_id, address, user_agent) values ($1, $3, $4) returning id)
     insert into session_tokens (token_hash, session_id) select $2, s.id from s`,
    [session.userId, session.tokenHash, session.address, session.userAgent ?? null],
  )
}

// Within its idle and absolute limits, of an active user, and with a token that is current or was until just now:
// two tabs that refresh at once, or a reload whose answer never arrived, must not sign anybody out.
const FIND_OPEN_SESSION = `
  select s.id as session_id, s.last_seen_at < now() - interval '1 minute' as is_touch_due, ${USER_COLUMNS}
    from session_tokens t
    join sessions s on s.id = t.session_id
    join users u on u.id = s.user_id
    left join labs l on l.id = u.lab_id
    cross join settings g
   where t.token_hash = $1
     and (t.replaced_at is null or t.replaced_at > now() - interval '1 minute')
     and u.deactivated_at is null
     and s.last_seen_at > now() - make_interval(mins => g.idle_minutes)
     and s.created_at > now() - make_interval(hours => g.absolute_hours)`

interface OpenSessionRow extends UserRow {
  session_id: number
  is_touch_due: boolean
}

export const findOpenSession = async (db: Queryable, tokenHash: Buffer): Promise<OpenSession | undefined> => {
  const row = await db.maybeOne<OpenSessionRow>(FIND_OPEN_SESSION, [tokenHash], { name: 'find-open-session' })
  return (
    row && {
      sessionId: row.session_id,
      user: toUser(row),
      isTouchDue: row.is_touch_due,
    }
  )
}

export const touchSession = async (db: Queryable, sessionId: number): Promise<void> => {
  await db.query('update sessions set last_seen_at = now() where id = $1', [sessionId], {
    name: 'touch-session',
  })
}

/**
 * Gives a session a new token in place of the one presented, which stays good for a minute. A token that another
 * tab got meanwhile is left alone: nobody knows whose answer the browser keeps.
 */
export const rotateToken = async (
  db: Queryable,
  sessionId: number,
  hashes: { presented: Buffer; fresh: Buffer },
): Promise<void> => {
  await db.query(
    'update session_tokens set replaced_at = now() where token_hash = $1 and replaced_at is null',
    [hashes.presented],
  )
  await db.query(
    "delete from session_tokens where session_id = $1 and replaced_at < now() - interval '2 minutes'",
    [sessionId],
  )
  await db.query('insert into session_tokens (token_hash, session_id) values ($1, $2)', [
    hashes.fresh,
    sessionId,
  ])
}

export const deleteSession = async (db: Queryable, sessionId: number): Promise<void> => {
  await db.query('delete from sessions where id = $1', [sessionId])
}

export const deleteSessionsOfUser = async (db: Queryable, userId: number): Promise<void> => {
  await db.query('delete from sessions where user_id = $1', [userId])
}

export const deleteExpiredSessions = (db: Queryable): Promise<number> =>
  db.execute(
    `delete from sessions s using settings g
      where s.last_seen_at < now() - make_interval(mins => g.idle_minutes)
         or s.created_at < now() - make_interval(hours => g.absolute_hours)`,
  )
