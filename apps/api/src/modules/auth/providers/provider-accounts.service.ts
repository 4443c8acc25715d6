import { emailField, nameField, readPhone, USER_TYPES, type ProviderRole } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { isUniqueViolation, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { endMailedLinks, signOutEverywhere } from '../account-access.service.ts'
import {
  findAccountById,
  insertAccount,
  lockUnchangedAccount,
  setRole,
  type Account,
} from '../accounts.repository.ts'
import type { Identity } from './provider-client.ts'
import { insertLink } from './provider-links.repository.ts'
import { lacksRoles, roleFrom } from './provider-roles.ts'
import type { StoredProvider } from './providers.repository.ts'

/** The sign-in ends with a problem. The message is for the Admin. */
export class ProviderProblemError extends Error {
  readonly code: 'PROVIDER_REFUSED' | 'NO_ROLE' | 'NOT_LINKED' | 'PROVIDER_TAKEN' | 'RESET_LINK_INVALID'
  readonly account: Account | undefined
  constructor(code: ProviderProblemError['code'], message: string, account?: Account) {
    super(message)
    this.name = 'ProviderProblemError'
    this.code = code
    this.account = account
  }
}

const typeIdOf = (role: ProviderRole): number => USER_TYPES.find(({ name }) => name === role)?.id ?? 0

const textIn = (claims: Record<string, unknown>, ...names: string[]): string =>
  names.map((name) => claims[name]).find((value): value is string => typeof value === 'string') ?? ''

/** Entra ID does not say it, and Google says it as text. */
const isVerified = (stated: unknown): boolean => stated === undefined || stated === true || stated === 'true'

/** A lab's provider is for its staff, one of the installation for everyone. */
export const isFor = ({ labId }: Pick<StoredProvider, 'labId'>, { user }: Account): boolean =>
  labId === null || labId === (user.lab?.id ?? null)

/** Accounts that a provider creates, and whose role it then gives. */
export const createProviderAccounts = ({ database }: Pick<Context, 'database'>) => {
  /** Asks user info for what the ID token lacks. */
  const claimsOf = async (provider: StoredProvider, { claims, userInfo }: Identity, isNew: boolean) => {
    const isShort = lacksRoles(provider, claims) || (isNew && typeof claims['email'] !== 'string')
    return isShort ? { ...(await userInfo()), ...claims } : claims
  }

  const record = (tx: Queryable, account: Account, action: 'user.create' | 'user.update', summary: string) =>
    recordActivity(tx, 'system', {
      action,
      object: { type: 'user', id: account.user.id },
      labId: account.user.lab?.id ?? null,
      summary,
    })

  const reread = async (tx: Queryable, id: number): Promise<Account> => {
    const account = await findAccountById(tx, id)
    if (!account) throw new ProviderProblemError('PROVIDER_REFUSED', 'the account was removed')
    return account
  }

  return {
    /** @throws NOT_LINKED or NO_ROLE */
    async create(provider: StoredProvider, identity: Identity): Promise<Account> {
      const { labId, name: providerName } = provider
      if (!provider.createsAccounts || labId === null)
        throw new ProviderProblemError('NOT_LINKED', 'a person who is linked to no account')
      const claims = await claimsOf(provider, identity, true)
      const found = roleFrom(provider, claims)
      if (!found.role) throw new ProviderProblemError('NO_ROLE', found.why)
      const email = emailField().safeParse(claims['email'])
      if (!email.success || !isVerified(claims['email_verified']))
        throw new ProviderProblemError('NOT_LINKED', 'no email address that was verified')
      const given = `${textIn(claims, 'given_name')} ${textIn(claims, 'family_name')}`.trim()
      const name = nameField.safeParse(
        textIn(claims, 'name') || given || textIn(claims, 'preferred_username'),
      )
      if (!name.success) throw new ProviderProblemError('NOT_LINKED', 'no name that can be used')
      return database
        .transaction(async (tx) => {
          const id = await insertAccount(tx, {
            fullName: name.data,
            email: email.data,
            phone: readPhone(textIn(claims, 'phone_number'))?.number ?? '',
            userTypeId: typeIdOf(found.role),
            labId,
          })
          const link = { providerId: provider.id, userId: id, subject: identity.claims.sub }
          if (!(await insertLink(tx, { ...link, givesRole: true })))
            throw new ProviderProblemError('PROVIDER_TAKEN', 'a person who was linked meanwhile')
          const account = await reread(tx, id)
          await record(tx, account, 'user.create', `${providerName} added ${name.data} as ${found.role}`)
          return account
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error, 'users_email_key'))
            throw new ProviderProblemError('NOT_LINKED', 'an email address that another account has')
          throw error
        })
    },

    /**
     * The role that the claims give now. A changed one ends the other sessions of the account; none ends all.
     * @throws NO_ROLE
     */
    async renewRole(provider: StoredProvider, identity: Identity, account: Account): Promise<Account> {
      const found = roleFrom(provider, await claimsOf(provider, identity, false))
      const { user } = account
      if (found.role === user.userType.name) return account
      return database
        .transaction(async (tx) => {
          if (!(await lockUnchangedAccount(tx, { userId: user.id, accessVersion: account.accessVersion })))
            throw new ProviderProblemError('PROVIDER_REFUSED', 'the account was changed meanwhile', account)
          await signOutEverywhere(tx, user.id)
          if (!found.role) return account
          await setRole(tx, user.id, typeIdOf(found.role))
          await endMailedLinks(tx, user.id)
          const changed = await reread(tx, user.id)
          await record(
            tx,
            changed,
            'user.update',
            `${provider.name} changed the role of ${user.fullName} to ${found.role}`,
          )
          return changed
        })
        .then((changed) => {
          if (!found.role) throw new ProviderProblemError('NO_ROLE', found.why, account)
          return changed
        })
    },
  }
}
export type ProviderAccounts = ReturnType<typeof createProviderAccounts>
