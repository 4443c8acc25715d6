import type { StaffMember } from '@zelab/contract'
import type { CheckedUser } from './user-form.ts'

/** What to ask before a change that signs somebody out; nothing where it signs nobody out. */
export const sessionQuestion = (
  user: StaffMember,
  fields: CheckedUser,
  isMyself: boolean,
): string | undefined => {
  const hasOtherEmail = fields.email !== user.email
  const hasOtherPlace =
    fields.userTypeId !== user.userType.id || (fields.labId ?? null) !== (user.lab?.id ?? null)
  if (user.status === 'invited')
    return hasOtherEmail
      ? `The invitation that was sent to ${user.email} ends, and a new one goes to ${fields.email}.`
      : undefined
  if (user.status === 'deactivated' || (!hasOtherEmail && !hasOtherPlace)) return undefined
  if (isMyself)
    return `You will be signed out everywhere, and sign in with ${fields.email} from then on. Save the changes?`
  return `${fields.name} will be signed out everywhere and has to sign in again${
    hasOtherEmail ? ` with ${fields.email}` : ''
  }. Save the changes?`
}
