import type { Provider, ProviderRole } from '@zelab/contract'
import { providerBody, providerChangesBody } from '@zelab/contract'
import { PROVIDER_SESSION_HOURS } from '@zelab/contract/limits'
import { VALIDATION } from '@zelab/contract/messages'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'

/** In the list of labs: a provider of the installation. */
export const ALL_LABS = 'all'

/** All as typed. */
export interface ProviderFormFields {
  name: string
  labId: string
  issuer: string
  clientId: string
  keyKind: 'secret' | 'pair'
  clientSecret: string
  renewsPair: boolean
  scopes: string
  domains: string
  rolesClaim: string
  roles: { value: string; role: ProviderRole | '' }[]
  defaultRole: ProviderRole | ''
  createsAccounts: boolean
  trustsEmails: boolean
  refreshesAccounts: boolean
  asksForAccount: boolean
  checksSecondFactor: boolean
  acr: string
  sessionHours: string
  returnsAfterLogout: boolean
}
export type ProviderForm = UseFormReturn<ProviderFormFields, unknown, object>

export const fieldsOf = (provider: Provider | undefined): ProviderFormFields => ({
  name: provider?.name ?? '',
  labId: provider?.lab ? String(provider.lab.id) : provider ? ALL_LABS : '',
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  keyKind: provider && !provider.hasSecret ? 'pair' : 'secret',
  clientSecret: '',
  renewsPair: false,
  scopes: (provider?.scopes ?? ['openid', 'email', 'profile']).join(' '),
  domains: provider?.domains.join(' ') ?? '',
  rolesClaim: provider?.rolesClaim ?? '',
  roles: Object.entries(provider?.roles ?? {}).map(([value, role]) => ({ value, role })),
  defaultRole: provider?.defaultRole ?? '',
  createsAccounts: provider?.createsAccounts ?? false,
  trustsEmails: provider?.trustsEmails ?? false,
  refreshesAccounts: provider?.refreshesAccounts ?? false,
  asksForAccount: provider?.asksForAccount ?? false,
  checksSecondFactor: provider?.checksSecondFactor ?? false,
  acr: provider?.acr ?? '',
  returnsAfterLogout: provider?.returnsAfterLogout ?? false,
  sessionHours: String(provider?.sessionHours ?? PROVIDER_SESSION_HOURS.default),
})

/** Only the provider of one lab creates accounts, and only if something gives their roles. */
export const mayCreate = ({
  labId,
  rolesClaim,
  defaultRole,
}: Pick<ProviderFormFields, 'labId' | 'rolesClaim' | 'defaultRole'>): boolean =>
  labId !== ALL_LABS && (rolesClaim.trim() !== '' || defaultRole !== '')

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

const bodyOf = (
  { keyKind, renewsPair, clientSecret, labId, issuer, roles, ...fields }: ProviderFormFields,
  provider: Provider | undefined,
) => ({
  ...fields,
  ...(!provider && { labId: labId === ALL_LABS ? '' : labId, issuer }),
  clientSecret: keyKind === 'secret' ? clientSecret : '',
  makesKeyPair: keyKind === 'pair' && (renewsPair || !provider?.keySet),
  scopes: wordsOf(fields.scopes),
  domains: wordsOf(fields.domains),
  defaultRole: labId === ALL_LABS ? '' : fields.defaultRole,
  createsAccounts: fields.createsAccounts && mayCreate({ ...fields, labId }),
  roles: Object.fromEntries(roles.map(({ value, role }) => [value, role])),
})

/** What the schema cannot see: a lab is chosen, and there is a secret. */
const missingOf = (
  { labId, keyKind, clientSecret }: ProviderFormFields,
  provider: Provider | undefined,
): [keyof ProviderFormFields, string][] => [
  ...(labId === '' ? [['labId', VALIDATION.required] as [keyof ProviderFormFields, string]] : []),
  ...(keyKind === 'secret' && clientSecret.trim() === '' && !provider?.hasSecret
    ? [['clientSecret', VALIDATION.secretOrKeyPair] as [keyof ProviderFormFields, string]]
    : []),
]

export const providerResolver =
  (provider: Provider | undefined): Resolver<ProviderFormFields, unknown, object> =>
  (fields) => {
    const schema = provider ? providerChangesBody : providerBody
    const parsed = schema.safeParse(bodyOf(fields, provider))
    const problems = [
      ...missingOf(fields, provider),
      ...(parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const),
    ]
    if (parsed.success && problems.length === 0)
      return {
        values: provider ? { ...parsed.data, updatedAt: provider.updatedAt } : parsed.data,
        errors: {},
      }
    const errors = problems.map(([field, message]) => [field, { type: 'schema', message }] as const)
    return {
      values: {},
      errors: Object.fromEntries(errors.toReversed()) as FieldErrors<ProviderFormFields>,
    }
  }
