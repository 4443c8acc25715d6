import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'

const suite = await useSignInProviders()
const { app, admin, add, browserOf } = suite

const HOME = '/user/dashboard'
const ROLES = { 'f1c3a0f2-lab-doctors': 'Doctor', 'lab-technicians': 'Technician' }

/** Claims of ID tokens as the providers document them, apart from issuer, client, nonce and times. */
const PUBLISHED = {
  'Entra ID': {
    ver: '2.0',
    sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    name: 'Abe Lincoln',
    email: 'abeli@hospital.test',
    preferred_username: 'AbeLi@hospital.test',
    oid: '00000000-0000-0000-66f3-3332eca7ea81',
    tid: '9122040d-6c67-4c5b-b112-36a304b66dad',
    aio: 'Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq!eGbIDakyp5mnOrcdqHeYSnltepQmRp6AIZ8jY',
    groups: ['f1c3a0f2-lab-doctors'],
  },
  Google: {
    sub: '10769150350006150715113082367',
    hd: 'hospital.test',
    email: 'jsmith@hospital.test',
    email_verified: 'true',
    given_name: 'Jane',
    family_name: 'Smith',
    groups: 'lab-technicians',
  },
  Keycloak: {
    sub: 'f:0b0f1c3a-8a2e:4711',
    typ: 'ID',
    acr: '1',
    session_state: '2f3c5f0e-51a4-4c2f-9d2c-7f1f3c0f8a11',
    email: 'lina.haddad@hospital.test',
    email_verified: true,
    name: 'Lina Haddad',
    preferred_username: 'lina',
    groups: ['/staff', 'lab-technicians'],
  },
} as const

const newProvider = async (more: object = {}) => {
  const lab = await app.createLab()
  const fields = { labId: lab.id, createsAccounts: true, rolesClaim: 'groups', roles: ROLES, ...more }
  return add(fields)
}

describe('claims', () => {
  it.each(Object.entries(PUBLISHED))('create an account as %s issues them [OIDC-08]', async (_, claims) => {
    const provider = await newProvider({ trustsEmails: !('email_verified' in claims) })
    provider.at.people[claims.sub] = claims
    const browser = browserOf(claims.sub)
    expect(await browser.go(provider.id)).toBe(HOME)
    const { data } = (await browser.client.get('/auth/refresh-token')).body
    const name = 'name' in claims ? claims.name : 'Jane Smith'
    const role = claims.sub.startsWith('A') ? 'Doctor' : 'Technician'
    expect(data).toMatchObject({ email: claims.email, fullName: name, userType: { name: role } })
  })

  it('create an account without email_verified only if the Admin trusts the provider [OIDC-59]', async () => {
    const provider = await newProvider()
    const person = PUBLISHED['Entra ID'].sub
    provider.at.people[person] = { ...PUBLISHED['Entra ID'], email: 'entra@hospital.test' }
    expect(await browserOf(person).go(provider.id)).toBe('/?problem=NOT_LINKED')
    sure(await admin.post(`/provider/update/${provider.id}`, { trustsEmails: true }))
    expect(await browserOf(person).go(provider.id)).toBe(HOME)
  })

  it('create a limited number of accounts for a network [OIDC-62]', async () => {
    const provider = await newProvider()
    const enter = (person: string) => {
      provider.at.people[person] = { ...PUBLISHED.Keycloak, sub: person, email: `${person}@hospital.test` }
      return browserOf(person).go(provider.id)
    }
    const keys = async () =>
      (await app.database.query<{ key: string }>('select key::text as key from rate_limits')).map(
        ({ key }) => key,
      )
    expect(await browserOf('nobody').go(provider.id)).not.toBe(HOME)
    const before = await keys()
    expect(await enter('first-one')).toBe(HOME)
    await app.database.query('update rate_limits set attempts = 1000 where not (key::text = any($1))', [
      before,
    ])
    expect(await enter('second-one')).toBe('/?problem=TOO_MANY_ATTEMPTS')
    expect(await enter('first-one')).toBe(HOME)
  })

  it('create no account for an address that the provider did not verify [OIDC-03]', async () => {
    const provider = await newProvider({ trustsEmails: true })
    for (const verified of [false, 'false', 0, 'no', null]) {
      const person = `unverified-${String(verified)}`
      const claims = { ...PUBLISHED.Keycloak, sub: person, email: `${person}@hospital.test` }
      provider.at.people[person] = { ...claims, email_verified: verified }
      expect(await browserOf(person).go(provider.id), person).toBe('/?problem=NOT_LINKED')
    }
  })

  it('come from user info of the same person, and never replace the ID token [OIDC-06]', async () => {
    const provider = await newProvider()
    const { groups, ...claims } = PUBLISHED.Keycloak
    const person = 'asked-for-user-info'
    provider.at.people[person] = { ...claims, sub: person, email: 'asked@hospital.test' }
    const answer = (userinfo: Record<string, unknown>) => {
      provider.at.change({ userinfo })
      return browserOf(person).go(provider.id)
    }
    expect(await answer({})).toBe('/?problem=NO_ROLE')
    for (const sub of ['other', undefined, ''])
      expect(await answer({ sub, groups }), sub).toBe('/?problem=PROVIDER_REFUSED')
    expect(await answer({ groups, email: 'other@hospital.test' })).toBe(HOME)
    const [user] = await app.database.query('select user_type_id as role from users where email = $1', [
      'asked@hospital.test',
    ])
    expect(user).toEqual({ role: 3 })
  })

  it('give no role for a huge or nested value, and break nothing [OIDC-09]', async () => {
    const provider = await newProvider({ rolesClaim: 'a.b.c' })
    let deep: unknown = 'f1c3a0f2-lab-doctors'
    for (let level = 0; level < 200; level++) deep = { b: deep }
    for (const a of [
      deep,
      { b: null },
      { b: { c: { d: 1 } } },
      [],
      'b',
      { b: { c: [['lab-technicians']] } },
    ]) {
      const person = 'nested'
      provider.at.people[person] = { ...PUBLISHED.Keycloak, sub: person, email: 'nested@hospital.test', a }
      expect(await browserOf(person).go(provider.id)).toBe('/?problem=NO_ROLE')
    }
  })
})
