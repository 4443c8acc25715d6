import { ADMIN_USER_TYPE_ID, readPhone, USER_TYPES, type Role } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { isUniqueViolation, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { endMailedLinks, signOutEverywhere } from '../accounts/account-access.service.ts'
import { noticeToOwner } from '../accounts/account-notices.service.ts'
import {
  findAccountByEmail,
  findAccountById,
  insertAccount,
  lockUnchangedAccount,
  setPerson,
  setRole,
  type Account,
} from '../accounts/accounts.repository.ts'
import type { Visitor } from '../sessions/sessions.service.ts'
import type { Identity } from './provider-client.ts'
import { insertLink, noteRole } from './provider-links.repository.ts'
import { emailOf, nameOf, textIn } from './provider-person.ts'
import { lacksRoles, roleFrom, type RoleFound } from './provider-roles.ts'
import type { StoredProvider } from './providers.repository.ts'

/** Says in the activity log why a person has the default role. */
const reasonOf = ({ why }: { why?: string }): string =>
  why === undefined ? '' : `, the default role: ${why}`

/** The sign-in ends with a problem. The message is for the Admin. */
export class ProviderProblemError extends Error {
  readonly code:
    | 'PROVIDER_REFUSED'
    | 'PROVIDER_NOT_ASKED'
    | 'NO_ROLE'
    | 'NOT_LINKED'
    | 'PROVIDER_TAKEN'
    | 'RESET_LINK_INVALID'
  readonly account: Account | undefined
  constructor(code: ProviderProblemError['code'], message: string, account?: Account) {
    super(message)
    this.name = 'ProviderProblemError'
    this.code = code
    this.account = account
  }
}

/** The whole staff of a hospital may sign in for the first time on one morning, from one network. */
const CREATION_LIMIT = { perAccount: 300, perAddress: 300, windowMinutes: 60 } as const

const typeIdOf = (role: Role): number => USER_TYPES.find(({ name }) => name === role)?.id ?? 0

/** A lab's provider is for its staff, one of the installation for everyone. */
export const isFor = ({ labId }: Pick<StoredProvider, 'labId'>, { user }: Account): boolean =>
  labId === null || labId === (user.lab?.id ?? null)

/** Accounts that a provider creates, and whose role it then gives. */
export const createProviderAccounts = ({
  database,
  rateLimiter,
}: Pick<Context, 'database' | 'rateLimiter'>) => {
  const limiter = rateLimiter('provider-accounts', CREATION_LIMIT)

  /** Asks user info for what the ID token lacks. */
  const claimsOf = async (provider: StoredProvider, { claims, userInfo }: Identity, needsPerson: boolean) => {
    const lacksPerson = typeof claims['email'] !== 'string' || nameOf(claims).value === undefined
    const isShort = lacksRoles(provider, claims) || (needsPerson && lacksPerson)
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
    async create(
      provider: StoredProvider,
      identity: Identity,
      { address }: Pick<Visitor, 'address'>,
    ): Promise<Account> {
      const { labId, name: providerName } = provider
      if (!provider.createsAccounts || labId === null)
        throw new ProviderProblemError('NOT_LINKED', 'a person who is linked to no account')
      const claims = await claimsOf(provider, identity, true)
      const found = roleFrom(provider, claims)
      if (!found.role) throw new ProviderProblemError('NO_ROLE', found.why)
      const email = emailOf(provider, claims)
      if (email.value === undefined) throw new ProviderProblemError('NOT_LINKED', email.why)
      const name = nameOf(claims, 'preferred_username')
      if (name.value === undefined) throw new ProviderProblemError('NOT_LINKED', name.why)
      await limiter.attempt({ address })
      return database
        .transaction(async (tx) => {
          const id = await insertAccount(tx, {
            fullName: name.value,
            email: email.value,
            phone: readPhone(textIn(claims, 'phone_number'))?.number ?? '',
            userTypeId: typeIdOf(found.role),
            labId,
          })
          const link = { providerId: provider.id, userId: id, subject: identity.claims.sub }
          if (!(await insertLink(tx, { ...link, givesRole: true })))
            throw new ProviderProblemError('PROVIDER_TAKEN', 'a person who was linked meanwhile')
          const account = await reread(tx, id)
          const added = `${providerName} added ${name.value} as ${found.role}${reasonOf(found)}`
          await record(tx, account, 'user.create', added)
          return account
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error, 'users_email_key'))
            throw new ProviderProblemError('NOT_LINKED', 'an email address that another account has')
          throw error
        })
    },

    /**
     * The role that the claims give now, or the default one; without a claim, the role stays. A changed one ends the other
     * sessions of the account; none ends all, and every way in until the provider gives one again.
     * @throws NO_ROLE
     */
    async renewRole(
      provider: StoredProvider,
      identity: Identity,
      { account, hasLostRole }: { account: Account; hasLostRole: boolean },
    ): Promise<Account> {
      const { user } = account
      const found: RoleFound | { role: Role; why?: string } =
        provider.rolesClaim === null
          ? { role: user.userType.name }
          : roleFrom(provider, await claimsOf(provider, identity, false))
      const isSame = found.role === user.userType.name
      if (isSame && !hasLostRole) return account
      const key = { providerId: provider.id, userId: user.id }
      const renewed = await database.transaction(async (tx) => {
        if (!(await lockUnchangedAccount(tx, { userId: user.id, accessVersion: account.accessVersion })))
          throw new ProviderProblemError('PROVIDER_REFUSED', 'the account was changed meanwhile', account)
        await noteRole(tx, key, { isLost: found.role === undefined })
        if (isSame) {
          await record(tx, account, 'user.update', `${provider.name} gives ${user.fullName} a role again`)
          return account
        }
        await signOutEverywhere(tx, user.id)
        await endMailedLinks(tx, user.id)
        if (found.role === undefined) {
          if (!hasLostRole)
            await record(
              tx,
              account,
              'user.update',
              `${provider.name} gives ${user.fullName} no role any more, which ends every way to sign in`,
            )
          return account
        }
        await setRole(tx, user.id, typeIdOf(found.role))
        const changed = await reread(tx, user.id)
        await record(
          tx,
          changed,
          'user.update',
          `${provider.name} changed the role of ${user.fullName} to ${found.role}${reasonOf(found)}`,
        )
        return changed
      })
      if (found.role === undefined) throw new ProviderProblemError('NO_ROLE', found.why, account)
      return renewed
    },

    /** Name and email that the claims give now, where the Admin wants it. An email that cannot be used is kept. */
    async refresh(provider: StoredProvider, identity: Identity, account: Account): Promise<Account> {
      const { user, accessVersion } = account
      if (!provider.refreshesAccounts || user.userType.id === ADMIN_USER_TYPE_ID) return account
      const claims = await claimsOf(provider, identity, true)
      const fullName = nameOf(claims).value ?? user.fullName
      const isKnown = textIn(claims, 'email').trim().toLowerCase() === user.email.toLowerCase()
      const stated =
        isKnown || claims['email'] === undefined ? { value: user.email } : emailOf(provider, claims)
      if (fullName === user.fullName && stated.value === user.email) return account
      return database
        .transaction(async (tx) => {
          if (!(await lockUnchangedAccount(tx, { userId: user.id, accessVersion })))
            throw new ProviderProblemError('PROVIDER_REFUSED', 'the account was changed meanwhile', account)
          const isTaken = stated.value !== user.email && (await findAccountByEmail(tx, stated.value ?? ''))
          const why = isTaken ? 'another account has the new one' : stated.why
          if (why !== undefined)
            await record(
              tx,
              account,
              'user.update',
              `${provider.name} kept the email of ${user.fullName}: ${why}`,
            )
          const email = why === undefined ? (stated.value ?? user.email) : user.email
          const changed = [
            ...(fullName === user.fullName ? [] : ['name']),
            ...(email === user.email ? [] : ['email']),
          ]
          if (changed.length === 0) return account
          await setPerson(tx, user.id, { fullName, email })
          if (email !== user.email) {
            await signOutEverywhere(tx, user.id)
            await endMailedLinks(tx, user.id)
            for (const address of [{ formerEmail: user.email }, {}])
              await noticeToOwner(tx, account, { notice: 'email-changed', ...address })
          }
          await record(
            tx,
            account,
            'user.update',
            `${provider.name} changed ${changed.join(', ')} of ${user.fullName}`,
          )
          return reread(tx, user.id)
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error, 'users_email_key'))
            throw new ProviderProblemError(
              'PROVIDER_REFUSED',
              'another account got the email meanwhile',
              account,
            )
          throw error
        })
    },
  }
}
export type ProviderAccounts = ReturnType<typeof createProviderAccounts>
