import type { Provider } from '@zelab/contract'
import { contract } from '@zelab/contract'
import type { ResolverOptions } from 'react-hook-form'
import { expect, it } from 'vitest'
import { sampleOf } from '../../../testing/sample.ts'
import { ALL_LABS, fieldsOf, providerResolver, type ProviderFormFields } from './provider-form.ts'

const OPTIONS: ResolverOptions<ProviderFormFields> = { fields: {}, shouldUseNativeValidation: undefined }
const STORED: Provider = {
  ...(sampleOf(contract.providers.create.response.shape.data) as Provider),
  name: 'City Hospital',
  scopes: ['openid'],
  domains: ['hospital.example'],
  roles: { doctors: 'Doctor' },
  sessionHours: 8,
}
const NEW: ProviderFormFields = {
  ...fieldsOf(undefined),
  name: 'City Hospital',
  labId: '4',
  issuer: 'https://id.hospital.example',
  clientId: 'zelab',
  clientSecret: 'secret',
}
const resolve = async (fields: ProviderFormFields, provider?: Provider) =>
  providerResolver(provider)(fields, undefined, OPTIONS)

it('sends a new provider with its lists', async () => {
  const { values } = await resolve({
    ...NEW,
    domains: 'Hospital.example, clinic.example',
    rolesClaim: 'groups',
    roles: [{ value: 'lab-doctors', role: 'Doctor' }],
  })
  expect(values).toMatchObject({
    labId: 4,
    clientSecret: 'secret',
    makesKeyPair: false,
    scopes: ['openid', 'email', 'profile'],
    domains: ['hospital.example', 'clinic.example'],
    roles: { 'lab-doctors': 'Doctor' },
    sessionHours: 8,
  })
})

it('sends no lab for all labs, and no secret with a key pair', async () => {
  const { values } = await resolve({ ...NEW, labId: ALL_LABS, keyKind: 'pair' })
  expect(values).toMatchObject({ makesKeyPair: true })
  expect(values).not.toMatchObject({ labId: expect.anything() as unknown })
  expect(values).not.toMatchObject({ clientSecret: expect.anything() as unknown })
})

it('asks for a lab, a secret, and a role for each value', async () => {
  const { errors } = await resolve({
    ...NEW,
    labId: '',
    clientSecret: '',
    rolesClaim: 'groups',
    roles: [{ value: 'lab-doctors', role: '' }],
  })
  expect(Object.keys(errors).toSorted()).toEqual(['clientSecret', 'labId', 'roles'])
})

it('creates accounts for one lab alone, with a claim or a default role', async () => {
  const creating = { ...NEW, createsAccounts: true }
  expect((await resolve(creating)).values).toMatchObject({ createsAccounts: false })
  const ofLab = await resolve({ ...creating, defaultRole: 'Doctor' })
  expect(ofLab.values).toMatchObject({ createsAccounts: true, defaultRole: 'Doctor' })
  const ofAll = await resolve({ ...creating, labId: ALL_LABS, defaultRole: 'Doctor', rolesClaim: 'groups' })
  expect(ofAll.values).toMatchObject({ createsAccounts: false, defaultRole: null })
})

const PAIR = { hasSecret: false, keySet: { keys: [] } }
const SECRET = { hasSecret: true, keySet: null }
it.each<[string, Partial<Provider>, Partial<ProviderFormFields>, boolean]>([
  ['keeps the secret', SECRET, {}, false],
  ['keeps the key pair', PAIR, {}, false],
  ['renews the key pair', PAIR, { renewsPair: true }, true],
  ['replaces the secret by a key pair', SECRET, { keyKind: 'pair' }, true],
])('%s of a stored provider', async (_, stored, change, makesKeyPair) => {
  const provider = { ...STORED, ...stored }
  const { values, errors } = await resolve({ ...fieldsOf(provider), ...change }, provider)
  expect(errors).toEqual({})
  expect(values).toMatchObject({ makesKeyPair, updatedAt: STORED.updatedAt })
})
