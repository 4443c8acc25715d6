import { USER_TYPES, type Role } from '@zelab/contract'
import { newSigningKey } from './hostile-provider.ts'
import type { LooseDatabase } from './loose-database.ts'
import type { useSignInProviders } from './sign-in-providers.ts'
import type { SoftwarePasskey } from './software-passkey.ts'

type ProviderSuite = Awaited<ReturnType<typeof useSignInProviders>>
type StaffRole = Exclude<Role, 'Patient'>

export interface ModelProvider {
  id: number
  /** Null: of the installation. */
  labId: number | null
  createsAccounts: boolean
}

export interface ModelPerson {
  sub: string
  email: string
  groups: string[]
}

/** The expected state of an account. */
export interface ModelAccount {
  id: number
  email: string
  role: StaffRole
  labId: number | null
  password: string | undefined
  isActive: boolean
  isInvited: boolean
  /** Of its newest mailed link. */
  invitation: string | undefined
  passkey: SoftwarePasskey | undefined
  links: Map<number, { sub: string; givesRole: boolean }>
  /** Its provider gave none at the last sign-in, which ended every way in. */
  hasLostRole: boolean
}

/** `Admin` is in the table of no provider. */
const MODEL_ROLES = { doctors: 'Doctor', technicians: 'Technician', desk: 'Receptionist' } as const
export const MODEL_GROUPS = [...Object.keys(MODEL_ROLES), 'Admin', 'admins', 'everyone']

const RANKED = ['Doctor', 'Technician', 'Receptionist'] as const
const roleOf = (groups: readonly string[]): StaffRole | undefined => {
  const given = groups.map((group) => (MODEL_ROLES as Record<string, StaffRole>)[group])
  return RANKED.find((role) => given.includes(role))
}

export const isFor = ({ labId }: ModelProvider, account: Pick<ModelAccount, 'labId'>) =>
  labId === null || labId === account.labId

export const hasWayIn = ({ password, passkey, links }: ModelAccount) =>
  password !== undefined || passkey !== undefined || links.size > 0

export const isRoleGiven = ({ links }: ModelAccount) => [...links.values()].some(({ givesRole }) => givesRole)

export const createWaysModel = (providers: readonly ModelProvider[]) => {
  const accounts: ModelAccount[] = []
  const accountOf = (providerId: number, sub: string) =>
    accounts.find(({ links }) => links.get(providerId)?.sub === sub)
  const hasEmail = (email: string) =>
    accounts.some((account) => account.email.toLowerCase() === email.toLowerCase())

  return {
    accounts,
    accountOf,
    hasEmail,

    add(
      account: Partial<ModelAccount> & Pick<ModelAccount, 'id' | 'email' | 'role' | 'labId'>,
    ): ModelAccount {
      const added = {
        ...{ isActive: true, isInvited: false },
        ...{ password: undefined, invitation: undefined, passkey: undefined },
        links: new Map(),
        hasLostRole: false,
        ...account,
      }
      accounts.push(added)
      return added
    },

    /** What a sign-in ends with: an account, a new one, or a problem. */
    signIn(
      provider: ModelProvider,
      { sub, email, groups }: ModelPerson,
    ): { account: ModelAccount } | { creates: StaffRole } | { problem: string } {
      const account = accountOf(provider.id, sub)
      const role = roleOf(groups)
      if (!account) {
        if (!provider.createsAccounts) return { problem: 'NOT_LINKED' }
        if (!role) return { problem: 'NO_ROLE' }
        return hasEmail(email) ? { problem: 'NOT_LINKED' } : { creates: role }
      }
      if (!account.isActive) return { problem: 'PROVIDER_REFUSED' }
      const givesRole = account.links.get(provider.id)?.givesRole
      if (account.hasLostRole && !givesRole) return { problem: 'NO_ROLE' }
      if (givesRole) {
        if (!role) return { problem: 'NO_ROLE' }
        if (role !== account.role) account.invitation = undefined
        account.role = role
      }
      return { account }
    },

    /** @returns the problem of linking */
    linkProblem(provider: ModelProvider, account: ModelAccount, sub: string): string | undefined {
      if (!isFor(provider, account)) return 'PROVIDER_REFUSED'
      const isTaken = account.links.has(provider.id) || accountOf(provider.id, sub) !== undefined
      return isTaken ? 'PROVIDER_TAKEN' : undefined
    },

    /** After an Admin’s change. */
    keepWayIn(account: ModelAccount) {
      for (const provider of providers) if (!isFor(provider, account)) account.links.delete(provider.id)
      if (!isRoleGiven(account)) account.hasLostRole = false
      if (hasWayIn(account)) return
      Object.assign(account, { isInvited: true, invitation: undefined })
    },
  }
}

export const typeIdOf = (role: string) => USER_TYPES.find(({ name }) => name === role)?.id

export const rowOf = ({ id, email, role, labId, isInvited, isActive, password, links }: ModelAccount) => ({
  ...{ id, email, labId, isInvited, isActive, type: typeIdOf(role), hasPassword: password !== undefined },
  links: [...links].map(([provider, { sub }]) => `${provider} ${sub}`).toSorted(),
})

/** `isMailed`: a link to set a password was mailed, or is queued. */
export const findAccounts = (database: LooseDatabase, ids: number[]) =>
  database.query<ReturnType<typeof rowOf> & { isMailed: boolean }>(
    `select u.id, email, user_type_id as type, lab_id as "labId", is_invited as "isInvited",
            deactivated_at is null as "isActive", password_hash is not null as "hasPassword",
            array(select provider_id || ' ' || subject from provider_links where user_id = u.id order by 1) as links,
            exists (select from graphile_worker._private_jobs j
                      join graphile_worker._private_tasks t on t.id = j.task_id
                     where t.identifier = 'send-invitation' and j.payload ->> 'userId' = u.id::text) as "isMailed"
       from users u where u.id = any($1) order by u.id`,
    [ids],
  )

/** Two labs, a provider of each, of which the first creates accounts, and one of the installation. */
export const createWaysWorld = async ({ app, add }: Pick<ProviderSuite, 'app' | 'add'>) => {
  const labs = [await app.createLab(), await app.createLab()] as const
  const base = { checksSecondFactor: true }
  const creation = { createsAccounts: true, rolesClaim: 'groups', roles: MODEL_ROLES }
  const added = [
    await add({ ...base, ...creation, labId: labs[0].id }),
    await add({ ...base, labId: labs[1].id }),
    await add(base),
  ]
  // Quick signatures.
  for (const { at } of added) at.keys.unshift(newSigningKey('ES256'))
  const providers: ModelProvider[] = added.map(({ id }, index) => ({
    id,
    labId: labs[index]?.id ?? null,
    createsAccounts: index === 0,
  }))
  return { labs, added, providers }
}
