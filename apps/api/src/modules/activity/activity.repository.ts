import { ACTIVITY_COUNT_LIMIT, type ActivityEntry, type ActivityFilter } from '@zelab/contract'
import type { Queryable } from '../../platform/database/database.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import { ENTRY_COLUMNS, toEntry, type EntryRow, type NewEntry } from './activity-entry.ts'

/** Appended entries hold this lock in share mode until they commit; the seal waits for it (activity-seal). */
export const ACTIVITY_LOCK = 7_310_001

/** Appends entries; the lock keeps the seal from passing over one that has its number but is not committed yet. */
export const insertEntries = async (db: Queryable, entries: NewEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await db.query(
    `with held as materialized (select pg_advisory_xact_lock_shared(${ACTIVITY_LOCK}))
     insert into activity_log
       (actor_id, actor_name, actor_role, lab_id, action, object_type, object_id, summary, address, request_id)
     select e.actor_id, e.actor_name, e.actor_role, e.lab_id, e.action, e.object_type, e.object_id, e.summary,
            e.address, e.request_id
       from held, unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],
                         $8::text[], $9::text[], $10::text[])
            as e(actor_id, actor_name, actor_role, lab_id, action, object_type, object_id, summary, address, request_id)`,
    [
      entries.map((entry) => entry.actorId),
      entries.map((entry) => entry.actorName),
      entries.map((entry) => entry.actorRole),
      entries.map((entry) => entry.labId),
      entries.map((entry) => entry.action),
      entries.map((entry) => entry.objectType),
      entries.map((entry) => entry.objectId),
      entries.map((entry) => entry.summary),
      entries.map((entry) => entry.address),
      entries.map((entry) => entry.requestId),
    ],
    { name: 'insert-activity' },
  )
}

const conditionOf = (
  filter: ActivityFilter,
  readerId: number,
  timeZone: string,
  parameters: SqlParameters,
) => {
  const conditions: string[] = []
  if (filter.tab === 'self') conditions.push(`a.actor_id = ${parameters.add(readerId)}`)
  if (filter.tab === 'system') conditions.push('a.actor_id is null')
  if (filter.actorId) conditions.push(`a.actor_id = ${parameters.add(filter.actorId)}`)
  if (filter.action) conditions.push(`a.action = ${parameters.add(filter.action)}`)
  if (filter.objectType) conditions.push(`a.object_type = ${parameters.add(filter.objectType)}`)
  if (filter.objectId) conditions.push(`a.object_id = ${parameters.add(filter.objectId)}`)
  const zone = () => `${parameters.add(timeZone)}::text`
  if (filter.fromDate)
    conditions.push(`a.at >= ${parameters.add(filter.fromDate)}::date::timestamp at time zone ${zone()}`)
  if (filter.toDate)
    conditions.push(`a.at < (${parameters.add(filter.toDate)}::date + 1)::timestamp at time zone ${zone()}`)
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

/** How many entries match, counted up to a limit: an exact count of millions would take seconds. */
export const countEntries = async (
  db: Queryable,
  filter: ActivityFilter,
  readerId: number,
  timeZone: string,
): Promise<number> => {
  const parameters = new SqlParameters()
  const condition = conditionOf(filter, readerId, timeZone, parameters)
  const row = await db.one<{ count: number }>(
    `select count(*) from (select 1 from activity_log a where ${condition} limit ${ACTIVITY_COUNT_LIMIT + 1}) matching`,
    parameters.values,
  )
  return row.count
}

/** Newest first; with `beforeId`, what is older than that entry. */
export const findEntries = async (
  db: Queryable,
  filter: ActivityFilter,
  readerId: number,
  timeZone: string,
  page: { limit: number; offset?: number; beforeId?: number },
): Promise<ActivityEntry[]> => {
  const parameters = new SqlParameters()
  const condition = conditionOf(filter, readerId, timeZone, parameters)
  const older = page.beforeId === undefined ? 'true' : `a.id < ${parameters.add(page.beforeId)}`
  const rows = await db.query<EntryRow>(
    `select ${ENTRY_COLUMNS}
       from activity_log a left join labs l on l.id = a.lab_id
      where ${condition} and ${older}
      order by a.id desc
      limit ${parameters.add(page.limit)} offset ${parameters.add(page.offset ?? 0)}`,
    parameters.values,
  )
  return rows.map(toEntry)
}

const HISTORY_ROWS = 200

/** What happened to one record: entries about it, and about the reports of a patient. */
export const findHistory = async (
  db: Queryable,
  object: { type: 'patient' | 'report'; id: number },
): Promise<ActivityEntry[]> => {
  const ofReports =
    object.type === 'patient'
      ? "or (a.object_type = 'report' and a.object_id in (select r.id from reports r where r.patient_id = $2))"
      : ''
  const rows = await db.query<EntryRow>(
    `select ${ENTRY_COLUMNS}
       from activity_log a left join labs l on l.id = a.lab_id
      where (a.object_type = $1 and a.object_id = $2) ${ofReports}
      order by a.id desc
      limit ${HISTORY_ROWS}`,
    [object.type, object.id],
  )
  return rows.map(toEntry)
}
