import { timestamp } from '../fields/query-fields.ts'
import { z } from '../zod.ts'
import { PROVIDER_ROLES } from './providers.forms.ts'

/** A way of signing in that an account has. */
export const wayInSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password') }),
  z.object({ kind: z.literal('passkey'), id: z.number(), name: z.string() }),
  z.object({
    kind: z.literal('provider'),
    /** Of the provider. */
    id: z.number(),
    name: z.string(),
    linkedAt: timestamp,
    lastUsedAt: z.nullable(timestamp),
  }),
])
export type WayIn = z.output<typeof wayInSchema>

export const providerAddresses = {
  /** To register at the provider. */
  redirectUri: z.string(),
  logoutUri: z.string(),
  /** Where the provider sends the browser after a logout; used only if `returnsAfterLogout`. */
  postLogoutUri: z.string(),
}

export const providerSchema = z.object({
  id: z.number(),
  /** Null: a provider of the installation. */
  lab: z.nullable(z.object({ id: z.number(), name: z.string() })),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  /** Of the key pair: a JSON Web Key Set to register at the provider. */
  keySet: z.nullable(z.object({ keys: z.array(z.looseObject({})) })),
  ...providerAddresses,
  returnsAfterLogout: z.boolean(),
  scopes: z.array(z.string()),
  domains: z.array(z.string()),
  rolesClaim: z.nullable(z.string()),
  roles: z.record(z.string(), z.enum(PROVIDER_ROLES)),
  defaultRole: z.nullable(z.enum(PROVIDER_ROLES)),
  createsAccounts: z.boolean(),
  trustsEmails: z.boolean(),
  refreshesAccounts: z.boolean(),
  asksForAccount: z.boolean(),
  checksSecondFactor: z.boolean(),
  acr: z.nullable(z.string()),
  sessionHours: z.number(),
  /** Linked accounts. */
  accounts: z.number(),
  lastUsedAt: z.nullable(timestamp),
  lastProblem: z.nullable(z.string()),
  lastProblemAt: z.nullable(timestamp),
  updatedAt: timestamp,
})
export type Provider = z.output<typeof providerSchema>

export const providerSignInSchema = z.object({
  userId: z.number(),
  fullName: z.string(),
  signedInAt: timestamp,
  acr: z.nullable(z.string()),
  /** The last `auth_time`: without it, the provider confirms no identity check. */
  authenticatedAt: z.nullable(timestamp),
})
export type ProviderSignIn = z.output<typeof providerSignInSchema>
