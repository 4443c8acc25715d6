import { z } from 'zod'
import type { Queryable } from './database.ts'
import type { RowOf } from './row-schema.ts'

const positionRow = z.object({
  /** End of the WAL, written or replayed; null on a server that does not replay. */
  position: z.string().nullable(),
  /** Equal for a server and its physical replicas, per database. */
  identity: z.string(),
  /** Increases with every promotion. A replica may report an old value for some minutes, until it saves its state. */
  timeline: z.int(),
})
type LogPosition = RowOf<typeof positionRow>

const IDENTITY = `(select c.system_identifier || '/' || d.oid
                     from pg_control_system() c, pg_database d
                    where d.datname = current_database()) as identity`

/** At or after every write that is committed now. */
export const readWrittenPosition = (primary: Queryable): Promise<LogPosition> =>
  primary.one(
    positionRow,
    `select pg_current_wal_lsn()::text as position, ${IDENTITY},
            ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`,
    [],
    {
      name: 'written-position',
    },
  )

/** Every commit before this position is visible on the replica. */
export const readReplayedPosition = (replica: Queryable): Promise<LogPosition> =>
  replica.one(
    positionRow,
    `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position, ${IDENTITY},
            greatest((select timeline_id from pg_control_checkpoint()),
                     (select min_recovery_end_timeline from pg_control_recovery())) as timeline`,
    [],
    { name: 'replayed-position' },
  )
