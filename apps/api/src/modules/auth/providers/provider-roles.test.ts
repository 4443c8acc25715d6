import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { createSoftwarePasskey, addPasskey } from '../../../testing/software-passkey.ts'
import { addProvider, useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { nextNumber, TEST_PASSWORD, type TestLab } from '../../../testing/test-app.ts'

const suite = await useSignInProviders()
const { app, admin, add, link, browserOf, entriesOf, sessionsOf } = suite
const real = await stopAtEnd(startOidcProvider(app))

const HOME = '/user/dashboard'
const NO_ROLE = '/?problem=NO_ROLE'
const ROLES = { 'lab-doctors': 'Doctor', 'lab-technicians': 'Technician', desk: 'Receptionist' }
const creating = (lab: TestLab, more: object = {}) => ({
  ...{ labId: lab.id, createsAccounts: true, rolesClaim: 'groups', roles: ROLES },
  ...more,
})
const newPerson = (groups: unknown, more: object = {}) => {
  const email = `person${nextNumber()}@hospital.test`
  return { email, email_verified: true, name: 'Nadia Karim', groups, ...more }
}
const accountOf = (email: string) =>
  app.database.maybeOne<{ id: number; labId: number; role: number; passwordHash: string | null }>(
    `select id, lab_id as "labId", user_type_id as role, password_hash as "passwordHash" from users
      where email = $1`,
    [email],
  )
const lastProblem = async (id: number) =>
  (sure(await admin.get('/provider/getAll')) as { id: number; lastProblem: string | null }[]).find(
    (provider) => provider.id === id,
  )?.lastProblem

describe('a person without an account', () => {
  it('gets one account when several tabs come back together [OIDC-08]', async () => {
    const provider = await add(creating(await app.createLab()))
    const person = newPerson('desk')
    provider.at.people[person.email] = person
    const ends = await Promise.all([1, 2, 3].map(() => browserOf(person.email).go(provider.id)))
    expect(ends).toEqual([HOME, HOME, HOME])
  })

  it.each([
    ['lab-doctors', 'Doctor'],
    ['lab-technicians', 'Technician'],
    ['desk', 'Receptionist'],
  ])('becomes, with the value %s, a %s of the lab without a password [OIDC-08]', async (value, role) => {
    const lab = await app.createLab()
    const provider = await addProvider(admin, real, creating(lab))
    const person = newPerson(['everyone', value])
    real.people[person.email] = person
    const browser = browserOf(person.email)
    expect(await browser.go(provider.id)).toBe(HOME)
    const { data } = (await browser.client.get('/auth/refresh-token')).body
    expect(data).toMatchObject({
      ...{ fullName: 'Nadia Karim', email: person.email },
      ...{ userType: { name: role }, lab: { id: lab.id } },
    })
    expect(await accountOf(person.email)).toMatchObject({ labId: lab.id, passwordHash: null })
    expect((await browser.client.get('/auth/ways')).body.data).toEqual([
      expect.objectContaining({ kind: 'provider', id: provider.id }),
    ])
    expect((await entriesOf(data.id)).some((entry) => entry.includes(provider.name))).toBe(true)
    // The next sign-in is of the same account.
    expect(await browserOf(person.email).go(provider.id)).toBe(HOME)
    for (const password of ['', TEST_PASSWORD, 'null'])
      expect((await app.client().post('/auth/user/login', { email: person.email, password })).status).toBe(
        401,
      )
  })

  it('never becomes an Admin, whatever claims and table say [OIDC-08]', async () => {
    const lab = await app.createLab()
    const labId = lab.id
    const refused = await admin.post('/provider/create', {
      ...{ ...creating(lab), roles: { admins: 'Admin' } },
      ...{ name: 'Hospital', issuer: real.issuer, clientId: 'refused', clientSecret: 'secret' },
    })
    expect(refused.status).toBe(400)
    const provider = await add(creating(lab))
    for (const groups of [['admins'], ['Admin'], ['patients'], 'Admin', ['1'], [1], { Admin: true }]) {
      const person = newPerson(groups, { role: 'Admin', userTypeId: 1, isAdmin: true })
      provider.at.people[person.email] = person
      const end = await browserOf(person.email).go(provider.id)
      expect(end, JSON.stringify(groups)).toMatch(/^\/\?problem=(NO_ROLE|PROVIDER_REFUSED)$/)
      expect(await accountOf(person.email)).toBeUndefined()
    }
    const admins = await app.database.query('select 1 from users where user_type_id = 1 and lab_id = $1', [
      labId,
    ])
    expect(admins).toEqual([])
  })

  it('gets no account without a role, and the Admin sees why [OIDC-09]', async () => {
    const lab = await app.createLab()
    const provider = await add(creating(lab))
    const tooMany = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://x' } } }
    const people: [object, RegExp][] = [
      [newPerson(['other']), /groups/],
      [newPerson([]), /groups/],
      [newPerson(undefined), /groups/],
      [newPerson('lab-doctor'), /groups/],
      [newPerson({ 'lab-doctors': true }), /groups/],
      [newPerson(undefined, tooMany), /too (large|many)|left out/i],
      [newPerson(['__proto__', 'constructor', 'toString']), /groups/],
    ]
    for (const [claims, why] of people) {
      const { email } = claims as { email: string }
      provider.at.people[email] = claims as Record<string, unknown>
      expect(await browserOf(email).go(provider.id), JSON.stringify(claims)).toBe(NO_ROLE)
      expect(await accountOf(email)).toBeUndefined()
      expect(await lastProblem(provider.id)).toMatch(why)
    }
  })

  it('gets a role from a claim by its path, of one text or of a name with dots [OIDC-09]', async () => {
    const lab = await app.createLab()
    for (const [rolesClaim, claims] of [
      ['realm_access.roles', { realm_access: { roles: ['lab-doctors'] } }],
      ['groups', { groups: 'lab-doctors' }],
      ['https://hospital.example/roles', { 'https://hospital.example/roles': ['lab-doctors'] }],
    ] as const) {
      const provider = await add(creating(lab, { rolesClaim }))
      const person = newPerson(undefined, claims)
      provider.at.people[person.email] = person
      expect(await browserOf(person.email).go(provider.id), rolesClaim).toBe(HOME)
    }
  })

  it('gets no account of an email address that another account has, or that is not verified [OIDC-03]', async () => {
    const lab = await app.createLab()
    const provider = await add(creating(lab))
    const existing = await app.createUser('Doctor', lab)
    const attempts = [
      newPerson(['lab-doctors'], { email: existing.email }),
      newPerson(['lab-doctors'], { email: existing.email.toUpperCase() }),
      newPerson(['lab-doctors'], { email_verified: false }),
      newPerson(['lab-doctors'], { email: undefined }),
      newPerson(['lab-doctors'], { email: 'no address' }),
      newPerson(['lab-doctors'], { email: [existing.email] }),
    ]
    for (const [index, claims] of attempts.entries()) {
      const person = `conflict-${index}`
      provider.at.people[person] = claims
      expect(await browserOf(person).go(provider.id), JSON.stringify(claims)).toMatch(
        /^\/\?problem=(NOT_LINKED|PROVIDER_REFUSED)$/,
      )
    }
    expect(await sessionsOf(existing.id)).toBe(0)
    const links = await app.database.query('select 1 from provider_links where provider_id = $1', [
      provider.id,
    ])
    expect(links).toEqual([])
  })

  it('becomes one account when two browsers sign in at once [OIDC-08]', async () => {
    const provider = await add(creating(await app.createLab()))
    const person = newPerson(['desk'])
    provider.at.people[person.email] = person
    const ends = await Promise.all(Array.from({ length: 4 }, () => browserOf(person.email).go(provider.id)))
    expect(ends).toContain(HOME)
    for (const end of ends) expect(end).toMatch(/^\/(user\/dashboard|\?problem=\w+)$/)
    const rows = await app.database.query('select 1 from users where email = $1', [person.email])
    expect(rows).toHaveLength(1)
    expect(await browserOf(person.email).go(provider.id)).toBe(HOME)
  })

  it('gets an account only from providers of a lab that may create accounts [OIDC-08]', async () => {
    const lab = await app.createLab()
    const installation = {
      ...{ name: 'Group', issuer: real.issuer, clientId: 'group', clientSecret: 'secret' },
      ...creating(lab, { labId: null }),
    }
    expect((await admin.post('/provider/create', installation)).status).toBe(400)
    const provider = await add(creating(lab, { createsAccounts: false }))
    const person = newPerson(['lab-doctors'])
    provider.at.people[person.email] = person
    expect(await browserOf(person.email).go(provider.id)).toBe('/?problem=NOT_LINKED')
  })
})

describe('the role of a person', () => {
  const newAccount = async (groups: unknown) => {
    const provider = await add(creating(await app.createLab()))
    const person = newPerson(groups)
    provider.at.people[person.email] = person
    const browser = browserOf(person.email)
    expect(await browser.go(provider.id)).toBe(HOME)
    const change = (now: unknown) => (provider.at.people[person.email] = { ...person, groups: now })
    const roleOf = async (client = browser.client) =>
      (await client.get('/auth/refresh-token')).body?.data?.userType.name
    return { provider, person, browser, change, roleOf }
  }

  it('counts from the next sign-in, which ends the other sessions [OIDC-10]', async () => {
    const { provider, person, browser, change, roleOf } = await newAccount(['lab-doctors'])
    change(['desk'])
    expect(await roleOf()).toBe('Doctor')
    const next = browserOf(person.email)
    expect(await next.go(provider.id)).toBe(HOME)
    expect(await roleOf(next.client)).toBe('Receptionist')
    expect((await browser.client.get(HOME)).status).toBe(401)
    // An unchanged one ends none.
    const third = browserOf(person.email)
    expect(await third.go(provider.id)).toBe(HOME)
    expect(await roleOf(next.client)).toBe('Receptionist')
  })

  it('ends all sessions when it is gone, and comes back with its claim [OIDC-10]', async () => {
    const { provider, person, browser, change } = await newAccount(['lab-doctors'])
    change(['other'])
    expect(await browserOf(person.email).go(provider.id)).toBe(NO_ROLE)
    expect((await browser.client.get(HOME)).status).toBe(401)
    const account = await accountOf(person.email)
    expect(await sessionsOf(account?.id ?? 0)).toBe(0)
    change(['lab-doctors'])
    expect(await browserOf(person.email).go(provider.id)).toBe(HOME)
  })

  it('comes from the value with most rights [OIDC-08]', async () => {
    const { roleOf } = await newAccount(['desk', 'lab-doctors', 'lab-technicians'])
    expect(await roleOf()).toBe('Doctor')
  })

  it('remains the Admin’s decision for an account that a person linked [OIDC-10]', async () => {
    const lab = await app.createLab()
    const provider = await add(creating(lab))
    const user = await app.createUser('Technician', lab)
    await link(provider.id, user, 'linked-person')
    provider.at.people['linked-person'] = newPerson(['lab-doctors'], { email: user.email })
    const browser = browserOf('linked-person')
    expect(await browser.go(provider.id)).toBe(HOME)
    expect((await browser.client.get('/auth/refresh-token')).body.data.userType.name).toBe('Technician')
  })

  it('asks for a second factor first where it needs one [OIDC-16]', async () => {
    const { updatedAt } = sure(await admin.get('/settings/security'))
    sure(await admin.put('/settings/security', { secondFactorRoles: ['Doctor'], updatedAt }))
    try {
      const { browser } = await newAccount(['lab-doctors'])
      expect(await browser.client.get(HOME)).toMatchObject({
        status: 403,
        body: { code: 'SECOND_FACTOR_REQUIRED' },
      })
      expect(await addPasskey(browser.client, {}, createSoftwarePasskey()).catch(() => 'refused')).toBe(
        'refused',
      )
    } finally {
      const { updatedAt: later } = sure(await admin.get('/settings/security'))
      sure(await admin.put('/settings/security', { secondFactorRoles: [], updatedAt: later }))
    }
  })
})

it.each([
  ['moved to another lab', (id: number, lab: TestLab) => ['lab_id = $2', [id, lab.id]] as const],
  ['given another role', (id: number) => ['user_type_id = 2', [id]] as const],
  ['deactivated', (id: number) => ['deactivated_at = now()', [id]] as const],
])('keeps an account that is %s meanwhile as it is, and signed out [OIDC-10]', async (_, change) => {
  const provider = await add(creating(await app.createLab()))
  const person = newPerson('desk')
  provider.at.people[person.email] = person
  expect(await browserOf(person.email).go(provider.id)).toBe(HOME)
  const { id } = (await accountOf(person.email)) ?? { id: 0 }
  const [set, values] = change(id, await app.createLab())
  const meanwhile = () => app.database.query(`update users set ${set} where id = $1`, [...values])
  provider.at.people[person.email] = { ...person, groups: 'lab-technicians' }
  provider.at.change({
    claims: ({ groups: _groups, ...claims }) => claims,
    meanwhile: { userinfo: meanwhile },
  })
  const sessions = await sessionsOf(id)
  expect(await browserOf(person.email).go(provider.id)).toBe('/?problem=PROVIDER_REFUSED')
  expect((await accountOf(person.email))?.role).not.toBe(3)
  expect(await sessionsOf(id)).toBe(sessions)
})
