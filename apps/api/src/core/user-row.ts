import { ACCOUNT_MAILS, roleOfUserType, type StaffMember, type User } from '@zelab/contract'
import { z } from 'zod'
import { columnsOf, from, pick } from '../platform/database/columns.ts'
import type { RowOf } from '../platform/database/row-schema.ts'
import { labs, signInProviders, users } from './tables.gen.ts'

export const userRow = z.object({
  ...pick(users, 'id fullName email phone avatar userTypeId labId'),
  labName: from('l.name', labs.name.nullable()),
  createdAt: users.createdAt,
})

export const USER_COLUMNS = columnsOf(userRow, 'u')

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
  isDeactivated: from('u.deactivated_at is not null', z.boolean()),
  isInvited: users.isInvited,
  hasSecondFactor: from(
    'u.totp_confirmed_at is not null or exists (select from passkeys k where k.user_id = u.id)',
    z.boolean(),
  ),
  refusedMail: from(
    'case when u.refused_mail_to = u.email then u.refused_mail end',
    z.enum(ACCOUNT_MAILS).nullable(),
  ),
  refusedMailAt: users.refusedMailAt,
  needsLink: from(
    `(u.deactivated_at is null and not u.is_invited
      and exists (select from lab_sign_in_settings s where s.lab_id = u.lab_id and s.rule = 'provider'
                     and coalesce(s.open_until <= now(), true))
      and not exists (select from provider_links k where k.user_id = u.id))`,
    z.boolean(),
  ),
  roleGivenBy: from(
    `(select p.name from provider_links g join sign_in_providers p on p.id = g.provider_id
       where g.user_id = u.id and g.gives_role and p.roles_claim is not null order by p.id limit 1)`,
    signInProviders.name.nullable(),
  ),
})

export const STAFF_MEMBER_COLUMNS = columnsOf(staffMemberRow, 'u')

export const toStaffMember = (row: RowOf<typeof staffMemberRow>): StaffMember => ({
  ...toUser(row),
  status: row.isDeactivated ? 'deactivated' : row.isInvited ? 'invited' : 'active',
  hasSecondFactor: row.hasSecondFactor,
  needsLink: row.needsLink,
  roleGivenBy: row.roleGivenBy,
  refusedMail:
    row.refusedMail === null || row.refusedMailAt === null
      ? null
      : { kind: row.refusedMail, at: row.refusedMailAt },
})
