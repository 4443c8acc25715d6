import { STAFF_ROLES, type StaffRole } from '../access.ts'
import {
  blankable,
  boundedText,
  clearable,
  idField,
  textField,
  typedText,
  wholeNumber,
} from '../fields/fields.ts'
import { timestamp } from '../fields/query-fields.ts'
import {
  OPEN_SIGN_IN_HOURS,
  OPEN_SIGN_IN_REASON_LENGTH,
  PROVIDER_NAME_LENGTH,
  PROVIDER_ROLE_VALUES_MAX,
  PROVIDER_SESSION_HOURS,
} from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

/** Roles that a claim can give: never Admin. */
export const PROVIDER_ROLES = STAFF_ROLES.filter(
  (role): role is Exclude<StaffRole, 'Admin'> => role !== 'Admin',
)
export type ProviderRole = (typeof PROVIDER_ROLES)[number]

const list = <Item extends z.ZodMiniType>(item: Item, most: number, error: string) =>
  z.array(item, { error }).check(z.maxLength(most, { error }))

const issuerField = textField(VALIDATION.issuer).check(
  z.maxLength(500, { error: VALIDATION.issuer }),
  z.regex(/^https:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i, { error: VALIDATION.issuer }),
)

const scope = typedText(VALIDATION.providerScopes).check(
  z.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, { error: VALIDATION.providerScopes }),
)
const domain = typedText(VALIDATION.domains).check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(253, { error: VALIDATION.domains }),
  z.regex(/^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/, { error: VALIDATION.domains }),
)
const claimValue = boundedText({ min: 1, max: 200 }, VALIDATION.roleValues, VALIDATION.roleValues)
const rolesField = z
  .record(claimValue, z.enum(PROVIDER_ROLES, { error: VALIDATION.roleValues }), {
    error: VALIDATION.roleValues,
  })
  .check(
    z.refine((roles) => Object.keys(roles).length <= PROVIDER_ROLE_VALUES_MAX, {
      error: VALIDATION.roleValues,
    }),
  )

const short = (max: number, error: string) => boundedText({ min: 1, max }, error, error)

const fields = {
  name: boundedText(PROVIDER_NAME_LENGTH, VALIDATION.providerName, VALIDATION.providerName),
  clientId: short(255, VALIDATION.clientId),
  /** Given by the provider. */
  clientSecret: blankable(short(500, VALIDATION.clientSecret)),
  /** Instead of a secret: a new key pair, whose public key is registered at the provider. */
  makesKeyPair: z.boolean(),
  scopes: list(scope, 20, VALIDATION.providerScopes).check(
    z.refine((scopes) => scopes.includes('openid'), { error: VALIDATION.providerScopes }),
  ),
  /** Email domains for which it is offered first, and creates accounts. Without one: for all. */
  domains: list(domain, 20, VALIDATION.domains),
  /** The claim with groups or roles, by its name or a path such as `realm_access.roles`. */
  rolesClaim: clearable(short(200, VALIDATION.rolesClaim)),
  roles: rolesField,
  /** For a person of the lab whose claim gives no role; only for one lab. */
  defaultRole: clearable(z.enum(PROVIDER_ROLES, { error: VALIDATION.roleValues })),
  /** For one lab only. */
  createsAccounts: z.boolean(),
  /** For a provider that does not say whether it verified an email address (`email_verified`). */
  trustsEmails: z.boolean(),
  /** Name and email follow the provider at each sign-in; not those of Admins. */
  refreshesAccounts: z.boolean(),
  /** Even if the browser is signed in there: `prompt=select_account`. */
  asksForAccount: z.boolean(),
  checksSecondFactor: z.boolean(),
  /** The value of `acr` that says so; every sign-in without it. */
  acr: clearable(short(200, VALIDATION.acr)),
  sessionHours: wholeNumber(PROVIDER_SESSION_HOURS, 'hours'),
  /** The address for the return after a logout is registered at the provider, which refuses others. */
  returnsAfterLogout: z.boolean(),
}

/** With a secret or a key pair. Neither lab nor issuer can be changed later: accounts are linked to them. */
export const providerBody = z.object({
  labId: blankable(idField()),
  issuer: issuerField,
  ...fields,
  /** The addresses are then those that were shown before. */
  reservation: z.optional(typedText().check(z.regex(/^\d{1,15}\.[\w-]{20,100}$/))),
  makesKeyPair: z._default(fields.makesKeyPair, false),
  scopes: z._default(fields.scopes, ['openid', 'email', 'profile']),
  domains: z._default(fields.domains, []),
  roles: z._default(fields.roles, {}),
  createsAccounts: z._default(fields.createsAccounts, false),
  trustsEmails: z._default(fields.trustsEmails, false),
  refreshesAccounts: z._default(fields.refreshesAccounts, false),
  asksForAccount: z._default(fields.asksForAccount, false),
  checksSecondFactor: z._default(fields.checksSecondFactor, false),
  sessionHours: z._default(fields.sessionHours, PROVIDER_SESSION_HOURS.default),
  returnsAfterLogout: z._default(fields.returnsAfterLogout, false),
})
export type ProviderFields = z.output<typeof providerBody>

/** Absent fields stay, also the secret or key pair. */
export const providerChangesBody = z.extend(z.partial(z.object(fields)), { updatedAt: z.optional(timestamp) })
export type ProviderChanges = z.output<typeof providerChangesBody>

/** `provider`: staff of the lab sign in through a provider only. */
export const SIGN_IN_RULES = ['any', 'provider'] as const
export type SignInRule = (typeof SIGN_IN_RULES)[number]

export const openSignInBody = z.object({
  hours: wholeNumber(OPEN_SIGN_IN_HOURS, 'hours'),
  reason: boundedText(OPEN_SIGN_IN_REASON_LENGTH, VALIDATION.openSignInReason, VALIDATION.openSignInReason),
})
