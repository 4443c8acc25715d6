import { roleOfUserType, type StaffMember, type User } from '@zelab/contract'

export interface UserRow {
  id: number
  full_name: string
  email: string
  phone: string
  avatar: string | null
  user_type_id: number
  lab_id: number | null
  lab_name: string | null
  created_at: string
}

/** Columns of a user `u` with the lab `l`. */
export const USER_COLUMNS =
  'u.id, u.full_name, u.email, u.phone, u.avatar, u.user_type_id, u.lab_id, l.name as lab_name, u.created_at'

export const toUser = (row: UserRow): User => ({
  id: row.id,
  fullName: row.full_name,
  email: row.email,
  phone: row.phone,
  avatar: row.avatar,
  userType: { id: row.user_type_id, name: roleOfUserType(row.user_type_id) },
  lab: row.lab_id === null ? null : { id: row.lab_id, name: row.lab_name ?? '' },
  createdAt: row.created_at,
})

export interface StaffMemberRow extends UserRow {
  is_deactivated: boolean
  is_invited: boolean
  has_second_factor: boolean
}

/** Columns of a user `u` with the lab `l` and the state of the account. */
export const STAFF_MEMBER_COLUMNS = `${USER_COLUMNS}, u.deactivated_at is not null as is_deactivated, u.is_invited,
  u.totp_confirmed_at is not null as has_second_factor`

export const toStaffMember = (row: StaffMemberRow): StaffMember => ({
  ...toUser(row),
  status: row.is_deactivated ? 'deactivated' : row.is_invited ? 'invited' : 'active',
  hasSecondFactor: row.has_second_factor,
})
