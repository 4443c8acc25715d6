import type { SignInRule } from '@zelab/contract'
import { pluralize } from '../../../lib/format.ts'

export const signIn = 'Sign-in'
export const signInHint = 'How the staff of this lab sign in'
export const edit = 'Edit Sign-in'
export const rule = 'Staff sign in with'
export const RULES: Record<SignInRule, string> = { any: 'Any way', provider: 'Provider only' }
export const RULE_HINTS: Record<SignInRule, string> = {
  any: 'Passwords, passkeys and providers work.',
  provider: 'Passwords and passkeys of the staff of this lab stop working. Admins keep theirs.',
}
export const tooFew =
  'Provider only can be turned on after two users of this lab signed in through a provider.'
export const notLinkedLose = (count: number) =>
  `${pluralize(count, 'user')} without a linked provider could no longer sign in`
export const notLinkedAdvice = 'They link one on their profile page first.'
export const cannotConfirm = (count: number) =>
  `${pluralize(count, 'user')} could not confirm their identity, for example to release reports`
export const cannotConfirmAdvice =
  'They have no passkey, and their provider did not say when it asked them to sign in (auth_time). Ask them to add a passkey on their profile page, or set up the provider to send auth_time.'
export const providers = 'Providers'
export const noProviders = 'None. Add one under Settings, Security.'
export const staff = 'Active staff'
export const signedIn = 'Signed in through a provider'
export const notLinked = 'Not linked to a provider'
export const withoutIdentityCheck = 'Cannot confirm their identity'

export const open = 'Open for Some Hours'
export const openNow = 'Open'
export const openHint =
  'For when a provider does not answer: passwords and passkeys work until the time is over. All Admins and the Doctors of the lab get an email.'
export const hours = 'Hours'
export const hoursHint = (min: number, max: number) => `${min} to ${max}`
export const reason = 'Reason'
export const opening = 'Opening...'
export const isOpen = (until: string) => `Passwords and passkeys work until ${until}`
export const endNow = 'End Now'
export const ended = 'Only providers sign in now'
