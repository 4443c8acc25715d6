import type { ActivityEntry, ActivityTab } from '@zelab/contract'
import type { Queryable } from '../../platform/database/database.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'

export interface NewEntry {
  actorId: number | null
  actorName: string | null
  actorRole: string | null
  labId: number | null
  action: string
  objectType: string | null
  objectId: number | null
  summary: string
  address: string | null
  requestId: string | null
}

export const insertEntry = async (db: Queryable, entry: NewEntry): Promise<void> => {
  await db.query(
    `insert into activity_log
       (actor_id, actor_name, actor_role, lab_id, action, object_type, object_id, summary, address, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      entry.actorId,
      entry.actorName,
      entry.actorRole,
      entry.labId,
      entry.action,
      entry.objectType,
      entry.objectId,
      entry.summary,
      entry.address,
      entry.requestId,
    ],
    { name: 'insert-activity' },
  )
}

const conditionOf = (tab: ActivityTab, actorId: number, parameters: SqlParameters) => {
  if (tab === 'self') return `a.actor_id = ${parameters.add(actorId)}`
  return tab === 'system' ? 'a.actor_id is null' : 'true'
}

export const countEntries = async (db: Queryable, tab: ActivityTab, actorId: number): Promise<number> => {
  const parameters = new SqlParameters()
  const row = await db.one<{ count: number }>(
    `select count(*) from activity_log a where ${conditionOf(tab, actorId, parameters)}`,
    parameters.values,
  )
  return row.count
}

interface EntryRow {
  id: number
  at: string
  actor_id: number | null
  actor_name: string | null
  actor_role: string | null
  lab_id: number | null
  lab_name: string | null
  action: string
  object_type: string | null
  object_id: number | null
  summary: string
}

const toEntry = (row: EntryRow): ActivityEntry => ({
  id: row.id,
  at: row.at,
  actor:
    row.actor_id === null
      ? null
      : { id: row.actor_id, fullName: row.actor_name ?? '', role: row.actor_role ?? '' },
  lab: row.lab_id === null ? null : { id: row.lab_id, name: row.lab_name ?? '' },
  action: row.action,
  object:
    row.object_type === null || row.object_id === null ? null : { type: row.object_type, id: row.object_id },
  summary: row.summary,
})

export const findEntries = async (
  db: Queryable,
  tab: ActivityTab,
  actorId: number,
  page: { limit: number; offset: number },
): Promise<ActivityEntry[]> => {
  const parameters = new SqlParameters()
  const condition = conditionOf(tab, actorId, parameters)
  const rows = await db.query<EntryRow>(
    `select a.id, a.at, a.actor_id, a.actor_name, a.actor_role, a.lab_id, l.name as lab_name,
            a.action, a.object_type, a.object_id, a.summary
       from activity_log a left join labs l on l.id = a.lab_id
      where ${condition}
      order by a.id desc
      limit ${parameters.add(page.limit)} offset ${parameters.add(page.offset)}`,
    parameters.values,
  )
  return rows.map(toEntry)
}
