import type { LabOverview, LabStaffMember } from '@zelab/contract'
import { z } from 'zod'
import type { TotalledRows } from '../../core/pagination.ts'
import { activityLog } from '../../core/tables.gen.ts'
import { STAFF_MEMBER_COLUMNS, staffMemberRow, toStaffMember } from '../../core/user-row.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { recordCount } from '../../platform/database/record-counts.repository.ts'
import { countRow } from '../../platform/database/row-schema.ts'
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
export const readLabCounts = (db: Queryable, labId: number): Promise<Omit<LabOverview, 'lab'>> => {
  const parameters = new SqlParameters()
  const lab = parameters.add(labId)
  return db.one(
    countsRow,
    `select ${recordCount({ kind: 'patients', labId }, parameters)} as patients,
            ${recordCount({ kind: 'reports', labId }, parameters)} as reports,
            (select count(*) from users where lab_id = ${lab}) as users,
            (select count(*) from users where lab_id = ${lab} and deactivated_at is null and not is_invited)
              as "activeUsers",
            (select max(last.at)
               from (select id from users where lab_id = ${lab} order by id desc limit ${USERS_COMPARED}) u
              cross join lateral ${LAST_ENTRY} last) as "lastActivityAt"`,
    parameters.values,
  )
}

/** Staff of a lab whose name contains the text in any spelling. */
const staffCondition = (labId: number, search: string, parameters: SqlParameters): string =>
  `lab_id = ${parameters.add(labId)}${
    search === '' ? '' : ` and strpos(fold_text(full_name), fold_text(${parameters.add(search)})) > 0`
  }`

export const countLabStaff = async (db: Queryable, labId: number, search: string): Promise<number> => {
  const parameters = new SqlParameters()
  const condition = staffCondition(labId, search, parameters)
  const text = `select count(*) as count from users where ${condition}`
  return (await db.one(countRow, text, parameters.values)).count
}

const labStaffRow = staffMemberRow.extend({ lastActiveAt: activityLog.at.nullable(), total: z.int() })

export const findLabStaff = async (
  db: Queryable,
  labId: number,
  page: PageOfRows,
  search: string,
): Promise<TotalledRows<LabStaffMember>> => {
  const parameters = new SqlParameters()
  const condition = staffCondition(labId, search, parameters)
  const order = 'u.deactivated_at is not null, fold_text(u.full_name), u.id'
  const rows = await db.query(
    labStaffRow,
    `select ${STAFF_MEMBER_COLUMNS}, ${LAST_ENTRY} as "lastActiveAt",
            (select count(*) from users where ${condition}) as total
       from (select * from users u where ${condition} order by ${order} ${pageClause(page, parameters)}) u
       left join labs l on l.id = u.lab_id
      order by ${order}`,
    parameters.values,
  )
  return {
    rows: rows.map((row) => ({ ...toStaffMember(row), lastActiveAt: row.lastActiveAt })),
    total: rows[0]?.total,
  }
}
