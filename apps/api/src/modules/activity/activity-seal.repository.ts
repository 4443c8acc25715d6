import { z } from 'zod'
import { activityLog, activitySeals, activitySealState } from '../../core/tables.gen.ts'
import { columnsOf, pick } from '../../platform/database/columns.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { idRow, outerJoined, type RowOf } from '../../platform/database/row-schema.ts'
import { ACTIVITY_LOCK } from './activity.repository.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const activityTables: Tables = {
  activity_log: {
    adds: `actor_id actor_name actor_role lab_id action object_type object_id summary address
      request_id`,
  },
  activity_seal_state: {
    adds: false,
    changes: 'seals last_seal_id last_entry_id hash signature resumed_after_seal_id broken_at problem',
  },
  activity_seals: { adds: 'last_entry_id entry_count hash' },
}

const sealRow = z.object(pick(activitySeals, 'id lastEntryId entryCount hash'))
export type Seal = RowOf<typeof sealRow>

const sealStateRow = z.object({
  ...pick(activitySealState, 'seals lastSealId lastEntryId hash'),
  /** Null until the first seal after an upgrade or a manual resume. */
  signature: activitySealState.signature,
  ...pick(activitySealState, 'resumedAfterSealId problem'),
})
export type SealState = RowOf<typeof sealStateRow>

/** Every column, unambiguously encoded. */
const sealedEntryRow = z.object({ id: activityLog.id, text: z.string() })
export type SealedEntry = RowOf<typeof sealedEntryRow>

const SEAL_COLUMNS = columnsOf(sealRow)
const STATE_COLUMNS = columnsOf(sealStateRow)

export const findLastSeals = (db: Queryable, limit: number): Promise<Seal[]> =>
  db.query(sealRow, `select ${SEAL_COLUMNS} from activity_seals order by id desc limit $1`, [limit])

export const findSealsBetween = (
  db: Queryable,
  afterId: number,
  upToId: number,
  limit: number,
): Promise<Seal[]> =>
  db.query(
    sealRow,
    `select ${SEAL_COLUMNS} from activity_seals where id > $1 and id <= $2 order by id limit $3`,
    [afterId, upToId, limit],
  )

export const findSeal = (db: Queryable, id: number): Promise<Seal | undefined> =>
  db.maybeOne(sealRow, `select ${SEAL_COLUMNS} from activity_seals where id = $1`, [id])

export const countSeals = (db: Queryable): Promise<number> =>
  db.countRows('select count(*) from activity_seals')

const sealedUpToRow = z.object({ hash: activitySeals.hash, lastEntryId: activitySeals.lastEntryId })
const SEALED_UP_TO = columnsOf(sealedUpToRow)

export const findSealsByHash = (
  db: Queryable,
  hashes: Buffer[],
): Promise<{ hash: Buffer; lastEntryId: number }[]> =>
  db.query(sealedUpToRow, `select ${SEALED_UP_TO} from activity_seals where hash = any($1::bytea[])`, [
    hashes,
  ])

export const findSealsByLastEntry = (
  db: Queryable,
  entryIds: number[],
): Promise<{ hash: Buffer; lastEntryId: number }[]> =>
  db.query(
    sealedUpToRow,
    `select ${SEALED_UP_TO} from activity_seals where last_entry_id = any($1::bigint[])`,
    [entryIds],
  )

export const findSealState = (db: Queryable): Promise<SealState | undefined> =>
  db.maybeOne(sealStateRow, `select ${STATE_COLUMNS} from activity_seal_state`)

const chainEndRow = outerJoined(sealStateRow).extend({
  found: z.boolean(),
  count: z.int(),
  newest: z.int(),
  isNew: z.boolean(),
})

export const findChainEnd = (
  db: Queryable,
): Promise<{ state: SealState | undefined; seals: number; lastSealId: number; isNew: boolean }> =>
  db
    .one(
      chainEndRow,
      `select c.count, c.newest, s.only_row is not null as found, ${columnsOf(sealStateRow, 's')},
              coalesce((select run_on > now() - interval '1 hour' from schema_migrations
                         where name = '0015-chain-of-seals'), false)
                or not exists (select from activity_log where at < now() - interval '1 hour') as "isNew"
         from (select count(*) as count, coalesce(max(id), 0) as newest from activity_seals) c
         left join activity_seal_state s on true`,
    )
    .then(({ found, count, newest, isNew, ...state }) => ({
      state: found ? (state as SealState) : undefined,
      seals: count,
      lastSealId: newest,
      isNew,
    }))

