import type { User } from '@zelab/contract'
import type { Queryable } from '../../platform/database/database.ts'
import { toUser, USER_COLUMNS, type UserRow } from './user-row.ts'

export interface NewUser {
  fullName: string
  email: string
  phone: string
  passwordHash: string
  userTypeId: number
  labId: number | null
}

const PATIENT_TYPE_ID = 5

/** Staff users, newest first; patients have their own list (AMB-35). */
export const findStaffUsers = async (db: Queryable): Promise<User[]> => {
  const rows = await db.query<UserRow>(
    `select ${USER_COLUMNS} from users u left join labs l on l.id = u.lab_id
      where u.user_type_id <> ${PATIENT_TYPE_ID} order by u.created_at desc, u.id desc`,
  )
  return rows.map(toUser)
}

export const findStaffUser = async (db: Queryable, id: number): Promise<User | undefined> => {
  const row = await db.maybeOne<UserRow>(
    `select ${USER_COLUMNS} from users u left join labs l on l.id = u.lab_id
      where u.id = $1 and u.user_type_id <> ${PATIENT_TYPE_ID}`,
    [id],
  )
  return row && toUser(row)
}

export const insertUser = async (db: Queryable, user: NewUser): Promise<User> =>
  toUser(
    await db.one<UserRow>(
      `with u as (
         insert into users (full_name, email, phone, password_hash, user_type_id, lab_id)
         values ($1, $2, $3, $4, $5, $6) returning *
       )
       select ${USER_COLUMNS} from u left join labs l on l.id = u.lab_id`,
      [user.fullName, user.email, user.phone, user.passwordHash, user.userTypeId, user.labId],
    ),
  )

/** Holds off a second process that wants to make the first Admin too. */
export const lockFirstAdmin = (tx: Queryable): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtext('zelab first admin'))")

export const adminExists = async (db: Queryable): Promise<boolean> =>
  (await db.query('select 1 from users where user_type_id = 1 limit 1')).length > 0
