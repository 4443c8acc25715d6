import type { StaffMember } from '@zelab/contract'
import { z } from 'zod'
import { users } from '../../core/tables.gen.ts'
import { STAFF_MEMBER_COLUMNS, toStaffMember, staffMemberRow } from '../../core/user-row.ts'
import {
  assignments,
  insertion,
  pick,
  type Changes,
  type NewRecord,
} from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const usersTables: Tables = {
  user_preferences: { changes: 'patient_columns report_columns saved_filters updated_at' },
  users: {
    changes: `full_name email phone password_hash user_type_id lab_id deactivated_at updated_at
      totp_secret totp_confirmed_at totp_last_step is_invited access_version totp_pending_secret
      totp_pending_until totp_pending_session passkey_handle refused_mail refused_mail_at
      refused_mail_to`,
  },
}

const userFields = z.object(pick(users, 'fullName email phone userTypeId labId'))
/** Invited users choose a password by a mailed link. */
const newUserRow = userFields.extend({ passwordHash: users.passwordHash, isInvited: users.isInvited })
export type NewUser = Omit<NewRecord<typeof newUserRow>, 'isInvited'> & { isInvited?: boolean }

const PATIENT_TYPE_ID = 5

/** Newest first. Patients have a separate list (AMB-35). */
export const findStaffUsers = async (db: Queryable): Promise<StaffMember[]> => {
  const rows = await db.query(
    staffMemberRow,
    `select ${STAFF_MEMBER_COLUMNS} from users u left join labs l on l.id = u.lab_id
      where u.user_type_id <> ${PATIENT_TYPE_ID} order by u.created_at desc, u.id desc`,
  )
  return rows.map(toStaffMember)
}

export const findStaffUser = async (db: Queryable, id: number): Promise<StaffMember | undefined> => {
  const row = await db.maybeOne(
    staffMemberRow,
    `select ${STAFF_MEMBER_COLUMNS} from users u left join labs l on l.id = u.lab_id
      where u.id = $1 and u.user_type_id <> ${PATIENT_TYPE_ID}`,
    [id],
  )
  return row && toStaffMember(row)
}

const writeUser = async (db: Queryable, statement: string, parameters: SqlParameters): Promise<StaffMember> =>
  toStaffMember(
    await db.one(
      staffMemberRow,
      `with u as (${statement} returning *)
       select ${STAFF_MEMBER_COLUMNS} from u left join labs l on l.id = u.lab_id`,
      parameters.values,
    ),
  )

export const insertUser = (db: Queryable, user: NewUser): Promise<StaffMember> => {
  const parameters = new SqlParameters()
  const added = insertion(newUserRow, { isInvited: false, ...user }, parameters)
  return writeUser(db, `insert into users ${added}`, parameters)
}

export const updateUser = (
  db: Queryable,
  id: number,
  changes: Changes<typeof userFields>,
): Promise<StaffMember> => {
  const parameters = new SqlParameters()
  const changed = assignments(userFields, changes, parameters, 'updated_at = now()')
  const statement = `update users set ${changed} where id = ${parameters.add(id)}`
  return writeUser(db, statement, parameters)
}

export const setDeactivated = async (db: Queryable, id: number, isDeactivated: boolean): Promise<void> => {
  await db.execute(
    'update users set deactivated_at = case when $2 then now() end, updated_at = now() where id = $1',
    [id, isDeactivated],
  )
}

export const adminExists = (db: Queryable): Promise<boolean> =>
  db.exists('select 1 from users where user_type_id = 1 limit 1')
