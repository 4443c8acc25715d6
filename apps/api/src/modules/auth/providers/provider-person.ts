import { emailField, nameField } from '@zelab/contract'
import type { StoredProvider } from './providers.repository.ts'

type Claims = Readonly<Record<string, unknown>>

/** Its `hd` claim names the organization of a person; personal accounts have none, but any email address. */
const GOOGLE = 'https://accounts.google.com'

export const textIn = (claims: Claims, ...names: string[]): string =>
  names.map((name) => claims[name]).find((value): value is string => typeof value === 'string') ?? ''

/** Entra ID does not say it, and Google says it as text. */
const isVerified = (stated: unknown, { trustsEmails }: Pick<StoredProvider, 'trustsEmails'>): boolean =>
  stated === true || stated === 'true' || (stated === undefined && trustsEmails)

/** Why the person is of no domain of the provider, which may have none. */
const foreignTo = (
  { issuer, domains }: Pick<StoredProvider, 'issuer' | 'domains'>,
  email: string,
  hosted: unknown,
): string | undefined => {
  if (domains.length === 0) return undefined
  const isListed = (domain: string) => domains.includes(domain.toLowerCase())
  if (!isListed(email.slice(email.lastIndexOf('@') + 1)))
    return 'an email address of a domain that is not listed'
  if (hosted === undefined && issuer !== GOOGLE) return undefined
  return typeof hosted === 'string' && isListed(hosted)
    ? undefined
    : 'an account of no organization that is listed (hd)'
}

type Read = { value: string; why?: undefined } | { value?: undefined; why: string }

/** `why` is for the Admin. */
export const emailOf = (
  provider: Pick<StoredProvider, 'issuer' | 'domains' | 'trustsEmails'>,
  claims: Claims,
): Read => {
  const email = emailField().safeParse(claims['email'])
  if (!email.success || !isVerified(claims['email_verified'], provider))
    return {
      why:
        claims['email_verified'] === undefined
          ? 'the provider does not say that the email address is verified (email_verified)'
          : 'no email address that was verified',
    }
  const why = foreignTo(provider, email.data, claims['hd'])
  return why === undefined ? { value: email.data } : { why }
}

/** @param otherwise claims instead of a name */
export const nameOf = (claims: Claims, ...otherwise: string[]): Read => {
  const given = `${textIn(claims, 'given_name')} ${textIn(claims, 'family_name')}`.trim()
  const name = nameField.safeParse(textIn(claims, 'name') || given || textIn(claims, ...otherwise))
  return name.success ? { value: name.data } : { why: 'no name that can be used' }
}
