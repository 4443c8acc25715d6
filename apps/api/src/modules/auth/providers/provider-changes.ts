import type { StoredProvider } from './providers.repository.ts'

const WORDS = {
  name: 'name',
  clientId: 'client ID',
  scopes: 'scopes',
  domains: 'email domains',
  rolesClaim: 'roles claim',
  roles: 'roles',
  defaultRole: 'default role',
  createsAccounts: 'creates accounts',
  trustsEmails: 'trusts emails',
  refreshesAccounts: 'updates name and email',
  asksForAccount: 'asks for the account',
  checksSecondFactor: 'checks a second factor',
  acr: 'acr',
  sessionHours: 'session hours',
  returnsAfterLogout: 'returns after logout',
} satisfies Partial<Record<keyof StoredProvider, string>>

const TEXT_MAX = 200
const shorten = (text = ''): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text)

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([claim, role]) => `${claim} = ${String(role)}`)
      : [value ?? []].flat().map(String)
  return text.join(', ') || 'none'
}

/** For the activity log. A secret and a key are named without their value. */
export const describeChanges = (before: StoredProvider, after: StoredProvider): string => {
  const changed = Object.entries(WORDS).flatMap(([field, word]) => {
    const [from, to] = [before, after].map((provider) => textOf(provider[field as keyof typeof WORDS]))
    return from === to ? [] : [`${word} from ${shorten(from)} to ${shorten(to)}`]
  })
  const hasNewSecret = after.sealedSecret !== null && !before.sealedSecret?.equals(after.sealedSecret)
  const hasNewKey = after.sealedKey !== null && !before.sealedKey?.equals(after.sealedKey)
  return [
    ...changed,
    ...(hasNewSecret ? ['a new client secret'] : []),
    ...(hasNewKey ? ['a new key pair'] : []),
  ].join('; ')
}
