import { expect, it } from 'vitest'
import { describeChanges } from './provider-changes.ts'
import type { StoredProvider } from './providers.repository.ts'

const PROVIDER: StoredProvider = {
  id: 1,
  labId: null,
  issuer: 'https://login.example',
  updatedAt: '2026-11-29T12:00:00.000Z',
  name: 'Hospital',
  clientId: 'client',
  sealedSecret: Buffer.from('sealed secret'),
  sealedKey: null,
  publicKey: null,
  scopes: ['openid', 'email'],
  domains: [],
  rolesClaim: null,
  roles: {},
  createsAccounts: false,
  trustsEmails: false,
  refreshesAccounts: false,
  asksForAccount: false,
  defaultRole: null,
  checksSecondFactor: false,
  acr: null,
  sessionHours: 8,
  returnsAfterLogout: false,
}
const changesOf = (changes: Partial<StoredProvider>) => describeChanges(PROVIDER, { ...PROVIDER, ...changes })

it('names each changed field with both values [OIDC-60]', () => {
  expect(changesOf({ clientId: 'other', trustsEmails: true })).toBe(
    'client ID from client to other; trusts emails from no to yes',
  )
  expect(changesOf({ rolesClaim: 'groups', roles: { doctors: 'Doctor', desk: 'Receptionist' } })).toBe(
    'roles claim from none to groups; roles from none to doctors = Doctor, desk = Receptionist',
  )
  expect(changesOf({ scopes: ['openid'], acr: 'mfa' })).toBe(
    'scopes from openid, email to openid; acr from none to mfa',
  )
  expect(changesOf({})).toBe('')
})

it('names a secret and a key pair without their value [OIDC-60]', () => {
  expect(changesOf({ sealedSecret: Buffer.from('new secret') })).toBe('a new client secret')
  expect(changesOf({ sealedSecret: null, sealedKey: Buffer.from('new key') })).toBe('a new key pair')
})

it('keeps long lists short [OIDC-60]', () => {
  const domains = Array.from({ length: 20 }, (_, index) => `${'x'.repeat(60)}${index}.example`)
  expect(changesOf({ domains }).length).toBeLessThan(300)
})
