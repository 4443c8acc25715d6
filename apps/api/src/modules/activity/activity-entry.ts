import type { ActivityEntry } from '@zelab/contract'

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

export interface EntryRow {
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
  address: string | null
}

/** Selects an entry `a` with its lab `l`. */
export const ENTRY_COLUMNS = `
  a.id, a.at, a.actor_id, a.actor_name, a.actor_role, a.lab_id, l.name as lab_name,
  a.action, a.object_type, a.object_id, a.summary, a.address`

export const toEntry = (row: EntryRow): ActivityEntry => ({
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
  address: row.address,
})
