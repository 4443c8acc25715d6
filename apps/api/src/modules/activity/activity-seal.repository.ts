import type { Database, Queryable } from '../../platform/database/database.ts'
import { ACTIVITY_LOCK } from './activity.repository.ts'

export interface Seal {
  id: number
  lastEntryId: number
  entryCount: number
  hash: Buffer
}

/** An entry as the chain sees it: every column, in one unambiguous text. */
export interface SealedEntry {
  id: number
  text: string
}

const SEAL_COLUMNS = 'id, last_entry_id as "lastEntryId", entry_count as "entryCount", hash'

export const findLastSeal = (db: Queryable): Promise<Seal | undefined> =>
  db.maybeOne<Seal>(`select ${SEAL_COLUMNS} from activity_seals order by id desc limit 1`)

export const findSealsAfter = (db: Queryable, id: number, limit: number): Promise<Seal[]> =>
  db.query<Seal>(`select ${SEAL_COLUMNS} from activity_seals where id > $1 order by id limit $2`, [id, limit])

/**
 * The newest entry below which nothing can appear any more: whoever appends holds the lock in share mode until the
 * commit, so once it is ours every number given out before is either committed or gone.
 */
export const findSettledEntryId = (database: Database): Promise<number> =>
  database.transaction(async (tx) => {
    await tx.query("select set_config('lock_timeout', '2s', true)")
    await tx.query(`select pg_advisory_xact_lock(${ACTIVITY_LOCK})`)
    const row = await tx.one<{ id: number | null }>('select max(id) as id from activity_log')
    return row.id ?? 0
  })

export const findEntriesBetween = (
  db: Queryable,
  afterId: number,
  upToId: number,
  limit: number,
): Promise<SealedEntry[]> =>
  db.query<SealedEntry>(
    `select id, jsonb_build_array(id, extract(epoch from at), actor_id, actor_name, actor_role, lab_id, action,
                                  object_type, object_id, summary, address, request_id)::text as text
       from activity_log where id > $1 and id <= $2 order by id limit $3`,
    [afterId, upToId, limit],
  )

export const insertSeal = (db: Queryable, seal: Omit<Seal, 'id'>): Promise<number> =>
  db.execute(
    `insert into activity_seals (last_entry_id, entry_count, hash) values ($1, $2, $3)
     on conflict (last_entry_id) do nothing`,
    [seal.lastEntryId, seal.entryCount, seal.hash],
  )

/** For how long the oldest entry that no seal covers has been waiting for one. */
export const readUnsealedSeconds = async (db: Queryable): Promise<number> => {
  const row = await db.maybeOne<{ seconds: number }>(
    `select extract(epoch from now() - at)::float8 as seconds from activity_log
      where id > coalesce((select last_entry_id from activity_seals order by id desc limit 1), 0)
      order by id limit 1`,
  )
  return row?.seconds ?? 0
}
