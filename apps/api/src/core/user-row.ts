import { roleOfUserType, type StaffMember, type User } from '@zelab/contract'
import { z } from 'zod'
import type { RowOf } from '../platform/database/row-schema.ts'
import { labs, users } from './tables.gen.ts'

export const userRow = z.object({
  id: users.id,
  fullName: users.fullName,
  email: users.email,
  phone: users.phone,
  avatar: users.avatar,
  userTypeId: users.userTypeId,
  labId: users.labId,
  labName: labs.name.nullable(),
  createdAt: users.createdAt,
})

/** Columns of a user `u` with the lab `l`. */
export const USER_COLUMNS = `
  u.id, u.full_name as "fullName", u.email, u.phone, u.avatar, u.user_type_id as "userTypeId", u.lab_id as "labId",
  l.name as "labName", u.created_at as "createdAt"`

export const toUser = (row: RowOf<typeof userRow>): User => ({
  id: row.id,
  fullName: row.fullName,
  email: row.email,
  phone: row.phone,
  avatar: row.avatar,
  userType: { id: row.userTypeId, name: roleOfUserType(row.userTypeId) },
  lab: row.labId === null ? null : { id: row.labId, name: row.labName ?? '' },
  createdAt: row.createdAt,
})

export const staffMemberRow = userRow.extend({
  isDeactivated: z.boolean(),
  isInvited: users.isInvited,
  hasSecondFactor: z.boolean(),
})

/** Columns of a user `u` with the lab `l` and the state of the account. */
export const STAFF_MEMBER_COLUMNS = `${USER_COLUMNS}, u.deactivated_at is not null as "isDeactivated",
  u.is_invited as "isInvited",
  u.totp_confirmed_at is not null as "hasSecondFactor"`

export const toStaffMember = (row: RowOf<typeof staffMemberRow>): StaffMember => ({
  ...toUser(row),
  status: row.isDeactivated ? 'deactivated' : row.isInvited ? 'invited' : 'active',
  hasSecondFactor: row.hasSecondFactor,
})
