import { z } from 'zod'
import { orphanedUploads } from '../../../core/tables.gen.ts'
import type { Queryable } from '../../../platform/database/database.ts'

const lockRow = z.object({ isOurs: z.boolean() })

/**
 * Blocks the start of a backup until the transaction ends. False during a backup, which needs the files that it
 * lists.
 */
export const lockFileRemoval = async (tx: Queryable, lock: number): Promise<boolean> =>
  (await tx.one(lockRow, 'select pg_try_advisory_xact_lock($1) as "isOurs"', [lock])).isOurs

const ARRIVAL = "interval '1 day'"

export const insertReservation = async (db: Queryable, name: string): Promise<void> => {
  await db.execute(
    `insert into orphaned_uploads (name, remove_from) values ($1, now() + ${ARRIVAL})`,
    [name],
    {
      name: 'insert-reservation',
    },
  )
}

export const insertRemovals = async (tx: Queryable, names: string[]): Promise<void> => {
  await tx.execute(
    `insert into orphaned_uploads (name, remove_from) select name, now() from unnest($1::text[]) as n(name)
     on conflict (name) do update set remove_from = excluded.remove_from`,
    [names],
  )
}

/** Prevents other transactions from attaching or removing the file. False if it does not exist. */
export const claimOrphanedUpload = async (tx: Queryable, name: string): Promise<boolean> =>
  (await tx.execute('delete from orphaned_uploads where name = $1', [name], {
    name: 'take-orphaned-upload',
  })) > 0

const nameRow = z.object({ name: orphanedUploads.name })

export const findFilesToRemove = async (db: Queryable, limit: number): Promise<string[]> => {
  const rows = await db.query(
    nameRow,
    'select name from orphaned_uploads where remove_from <= now() order by remove_from, name limit $1',
    [limit],
  )
  return rows.map(({ name }) => name)
}

export const postponeRemoval = async (db: Queryable, name: string): Promise<void> => {
  await db.execute("update orphaned_uploads set remove_from = now() + interval '1 hour' where name = $1", [
    name,
  ])
}

export const isAttached = (db: Queryable, name: string): Promise<boolean> =>
  db.exists(
    'select 1 from report_files where name = $1 union all select 1 from page_images where name = $1',
    [name],
  )