export const countEntriesBeforeFirst = (db: Queryable): Promise<number> =>
  db.countRows('select count(*) from activity_log where id <= 0')

const lastEntryRow = z.object({ id: z.int().nullable() })

/**
 * The newest entry below which no entry can appear. Appends hold a share lock until they commit, so under the
 * exclusive lock every earlier id is committed or unused.
 */
export const findSettledEntryId = (database: Database): Promise<number> =>
  database.transaction(async (tx) => {
    await tx.execute("select set_config('lock_timeout', '2s', true)")
    await tx.execute(`select pg_advisory_xact_lock(${ACTIVITY_LOCK})`)
    const row = await tx.one(lastEntryRow, 'select max(id) as id from activity_log')
    return row.id ?? 0
  })

export const findEntriesBetween = (
  db: Queryable,
  afterId: number,
  upToId: number,
  limit: number,
): Promise<SealedEntry[]> =>
  db.query(
    sealedEntryRow,
    `select id, jsonb_build_array(id, extract(epoch from at), actor_id, actor_name, actor_role, lab_id, action,
                                  object_type, object_id, summary, address, request_id)::text as text
       from activity_log where id > $1 and id <= $2 order by id limit $3`,
    [afterId, upToId, limit],
  )

/** Undefined if another process has sealed the same entries. */
export const insertSeal = async (db: Queryable, seal: Omit<Seal, 'id'>): Promise<number | undefined> => {
  const row = await db.maybeOne(
    idRow,
    `insert into activity_seals (last_entry_id, entry_count, hash) values ($1, $2, $3)
     on conflict (last_entry_id) do nothing returning id`,
    [seal.lastEntryId, seal.entryCount, seal.hash],
  )
  return row?.id
}

/** False if another process has sealed meanwhile. */
export const updateSealState = async (
  db: Queryable,
  expected: Pick<SealState, 'lastSealId' | 'resumedAfterSealId'>,
  next: Omit<SealState, 'problem'>,
): Promise<boolean> =>
  (await db.execute(
    `update activity_seal_state
        set seals = $3, last_seal_id = $4, last_entry_id = $5, hash = $6, signature = $7,
            broken_at = null, problem = null
      where last_seal_id = $1 and resumed_after_seal_id = $2`,
    [
      expected.lastSealId,
      expected.resumedAfterSealId,
      next.seals,
      next.lastSealId,
      next.lastEntryId,
      next.hash,
      next.signature,
    ],
  )) > 0

export const recordBreak = (db: Queryable, problem: string): Promise<number> =>
  db.execute(
    `update activity_seal_state set broken_at = coalesce(broken_at, now()), problem = $1
      where problem is distinct from $1`,
    [problem],
  )

export const clearBreak = (db: Queryable): Promise<number> =>
  db.execute('update activity_seal_state set broken_at = null, problem = null where broken_at is not null')

export const resumeAfterLastSeal = async (db: Queryable): Promise<void> => {
  await db.execute(
    `insert into activity_seal_state (resumed_after_seal_id)
     select coalesce(max(id), 0) from activity_seals
     on conflict (only_row) do update
        set seals = 0, last_seal_id = 0, last_entry_id = 0, hash = null, signature = null,
            resumed_after_seal_id = excluded.resumed_after_seal_id, broken_at = null, problem = null`,
  )
}

const brokenRow = z.object({ isBroken: z.boolean() })

/** A broken chain stops sealing. */
export const isChainBroken = async (db: Queryable): Promise<boolean> => {
  const row = await db.one(
    brokenRow,
    'select coalesce((select broken_at is not null from activity_seal_state), true) as "isBroken"',
  )
  return row.isBroken
}

const replacedRow = z.object({ at: activityLog.at })

/** Seals before this time have an earlier key. */
export const findKeyReplacement = (db: Queryable): Promise<string | undefined> =>
  db
    .maybeOne(
      replacedRow,
      "select at from activity_log where action = 'service.key' order by id desc limit 1",
    )
    .then((row) => row?.at)

export const countUnsealedEntries = (db: Queryable): Promise<number> =>
  db.countRows(`select count(*) from activity_log
        where id > coalesce((select last_entry_id from activity_seals order by id desc limit 1), 0)`)

const secondsRow = z.object({ seconds: z.number() })

export const readUnsealedSeconds = async (db: Queryable): Promise<number> => {
  const row = await db.maybeOne(
    secondsRow,
    `select extract(epoch from now() - at)::float8 as seconds from activity_log
      where id > coalesce((select last_entry_id from activity_seals order by id desc limit 1), 0)
      order by id limit 1`,
  )
  return row?.seconds ?? 0
}
