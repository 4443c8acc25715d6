import type { Queryable } from '../../../platform/database/database.ts'
import { LINK_CODE, LINK_SESSION_MINUTES } from '../link/link-limits.ts'

/** Deletes up to `limit` old codes and returns how many there were. */
export const deleteOldCodes = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from link_codes where id in (
       select id from link_codes where created_at < now() - make_interval(hours => $2) order by created_at limit $1)`,
    [limit, LINK_CODE.keptHours],
  )

/** Deletes up to `limit` unused sessions of links and returns how many there were. */
export const deleteUnusedLinkSessions = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from link_sessions where token_hash in (
       select token_hash from link_sessions where used_at < now() - make_interval(mins => $2)
        order by used_at limit $1)`,
    [limit, LINK_SESSION_MINUTES.absolute],
  )
