import type { Queryable } from '../../../platform/database/database.ts'

const CODES_KEPT = "interval '24 hours'"
/** The longest life of a link's session. */
const SESSIONS_KEPT = "interval '60 minutes'"

/** Deletes up to `limit` old codes and returns how many there were. */
export const deleteOldCodes = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from link_codes where id in (
       select id from link_codes where created_at < now() - ${CODES_KEPT} order by created_at limit $1)`,
    [limit],
  )

/** Deletes up to `limit` unused sessions of links and returns how many there were. */
export const deleteUnusedLinkSessions = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from link_sessions where token_hash in (
       select token_hash from link_sessions where used_at < now() - ${SESSIONS_KEPT} order by used_at limit $1)`,
    [limit],
  )
