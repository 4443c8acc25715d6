import { formatCount, pluralize } from '../../../lib/format.ts'

export const providers = 'Sign-in providers'
export const providersHint =
  'Staff sign in with the account of their organization (OpenID Connect), such as Entra ID, Google or Keycloak'
export const noProviders = 'No providers yet'
export const addProvider = 'Add Provider'
export const editProvider = 'Edit Provider'
export const allLabs = 'All labs (Admins too)'
export const actionsOf = (name: string) => `Actions: ${name}`
export const accounts = (count: number) => pluralize(count, 'linked account')
export const lastUsed = 'Last used'
export const neverUsed = 'Not used yet'
export const lastProblem = (when: string) => `Last problem, ${when}: `

export const name = 'Name'
export const nameHint = 'On the button, such as “Sign in with City Hospital”'
export const lab = 'Lab'
export const labHint =
  'The provider of a lab signs in the staff of that lab only. It cannot be changed later.'
export const noLabFound = 'No lab found'
export const loadingLabs = 'Loading labs...'
export const labsNotLoaded = 'The labs could not be loaded'
export const issuer = 'Issuer'
export const issuerHint = 'The address of the provider, without “/.well-known”. It cannot be changed later.'
export const clientId = 'Client ID'
export const newClientId = 'Linked users may have to link their accounts again'
export const newClientIdHint =
  'Some providers, such as Entra ID, name people differently for each client ID (pairwise subjects). Two Admins keep another way to sign in.'
export const keys = 'Authentication of this system'
export const KEYS = { secret: 'Client secret', pair: 'Use a key pair' } as const
export const clientSecret = 'Client Secret'
export const keptSecret = 'Leave it empty to keep the present one.'
export const renewsPair = 'Create a new key pair'
export const renewsPairHint = 'The present one stops working. Register the new key set at the provider.'
export const scopes = 'Scopes'
export const scopesHint = 'Separated by spaces'
export const domains = 'Email Domains'
export const domainsHint =
  'Separated by spaces. The button appears first for emails of these domains, and accounts are created for them only. Empty: for everyone.'
export const sessionHours = 'Session (hours)'
export const sessionHoursHint = (min: number, max: number) =>
  `Staff sign in again after this time, ${min} to ${max} hours`
export const roles = 'Roles'
export const rolesHint =
  'A role follows a value of the claim, such as a group. Without a claim, roles are set here under Users. No value makes an Admin.'
export const rolesClaim = 'Roles Claim'
export const rolesClaimHint = 'Its name, or a path such as realm_access.roles'
export const claimValue = 'Value'
export const role = 'Role'
export const valueNumber = (number: number) => `Value ${number}`
export const addValue = 'Add Value'
export const defaultRole = 'Default Role'
export const defaultRoleHint =
  'For people whose claim gives no role, also later. Empty: they cannot sign in. Without a claim: for new accounts.'
export const createsAccounts = 'Create an account at the first sign-in'
export const createsAccountsHint =
  'For the provider of one lab, when a value of the claim or the default role gives a role.'
export const trustsEmails = 'Trust email addresses without email_verified'
export const trustsEmailsHint =
  'For a provider that does not send the claim, such as Entra ID, and where people cannot choose their own address.'
export const refreshesAccounts = 'Update name and email at each sign-in'
export const refreshesAccountsHint = 'From the provider, verified addresses only. Admins keep theirs.'
export const checksSecondFactor = 'The provider checks a second factor'
export const checksSecondFactorHint = 'Staff are not asked for another one here.'
export const acr = 'Required acr Value'
export const acrHint = 'Counts as a second factor only if the sign-in has this value. Empty: every sign-in.'

export const asksForAccount = 'Ask which account to use'
export const asksForAccountHint =
  'For shared computers: the provider shows its accounts, even if one is signed in (prompt=select_account).'
export const returnsAfterLogout = 'The post-logout redirect URI is registered'
export const returnsAfterLogoutHint =
  'After a logout, the provider ends its session and returns here. Otherwise, its own page stays open.'

export const addresses = 'Addresses'
export const addressesOf = (provider: string) => `Addresses of ${provider}`
export const addressesHint = 'Register these at the provider.'
export const redirectUri = 'Redirect URI'
export const logoutUri = 'Back-channel logout URI'
export const postLogoutUri = 'Post-logout redirect URI'
export const keySet = 'JSON Web Key Set'
export const copy = (what: string) => `Copy ${what}`

export const test = 'Test'
export const answers = (
  found: { keys: number; ignoredKeys: number; endsSessions: boolean; tellsLogouts: boolean },
  returns: boolean,
) =>
  [
    `The provider accepts this system, with ${pluralize(found.keys, 'key')}.`,
    ...(found.ignoredKeys > 0
      ? [`Only its first 50 keys are used; ${formatCount(found.ignoredKeys)} more are not.`]
      : []),
    !found.endsSessions
      ? 'It has no address for logging out: its session stays open after a logout here.'
      : returns
        ? 'A logout here leads to its page, which ends its session and returns here.'
        : 'A logout here leads to its page, which ends its session and stays.',
    found.tellsLogouts ? 'It reports logouts.' : 'It does not report logouts.',
  ].join(' ')

export const signIns = 'Last Sign-Ins'
export const signInsOf = (provider: string) => `Last sign-ins with ${provider}`
export const noSignIns = 'No one has signed in yet'
export const statedAcr = (value: string) => `acr ${value}`
export const noAcr = 'No acr'
export const authenticated = (when: string) => `last auth_time ${when}`
export const notAuthenticated = 'no auth_time: it cannot confirm an identity'

export const remove = 'Remove'
export const askRemove = 'Remove provider'
export const removing = 'Removing...'
export const removeQuestion = (provider: string) =>
  `Remove ${provider}? Its sessions end, and it no longer signs anyone in.`
export const noDependents = 'Every linked user can sign in another way.'
export const dependents = (count: number) =>
  count === 1
    ? '1 user can no longer sign in and gets an email with a link to set a password:'
    : `${formatCount(count)} users can no longer sign in; each gets an email with a link to set a password:`
export const moreDependents = (count: number) => `and ${formatCount(count)} more`
