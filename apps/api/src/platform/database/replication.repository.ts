import { z } from 'zod'
import type { Queryable } from './database.ts'
import type { RowOf } from './row-schema.ts'

const positionRow = z.object({
  /** How far the log goes, or has been taken over; null on a server that takes over nothing. */
  position: z.string().nullable(),
  /** The same on a server and its physical replicas, for the same database of theirs, and nowhere else. */
  identity: z.string(),
  /**
   * Increases with every promotion of a replica. The one that a replica reports may be too low for some minutes, until it
   * saves its state.
   */
  timeline: z.int(),
})
type LogPosition = RowOf<typeof positionRow>

const IDENTITY = `(select c.system_identifier || '/' || d.oid
                     from pg_control_system() c, pg_database d
                    where d.datname = current_database()) as identity`

/** Everything that is committed now lies before it. */
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

/** Everything that was committed before it can be read on the replica. */
export const readReplayedPosition = (replica: Queryable): Promise<LogPosition> =>
  replica.one(
    positionRow,
    `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position, ${IDENTITY},
            greatest((select timeline_id from pg_control_checkpoint()),
                     (select min_recovery_end_timeline from pg_control_recovery())) as timeline`,
    [],
    { name: 'replayed-position' },
  )
