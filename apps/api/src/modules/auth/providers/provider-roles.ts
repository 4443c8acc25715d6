import { PROVIDER_ROLES, type ProviderRole } from '@zelab/contract'
import type { StoredProvider } from './providers.repository.ts'

type Claims = Readonly<Record<string, unknown>>

const VALUES_MAX = 2_000

/** The claim of this name, or at this path: names of claims may contain dots. */
const claimAt = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name)
    ? claims[name]
    : name
        .split('.')
        .reduce<unknown>(
          (value, part) =>
            typeof value === 'object' && value !== null && Object.hasOwn(value, part)
              ? (value as Claims)[part]
              : undefined,
          claims,
        )

/** Entra ID names the claim instead of including it when a person has too many groups. */
const isLeftOut = (claims: Claims, name: string): boolean => {
  const elsewhere = claims['_claim_names']
  return typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, name)
}

/** `why`: the claim gives none; for the Admin. */
export type RoleFound = { role: ProviderRole; why?: string } | { role: undefined; why: string }

type RoleRules = Pick<StoredProvider, 'rolesClaim' | 'roles' | 'defaultRole'>

const claimedRole = ({ rolesClaim, roles }: RoleRules, claims: Claims): RoleFound => {
  if (rolesClaim === null) return { role: undefined, why: 'no claim gives roles' }
  if (isLeftOut(claims, rolesClaim))
    return { role: undefined, why: `the claim ${rolesClaim} was left out because it is too large` }
  const stated = claimAt(claims, rolesClaim)
  const values = (Array.isArray(stated) ? stated : [stated])
    .slice(0, VALUES_MAX)
    .filter((value): value is string => typeof value === 'string')
  if (values.length === 0) return { role: undefined, why: `the claim ${rolesClaim} is missing or empty` }
  const given = new Set(values.flatMap((value) => (Object.hasOwn(roles, value) ? [roles[value]] : [])))
  const role = PROVIDER_ROLES.find((known) => given.has(known))
  return role ? { role } : { role: undefined, why: `no value of the claim ${rolesClaim} gives a role` }
}

/** The first of the roles that the claim gives, or the default one. */
export const roleFrom = (provider: RoleRules, claims: Claims): RoleFound => {
  const claimed = claimedRole(provider, claims)
  if (claimed.role !== undefined || provider.defaultRole === null) return claimed
  return { role: provider.defaultRole, why: claimed.why }
}

/** Whether user info has to be asked for the role. */
export const lacksRoles = ({ rolesClaim }: Pick<StoredProvider, 'rolesClaim'>, claims: Claims): boolean =>
  rolesClaim !== null && !isLeftOut(claims, rolesClaim) && claimAt(claims, rolesClaim) === undefined
