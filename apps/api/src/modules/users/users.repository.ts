import type { StaffMember } from '@zelab/contract'
import type { Queryable } from '../../platform/database/database.ts'
import { STAFF_MEMBER_COLUMNS, toStaffMember, staffMemberRow } from '../../core/user-row.ts'

export interface NewUser {
  fullName: string
  email: string
  phone: string
  passwordHash: string
  userTypeId: number
  labId: number | null
  /** The user chooses the password later, by a mailed link. */
  isInvited?: boolean
}

const PATIENT_TYPE_ID = 5

/** Staff users, newest first; patients have a separate list (AMB-35). */
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

export const insertUser = async (db: Queryable, user: NewUser): Promise<StaffMember> =>
  toStaffMember(
    await db.one(
      staffMemberRow,
      `with u as (
         insert into users (full_name, email, phone, password_hash, user_type_id, lab_id, is_invited)
         values ($1, $2, $3, $4, $5, $6, $7) returning *
       )
       select ${STAFF_MEMBER_COLUMNS} from u left join labs l on l.id = u.lab_id`,
      [
        user.fullName,
        user.email,
        user.phone,
        user.passwordHash,
        user.userTypeId,
        user.labId,
        user.isInvited ?? false,
      ],
    ),
  )

export const updateUser = async (
  db: Queryable,
  id: number,
  user: Omit<NewUser, 'passwordHash' | 'isInvited'>,
): Promise<StaffMember> =>
  toStaffMember(
    await db.one(
      staffMemberRow,
      `with u as (
         update users set full_name = $2, email = $3, phone = $4, user_type_id = $5, lab_id = $6, updated_at = now()
          where id = $1 returning *
       )
       select ${STAFF_MEMBER_COLUMNS} from u left join labs l on l.id = u.lab_id`,
      [id, user.fullName, user.email, user.phone, user.userTypeId, user.labId],
    ),
  )

export const setDeactivated = async (db: Queryable, id: number, isDeactivated: boolean): Promise<void> => {
  await db.execute(
    'update users set deactivated_at = case when $2 then now() end, updated_at = now() where id = $1',
    [id, isDeactivated],
  )
}

/** Whether another user can sign in as an Admin; invited users cannot yet. */
export const hasOtherAdmin = (db: Queryable, id: number): Promise<boolean> =>
  db.exists(
    `select 1 from users
        where user_type_id = 1 and id <> $1 and deactivated_at is null and not is_invited limit 1`,
    [id],
  )

/**
 * Serializes changes of Admins: concurrent processes would each create a first one, and concurrent requests
 * could each remove one of the last two.
 */
export const lockAdmins = (tx: Queryable): Promise<unknown> =>
  tx.execute("select pg_advisory_xact_lock(hashtext('zelab first admin'))")

export const adminExists = (db: Queryable): Promise<boolean> =>
  db.exists('select 1 from users where user_type_id = 1 limit 1')
