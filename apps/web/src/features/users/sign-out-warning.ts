import type { StaffMember } from '@zelab/contract'
import * as texts from './texts.ts'
import type { CheckedUser } from './user-form.ts'

/** The question before a change that signs a user out; undefined for other changes. */
export const signOutWarning = (
  user: StaffMember,
  fields: CheckedUser,
  isMyself: boolean,
): string | undefined => {
  const hasOtherEmail = fields.email !== user.email
  const hasOtherPlace =
    fields.userTypeId !== user.userType.id || (fields.labId ?? null) !== (user.lab?.id ?? null)
  if (user.status === 'invited')
    return hasOtherEmail ? texts.invitationMoves(user.email, fields.email) : undefined
  if (user.status === 'deactivated' || (!hasOtherEmail && !hasOtherPlace)) return undefined
  if (isMyself) return texts.changesOwnEmail(fields.email)
  return hasOtherEmail ? texts.signsOutTo(fields.name, fields.email) : texts.signsOut(fields.name)
}
