import type { ActivityEntry } from '@zelab/contract'
import { z } from 'zod'
import { activityLog, labs } from '../../core/tables.gen.ts'
import { columnsOf, from } from '../../platform/database/columns.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

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

export const entryRow = z.object({
  id: activityLog.id,
  at: activityLog.at,
  actorId: activityLog.actorId,
  actorName: activityLog.actorName,
  actorRole: activityLog.actorRole,
  labId: activityLog.labId,
  labName: from('l.name', labs.name.nullable()),
  action: activityLog.action,
  objectType: activityLog.objectType,
  objectId: activityLog.objectId,
  summary: activityLog.summary,
  address: activityLog.address,
})

export const ENTRY_COLUMNS = columnsOf(entryRow, 'a')

export const toEntry = (row: RowOf<typeof entryRow>): ActivityEntry => ({
  id: row.id,
  at: row.at,
  actor:
    row.actorId === null
      ? null
      : { id: row.actorId, fullName: row.actorName ?? '', role: row.actorRole ?? '' },
  lab: row.labId === null ? null : { id: row.labId, name: row.labName ?? '' },
  action: row.action,
  object:
    row.objectType === null || row.objectId === null ? null : { type: row.objectType, id: row.objectId },
  summary: row.summary,
  address: row.address,
})
