import { CHANGE_TYPES } from '@zelab/contract'
import { z } from 'zod'
import type { Reach } from '../../../core/caller.ts'
import { reportChanges } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { outerJoined, type RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

/** Changes that one page looks at, in case only few of them are in reach. */
const SCANNED = 2_000

const eventRow = z.object({
  sequence: reportChanges.sequence,
  id: from('id::text', reportChanges.id),
  ...pick(reportChanges, 'reportId version'),
  type: from(
    `case when not is_now then 'report.removed'
          when not was and state = 'current' then 'report.published'
          else 'report.' || type end`,
    z.enum(CHANGE_TYPES),
  ),
  at: reportChanges.at,
})
type FeedEvent = RowOf<typeof eventRow>
const pageRow = outerJoined(eventRow).extend({ last: z.int().nullable() })

interface EventPage {
  events: FeedEvent[]
  /** The last change looked at; undefined at the end. */
  last: number | undefined
}

const isReached = (
  { referrerId, includesSensitive }: Reach,
  parameters: SqlParameters,
  columns: { referrer: string; sensitive: string },
) =>
  [
    referrerId === null ? 'true' : `coalesce(${columns.referrer} = ${parameters.add(referrerId)}, false)`,
    includesSensitive ? 'true' : `not ${columns.sensitive}`,
  ].join(' and ')

/** In the order of commits: the sequence is taken under a lock of the lab that is held until the commit. */
export const findEvents = async (
  reach: Reach,
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<EventPage> => {
  const isWhole = reach.referrerId === null && reach.includesSensitive
  const parameters = new SqlParameters()
  const now = isReached(reach, parameters, { referrer: 'referrer_id', sensitive: 'is_sensitive' })
  const before = isReached(reach, parameters, { referrer: 'former_referrer_id', sensitive: 'was_sensitive' })
  const scanned = `select * from report_changes
    where lab_id = ${parameters.add(reach.labId)} and sequence > ${parameters.add(after)}
    order by sequence limit ${parameters.add(isWhole ? limit : SCANNED)}`
  const rows = await db.query(
    pageRow,
    `with scanned as materialized (select c.*, ${now} as is_now, ${before} as was from (${scanned}) c),
          found as (select ${columnsOf(eventRow)} from scanned where is_now or was
                     order by sequence limit ${parameters.add(limit)})
     select f.*, l.last from (select max(sequence) as last from scanned) l left join found f on true
      order by f.sequence`,
    parameters.values,
  )
  const events = rows.flatMap(({ last: _, ...event }) =>
    event.sequence === null ? [] : (event as FeedEvent),
  )
  return {
    events,
    last: (events.length === limit ? events.at(-1)?.sequence : rows[0]?.last) ?? undefined,
  }
}
