import {
  INBOX_GROUPS,
  INBOX_REJECTED_DAYS,
  type InboxGroup,
  type InboxItem,
  type InboxListQuery,
  type InboxMatch,
} from '@zelab/contract'
import { statedVisit } from '../../visits/stated-visit.ts'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { inboxItems, reportFiles } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import type { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { identityRow } from '../matching/identity.ts'
import {
  GROUP_PLACE,
  groupOf,
  ITEM_COLUMNS,
  ITEM_JOINS,
  itemIsCritical,
  itemNotices,
  itemRow,
  itemProblem,
  MARK_JOINS,
  toItem,
} from './inbox-item-row.ts'
import type { Tables } from '../../../platform/database/table-rights.ts'

export const inboxTables: Tables = {
  inbox_items: {
    changes: `upload_key kind file_id file_name hints text has_codes_read title report_type_id match
      patient_id matched_at problem target_report_id claimed_by claimed_until state decided_by
      decided_at reject_reason reject_note report_id is_automatic reviewed_by reviewed_at
      statement changed_at revision visit is_critical patient_keys notices critical_since
      escalations next_escalation_at escalation_held_at has_proposal opened_by`,
    removes: true,
  },
  inbox_messages: { removes: true },
  inbox_rules: { removes: true },
  inbox_settings: { changes: 'file_name_pattern' },
  inbox_sources: {
    changes: `name is_on publishes_automatically publisher_id folder certificate addresses charset
      problem problem_since last_received_at removed_at`,
  },
}

/** Inactivity after which another user may open the item. */
const INBOX_CLAIM_MINUTES = 5

const AWAITS_RELEASE = `exists (
  select 1 from unreleased_reports n where n.inbox_item_id = i.id and n.state in ('awaiting', 'returned'))`

interface View {
  where: string
  order: string
  /** Joins that the sort order needs. */
  joins: string
}

const VIEWS: Record<InboxListQuery['view'], View> = {
  open: {
    where: `i.state = 'open' and not ${AWAITS_RELEASE}`,
    order: `${GROUP_PLACE}, i.id`,
    joins: MARK_JOINS,
  },
  automatic: { where: 'i.is_automatic and i.reviewed_at is null', order: 'i.id desc', joins: '' },
  rejected: { where: "i.state = 'rejected'", order: 'i.decided_at desc, i.id desc', joins: '' },
}

type ItemFilter = Pick<InboxListQuery, 'view' | 'match' | 'source'>

const whereOf = (scope: LabScope, { view, match, source }: ItemFilter, parameters: SqlParameters): string => {
  const conditions = [labCondition(scope, parameters, 'i.lab_id'), VIEWS[view].where]
  if (match) conditions.push(`i.match = ${parameters.add(match)}`)
  if (source === 'upload') conditions.push('i.source_id is null')
  else if (source)
    conditions.push(`i.source_id in (select id from inbox_sources where kind = ${parameters.add(source)})`)
  return conditions.join(' and ')
}

export const countItems = (
  scope: LabScope,
  db: Queryable,
  filter: ItemFilter,
  limit: number,
): Promise<number> =>
  db.countRows(
    (parameters) => `select count(*) from (
       select 1 from inbox_items i where ${whereOf(scope, filter, parameters)} limit ${limit + 1}) i`,
  )

export const findItems = async (
  scope: LabScope,
  db: Queryable,
  filter: ItemFilter & { readerId: number },
  page: { limit: number; offset: number },
): Promise<InboxItem[]> => {
  const view = VIEWS[filter.view]
  const rows = await db.query(
    itemRow,
    (parameters) => `select ${ITEM_COLUMNS}
       from (select i.id from inbox_items i ${view.joins} where ${whereOf(scope, filter, parameters)}
              order by ${view.order} limit ${page.limit} offset ${page.offset}) k
       join inbox_items i on i.id = k.id ${ITEM_JOINS}
      order by ${view.order}`,
  )
  return rows.map((row) => toItem(row, filter.readerId))
}

export const findItem = async (
  scope: LabScope,
  db: Queryable,
  { id, readerId }: { id: number; readerId: number },
): Promise<InboxItem | undefined> => {
  const row = await db.maybeOne(
    itemRow,
    (parameters) => `select ${ITEM_COLUMNS} from inbox_items i ${ITEM_JOINS}
      where i.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'i.lab_id')}`,
  )
  return row && toItem(row, readerId)
}

const openCountRow = z.object({
  match: inboxItems.match,
  groupPlace: z.int(),
  count: z.int(),
})

export const countOpen = async (
  scope: LabScope,
  db: Queryable,
): Promise<{ match: InboxMatch; group: InboxGroup; count: number }[]> => {
  const rows = await db.query(
    openCountRow,
    (parameters) => `select i.match, ${GROUP_PLACE} as "groupPlace", count(*)::integer as count
       from inbox_items i ${MARK_JOINS}
      where i.state = 'open' and not ${AWAITS_RELEASE}
        and ${labCondition(scope, parameters, 'i.lab_id')} group by 1, 2`,
  )
  return rows.map(({ groupPlace, ...row }) => ({ ...row, group: groupOf(groupPlace) }))
}

const readingRow = z.object({
  labId: inboxItems.labId,
  identity: from('hints', identityRow.nullable()),
  ...pick(inboxItems, 'isReadWhole openedBy'),
})

export const findReading = (db: Queryable, id: number): Promise<RowOf<typeof readingRow> | undefined> =>
  db.maybeOne(readingRow, `select ${columnsOf(readingRow)} from inbox_items where id = $1`, [id])

const lockedRow = z.object({
  ...pick(inboxItems, 'id labId sourceId kind'),
  /** May be published without a look at the file. */
  isReady: from(`${GROUP_PLACE} = ${INBOX_GROUPS.indexOf('ready')}`, z.boolean()),
  ...pick(inboxItems, 'openedBy state match patientId title reportTypeId'),
  problem: itemProblem,
  isCritical: itemIsCritical,
  notices: itemNotices,
  ...pick(inboxItems, 'fileId targetReportId reportId decidedBy revision'),
  visit: statedVisit.nullable(),
  awaitsRelease: from(AWAITS_RELEASE, z.boolean()),
  claimedBy: from('case when i.claimed_until > now() then i.claimed_by end', inboxItems.claimedBy),
})
export type LockedItem = RowOf<typeof lockedRow>

export const lockItem = async (
  scope: LabScope,
  tx: Queryable,
  id: number,
): Promise<LockedItem | undefined> => {
  // A separate statement: its snapshot includes the commits of earlier lock holders.
  await tx.execute('select 1 from inbox_items where id = $1 for update', [id])
  return tx.maybeOne(
    lockedRow,
    (parameters) => `select ${columnsOf(lockedRow, 'i')}
       from inbox_items i ${MARK_JOINS}
      where i.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'i.lab_id')}`,
  )
}

export const updateClaim = async (tx: Queryable, id: number, userId: number): Promise<void> => {
  await tx.execute(
    `update inbox_items set claimed_by = $2, claimed_until = now() + interval '${INBOX_CLAIM_MINUTES} minutes'
      where id = $1`,
    [id, userId],
  )
}

export const countInScope = (scope: LabScope, tx: Queryable, ids: number[]): Promise<number> =>
  tx.countRows(
    (parameters) => `select count(*) from inbox_items i
      where i.id = any(${parameters.add(ids)}::bigint[]) and ${labCondition(scope, parameters, 'i.lab_id')}`,
  )

export const endClaim = async (db: Queryable, id: number, userId: number): Promise<void> => {
  await db.execute(
    'update inbox_items set claimed_by = null, claimed_until = null where id = $1 and claimed_by = $2',
    [id, userId],
  )
}

export const updatePublished = async (
  tx: Queryable,
  item: { id: number; reportId: number; decidedBy: number | null; isAutomatic: boolean },
): Promise<void> => {
  await tx.execute(
    `update inbox_items
        set state = 'published', report_id = $2, decided_by = $3, decided_at = now(), is_automatic = $4,
            hints = null, claimed_by = null, claimed_until = null
      where id = $1`,
    [item.id, item.reportId, item.decidedBy, item.isAutomatic],
  )
}

export const updateRejected = async (
  tx: Queryable,
  item: { id: number; decidedBy: number; reason: string; note: string | null },
): Promise<void> => {
  await tx.execute(
    `update inbox_items
        set state = 'rejected', decided_by = $2, decided_at = now(), reject_reason = $3, reject_note = $4,
            claimed_by = null, claimed_until = null
      where id = $1`,
    [item.id, item.decidedBy, item.reason, item.note],
  )
}

export const updateRestored = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute(
    `update inbox_items
        set state = 'open', decided_by = null, decided_at = null, reject_reason = null, reject_note = null
      where id = $1`,
    [id],
  )
}

export const updateReviewed = (
  scope: LabScope,
  tx: Queryable,
  { ids, by }: { ids: number[]; by: number },
): Promise<number> =>
  tx.execute(
    (parameters) => `update inbox_items i set reviewed_by = ${parameters.add(by)}, reviewed_at = now()
      where i.id = any(${parameters.add(ids)}::bigint[]) and i.is_automatic and i.reviewed_at is null
        and ${labCondition(scope, parameters, 'i.lab_id')}`,
  )

const fileNameRow = z.object({ name: reportFiles.name })

export const deleteOldRejected = async (tx: Queryable, limit: number): Promise<string[]> => {
  const rows = await tx.query(
    fileNameRow,
    `with old as (
       delete from inbox_items where id in (
         select id from inbox_items
          where state = 'rejected' and decided_at < now() - interval '${INBOX_REJECTED_DAYS} days'
          order by decided_at limit $1 for update skip locked)
       returning file_id)
     delete from report_files f using old where f.id = old.file_id and f.report_id is null returning f.name`,
    [limit],
  )
  return rows.map(({ name }) => name)
}
