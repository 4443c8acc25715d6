import type { ActivityEntry } from '@zelab/contract'
import { z } from 'zod'
import type { Actor, ClientCaller } from '../../core/caller.ts'
import { activityLog, labs } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

/** A user, a connected system (without an id), or the service (without a name). */
export interface EntryActor {
  actorId: number | null
  actorName: string | null
  actorRole: string | null
  labId: number | null
  address: string | null
  requestId: string | null
}

export interface NewEntry extends EntryActor {
  action: string
  objectType: string | null
  objectId: number | null
  summary: string
}

export const actorOf = (who: Partial<Exclude<Actor, string>>): EntryActor => ({
  actorId: who.user?.id ?? null,
  actorName: who.user?.fullName ?? null,
  actorRole: who.user?.userType.name ?? null,
  labId: who.user?.lab?.id ?? null,
  address: who.address ?? null,
  requestId: who.requestId ?? null,
})

export const actorOfClient = ({ name, labId, address, requestId }: ClientCaller): EntryActor => ({
  actorId: null,
  actorName: name,
  actorRole: 'Client',
  labId,
  address,
  requestId,
})

export const entryRow = z.object({
  ...pick(activityLog, 'id at actorId actorName actorRole labId'),
  labName: from('l.name', labs.name.nullable()),
  ...pick(activityLog, 'action objectType objectId summary address'),
})

export const ENTRY_COLUMNS = columnsOf(entryRow, 'a')

export const toEntry = (row: RowOf<typeof entryRow>): ActivityEntry => ({
  id: row.id,
  at: row.at,
  actor:
    row.actorId === null && row.actorName === null
      ? null
      : { id: row.actorId, fullName: row.actorName ?? '', role: row.actorRole ?? '' },
  lab: row.labId === null ? null : { id: row.labId, name: row.labName ?? '' },
  action: row.action,
  object:
    row.objectType === null || row.objectId === null ? null : { type: row.objectType, id: row.objectId },
  summary: row.summary,
  address: row.address,
})
