import type { LabCapabilities, LabOverview, LabStaffMember } from '@zelab/contract'
import { z } from 'zod'
import type { TotalledRows } from '../../core/pagination.ts'
import { activityLog, labCriticalSettings, labReleaseSettings, reportTypes } from '../../core/tables.gen.ts'
import { STAFF_MEMBER_COLUMNS, staffMemberRow, toStaffMember } from '../../core/user-row.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { recordCount } from '../../platform/database/record-counts.repository.ts'
import { SqlParameters, pageClause, type PageOfRows } from '../../platform/database/sql-parameters.ts'

const LAST_ENTRY = '(select a.at from activity_log a where a.actor_id = u.id order by a.id desc limit 1)'
/** More users than a lab has. */
const USERS_COMPARED = 1_000

const countsRow = z.object({
  patients: z.int(),
  reports: z.int(),
  users: z.int(),
  activeUsers: z.int(),
  lastActivityAt: activityLog.at.nullable(),
})

/** For the Admin only, so every lab is in scope. */
export const readLabCounts = (
  db: Queryable,
  labId: number,
): Promise<Omit<LabOverview, 'lab' | 'capabilities'>> =>
  db.one(countsRow, (parameters) => {
    const lab = parameters.add(labId)
    return `select ${recordCount({ kind: 'patients', labId }, parameters)} as patients,
            ${recordCount({ kind: 'reports', labId }, parameters)} as reports,
            (select count(*) from users where lab_id = ${lab}) as users,
            (select count(*) from users where lab_id = ${lab} and deactivated_at is null and not is_invited)
              as "activeUsers",
            (select max(last.at)
               from (select id from users where lab_id = ${lab} order by id desc limit ${USERS_COMPARED}) u
              cross join lateral ${LAST_ENTRY} last) as "lastActivityAt"`
  })

/** Names of report types in one line. */
const TYPES_NAMED = 20

const capabilitiesRow = z.object({
  usesLetterhead: z.boolean(),
  sendsAutomatically: z.boolean(),
  sources: z.int(),
  failingSources: z.int(),
  usesVisits: z.boolean(),
  criticalMinutes: labCriticalSettings.targetMinutes.nullable(),
  twoPersons: labReleaseSettings.twoPersons,
  releaseTypes: z.array(reportTypes.title),
  receivers: z.int(),
  failingReceivers: z.int(),
  clients: z.int(),
})

/** For the Admin only, so every lab is in scope. */
export const readLabCapabilities = (db: Queryable, labId: number): Promise<LabCapabilities> =>
  db.one(
    capabilitiesRow,
    `select coalesce((select is_used from lab_letterheads where lab_id = $1), false) as "usesLetterhead",
            coalesce((select is_automatic from lab_delivery_settings where lab_id = $1), false) as "sendsAutomatically",
            (select count(*) from inbox_sources where lab_id = $1 and is_on and removed_at is null) as sources,
            (select count(*) from inbox_sources
              where lab_id = $1 and is_on and removed_at is null and problem is not null) as "failingSources",
            coalesce((select is_on from lab_visit_settings where lab_id = $1), false) as "usesVisits",
            (select target_minutes from lab_critical_settings where lab_id = $1 and is_on) as "criticalMinutes",
            coalesce((select two_persons from lab_release_settings where lab_id = $1), 'none') as "twoPersons",
            array(select t.title from lab_release_settings s join report_types t on t.id = any (s.report_type_ids)
                   where s.lab_id = $1 and s.two_persons = 'types' order by t.title limit ${TYPES_NAMED}) as "releaseTypes",
            (select count(*) from integrations
              where lab_id = $1 and kind <> 'client' and state = 'active') as receivers,
            (select count(*) from integrations
              where lab_id = $1 and kind <> 'client' and state = 'active' and failing_since is not null)
              as "failingReceivers",
            (select count(*) from integrations where lab_id = $1 and kind = 'client' and state = 'active') as clients`,
    [labId],
  )

/** Staff of a lab whose name contains the text in any spelling. */
const staffCondition = (labId: number, search: string, parameters: SqlParameters): string =>
  `lab_id = ${parameters.add(labId)}${
    search === '' ? '' : ` and strpos(fold_text(full_name), fold_text(${parameters.add(search)})) > 0`
  }`

export const countLabStaff = async (db: Queryable, labId: number, search: string): Promise<number> => {
  const parameters = new SqlParameters()
  const condition = staffCondition(labId, search, parameters)
  const text = `select count(*) as count from users where ${condition}`
  return db.countRows(text, parameters.values)
}

const labStaffRow = staffMemberRow.extend({ lastActiveAt: activityLog.at.nullable(), total: z.int() })

export const findLabStaff = async (
  db: Queryable,
  labId: number,
  page: PageOfRows,
  search: string,
): Promise<TotalledRows<LabStaffMember>> => {
  const rows = await db.query(labStaffRow, (parameters) => {
    const condition = staffCondition(labId, search, parameters)
    const order = 'u.deactivated_at is not null, fold_text(u.full_name), u.id'
    return `select ${STAFF_MEMBER_COLUMNS}, ${LAST_ENTRY} as "lastActiveAt",
            (select count(*) from users where ${condition}) as total
       from (select * from users u where ${condition} order by ${order} ${pageClause(page, parameters)}) u
       left join labs l on l.id = u.lab_id
      order by ${order}`
  })
  return {
    rows: rows.map((row) => ({ ...toStaffMember(row), lastActiveAt: row.lastActiveAt })),
    total: rows[0]?.total,
  }
}
