import type { ActivityEntry, ActivityFilter, ListedEntry, ReportReader } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { activityLog, patients } from '../../core/tables.gen.ts'
import { columnsOf, from } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { neverNull } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import { ENTRY_COLUMNS, entryRow, toEntry, type NewEntry } from './activity-entry.ts'

const READERS_SHOWN = 50
/** Limit for counting and paging a filtered activity log. */
export const ACTIVITY_COUNT_LIMIT = 10_000

/** Appends take this lock in share mode until they commit. Sealing waits for it (activity-seal). */
export const ACTIVITY_LOCK = 7_310_001

/** The lock prevents a seal from skipping an uncommitted entry with a lower id. */
export const insertEntries = async (db: Queryable, entries: NewEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await db.execute(
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
  if (filter.tab === 'system') conditions.push('a.actor_id is null and a.actor_name is null')
  if (filter.kind) conditions.push(`${filter.kind === 'changes' ? 'not ' : ''}is_viewing(a.action)`)
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

/** Stops at the limit, because an exact count of millions takes seconds. */
export const countEntries = async (
  db: Queryable,
  filter: ActivityFilter,
  readerId: number,
  timeZone: string,
): Promise<number> => {
  const parameters = new SqlParameters()
  const condition = conditionOf(filter, readerId, timeZone, parameters)
  return db.countRows(
    `select count(*) from (select 1 from activity_log a where ${condition} limit ${ACTIVITY_COUNT_LIMIT + 1}) matching`,
    parameters.values,
  )
}

/**
 * Newest first, after the entry `before`. Date filters order by time, which has an index, because long transactions
 * write entries late.
 */
export const findEntries = async (
  db: Queryable,
  filter: ActivityFilter,
  readerId: number,
  timeZone: string,
  page: { limit: number; offset?: number; before?: Pick<ActivityEntry, 'id' | 'at'> | undefined },
): Promise<ActivityEntry[]> => {
  const rows = await db.query(entryRow, (parameters) => {
    const condition = conditionOf(filter, readerId, timeZone, parameters)
    const byTime = filter.fromDate !== undefined || filter.toDate !== undefined
    const { before } = page
    const older = !before
      ? 'true'
      : byTime
        ? `(a.at, a.id) < (${parameters.add(before.at)}::timestamptz, ${parameters.add(before.id)}::bigint)`
        : `a.id < ${parameters.add(before.id)}`
    return `select ${ENTRY_COLUMNS}
       from activity_log a left join labs l on l.id = a.lab_id
      where ${condition} and ${older}
      order by ${byTime ? 'a.at desc, a.id desc' : 'a.id desc'}
      limit ${parameters.add(page.limit)} offset ${parameters.add(page.offset ?? 0)}`
  })
  return rows.map(toEntry)
}

const namedRow = z.object({
  type: from('e.type', z.string()),
  objectId: from('e.id', z.int()),
  id: from('s.id', patients.id),
  fullName: from('s.full_name', patients.fullName),
})

/** With the patients of their records, whose names the log does not store. */
export const withPatients = async (
  scope: LabScope,
  db: Queryable,
  entries: ActivityEntry[],
): Promise<ListedEntry[]> => {
  const objects = new Map(
    entries.flatMap(({ object }) =>
      object?.type === 'patient' || object?.type === 'report'
        ? [[`${object.type} ${object.id}`, object]]
        : [],
    ),
  )
  const rows = await db.query(namedRow, (parameters) => {
    const types = parameters.add([...objects.values()].map(({ type }) => type))
    const ids = parameters.add([...objects.values()].map(({ id }) => id))
    return `select ${columnsOf(namedRow, 's')}
       from unnest(${types}::text[], ${ids}::bigint[]) as e(type, id)
       left join reports r on e.type = 'report' and r.id = e.id
       join patients s on s.id = surviving_patient(case e.type when 'report' then r.patient_id else e.id end)
      where ${labCondition(scope, parameters, 's.lab_id')}`
  })
  const named = new Map(
    rows.map(({ type, objectId, id, fullName }) => [`${type} ${objectId}`, { id, fullName }]),
  )
  return entries.map((entry) => ({
    ...entry,
    patient: (entry.object && named.get(`${entry.object.type} ${entry.object.id}`)) ?? null,
  }))
}

const RECENT_ENTRIES = 1000
const RECENT_OBJECTS = 60

const viewRow = z.object({
  type: neverNull(z.enum(['patient', 'report'])),
  id: neverNull(activityLog.objectId),
})

export const findRecentViews = (
  db: Queryable,
  actorId: number,
): Promise<{ type: 'patient' | 'report'; id: number }[]> =>
  db.query(
    viewRow,
    `select a.object_type as type, a.object_id as id
       from (select id, action, object_type, object_id from activity_log
              where actor_id = $1 order by id desc limit ${RECENT_ENTRIES}) a
      where a.action in ('patient.view', 'report.view') and a.object_id is not null
      group by a.object_type, a.object_id
      order by max(a.id) desc
      limit ${RECENT_OBJECTS}`,
    [actorId],
    { name: 'recent-views' },
  )

/** Limits the entries of the current session to skip. */
const SESSION_ENTRIES = 2000

const visitRow = z.object({ at: activityLog.at })

export const findLastVisit = async (
  db: Queryable,
  of: { actorId: number; sessionId: number },
): Promise<string | undefined> => {
  const row = await db.maybeOne(
    visitRow,
    `select a.at from (select id, at from activity_log where actor_id = $1
                        order by id desc limit ${SESSION_ENTRIES}) a
      where a.at < (select s.created_at from sessions s where s.id = $2)
      order by a.id desc limit 1`,
    [of.actorId, of.sessionId],
    { name: 'find-last-visit' },
  )
  return row?.at
}

export const hasReadLately = (
  db: Queryable,
  reading: { actorId: number; reportId: number; action: string; minutes: number },
): Promise<boolean> => {
  return db.exists(
    `select 1 from activity_log a
      where a.object_type = 'report' and a.object_id = $2 and a.actor_id = $1
        and a.action = $4 and a.at > now() - make_interval(mins => $3)
      limit 1`,
    [reading.actorId, reading.reportId, reading.minutes, reading.action],
  )
}

/** Newest entries read per report. A report with more views has enough readers to show. */
const READINGS_READ = 5_000

const readerRow = z.object({
  actorId: neverNull(activityLog.actorId),
  actorName: from('(array_agg(a.actor_name order by a.id desc))[1]', z.string()),
  actorRole: from('(array_agg(a.actor_role order by a.id desc))[1]', z.string()),
  hasReadFile: from("bool_or(a.action <> 'report.view')", z.boolean()),
  times: from(
    "count(*) filter (where a.since_last is null or a.since_last > interval '10 minutes')",
    z.int(),
  ),
  firstAt: from('min(a.at)', z.iso.datetime()),
  lastAt: from('max(a.at)', z.iso.datetime()),
  total: from('count(*) over ()', z.int()),
})

/** Latest first, with the name and role of the last view. Opening page, first page and file counts once. */
export const findReportReaders = async (
  db: Queryable,
  reportId: number,
): Promise<{ readers: ReportReader[]; total: number }> => {
  const rows = await db.query(
    readerRow,
    `with readings as (
       select a.id, a.at, a.actor_id, a.actor_name, a.actor_role, a.action,
              a.at - lag(a.at) over (partition by a.actor_id order by a.id) as since_last
         from (select * from activity_log l
                where l.object_type = 'report' and l.object_id = $1 and l.actor_id is not null
                  and is_report_reading(l.action)
                order by l.id desc limit ${READINGS_READ}) a)
     select ${columnsOf(readerRow, 'a')}
       from readings a
      group by a.actor_id
      order by max(a.id) desc limit ${READERS_SHOWN}`,
    [reportId],
  )
  const readers = rows.map((row) => ({
    actor: { id: row.actorId, fullName: row.actorName, role: row.actorRole },
    hasReadFile: row.hasReadFile,
    times: row.times,
    firstAt: row.firstAt,
    lastAt: row.lastAt,
  }))
  return { readers, total: rows[0]?.total ?? 0 }
}

const HISTORY_ROWS = 200

/** Includes the reports of a patient. */
export const findHistory = async (
  db: Queryable,
  object: { type: 'patient' | 'report'; id: number },
): Promise<ActivityEntry[]> => {
  const newest = `order by a.id desc limit ${HISTORY_ROWS}`
  const ofReports =
    object.type === 'patient'
      ? `union all
         (select a.* from reports r
           cross join lateral (select a.* from activity_log a
                                where a.object_type = 'report' and a.object_id = r.id ${newest}) a
           where r.patient_id = $2 ${newest})`
      : ''
  const rows = await db.query(
    entryRow,
    `select ${ENTRY_COLUMNS}
       from ((select a.* from activity_log a where a.object_type = $1 and a.object_id = $2 ${newest}) ${ofReports}) a
       left join labs l on l.id = a.lab_id
      ${newest}`,
    [object.type, object.id],
  )
  return rows.map(toEntry)
}
