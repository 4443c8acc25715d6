import type { Role } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { nextNumber, type TestUser } from '../../../testing/test-app.ts'

const { app, admin, add, linked, browserOf, entriesOf, noticesTo, sessionsOf } = await useSignInProviders()

const HOME = '/user/dashboard'
const NO_ROLE = '/?problem=NO_ROLE'

const lastProblemOf = async (id: number): Promise<string> => {
  const listed = sure(await admin.get('/provider/getAll')) as { id: number; lastProblem: string | null }[]
  return listed.find((provider) => provider.id === id)?.lastProblem ?? ''
}

describe('the page of the provider', () => {
  it('gets the email that was typed at sign-in, if it is one [OIDC-68]', async () => {
    const provider = await add()
    const hintOf = async (email?: string) =>
      (await browserOf('anyone').start(provider.id, email === undefined ? {} : { email })).searchParams.get(
        'login_hint',
      )
    expect(await hintOf(' nadia@hospital.test ')).toBe('nadia@hospital.test')
    for (const email of [
      '',
      'nadia',
      'nadia@',
      `${'a'.repeat(300)}@hospital.test`,
      'a@b.test\r\nprompt: none',
    ])
      expect(await hintOf(email), email).toBeNull()
    expect(await hintOf()).toBeNull()
    const stored = await app.database.query('select r::text as row from provider_requests r')
    expect(JSON.stringify(stored)).not.toContain('nadia')
  })

  it('asks which account to use where the Admin wants it, but not at an identity check [OIDC-69]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const promptAt = async (purpose: 'sign-in' | 'link' | 'confirm') =>
      (await browser.start(provider.id, { purpose })).searchParams.get('prompt')
    expect(await promptAt('sign-in')).toBeNull()
    const changed = sure(await admin.post(`/provider/update/${provider.id}`, { asksForAccount: true }))
    expect(changed).toMatchObject({ asksForAccount: true })
    expect(await promptAt('sign-in')).toBe('select_account')
    expect(await browser.go(provider.id)).toBe(HOME)
    expect(await promptAt('confirm')).toBe('login')
  })
})

describe('a person without an account', () => {
  it('gets one only with an address of a domain of the provider [OIDC-70]', async () => {
    const lab = await app.createLab()
    const provider = await add({
      ...{ labId: lab.id, createsAccounts: true, rolesClaim: 'groups', roles: { doctors: 'Doctor' } },
      domains: ['city.test', 'clinic.test'],
    })
    const enter = (email: string, more: object = {}) => {
      const claims = { email, email_verified: true, name: 'Nadia Karim', groups: 'doctors', ...more }
      provider.at.people[email] = claims
      return browserOf(email).go(provider.id)
    }
    expect(await enter('nadia@other.test')).toBe('/?problem=NOT_LINKED')
    expect(await lastProblemOf(provider.id)).toContain('a domain that is not listed')
    expect(await enter('nadia@city.test', { hd: 'other.test' })).toBe('/?problem=NOT_LINKED')
    expect(await lastProblemOf(provider.id)).toContain('(hd)')
    const { staff } = await app.database.one<{ staff: number }>(
      'select count(*)::int as staff from users where lab_id = $1',
      [lab.id],
    )
    expect(staff).toBe(0)
    const refusals = await app.database.query(
      "select from activity_log where summary like $1 and summary like '%' || $2 || '%'",
      ['%domain that is not listed%', provider.name],
    )
    expect(refusals).toHaveLength(1)
    expect(await enter('nadia@CLINIC.test')).toBe(HOME)
  })
})

describe('the default role', () => {
  /** A provider of a lab with the claims of one person. */
  const ofLab = async (fields: object) => {
    const lab = await app.createLab()
    const provider = await add({ labId: lab.id, createsAccounts: true, ...fields })
    const person = `person${nextNumber()}@hospital.test`
    const enter = async (groups: string[]) => {
      provider.at.people[person] = { email: person, email_verified: true, name: 'Nadia Karim', groups }
      return browserOf(person).go(provider.id)
    }
    const user = async () => {
      const { id } = await app.database.one<{ id: number }>('select id from users where email = $1', [person])
      return sure(await admin.get(`/user/${id}`)) as { id: number; userType: { name: string } }
    }
    const role = async () => (await user()).userType.name
    return { provider, enter, user, role }
  }
  const CLAIM = { rolesClaim: 'groups', roles: { doctors: 'Doctor' } }

  it('goes to a new person whose claim gives none, or who needs no claim [OIDC-71]', async () => {
    for (const claim of [CLAIM, {}]) {
      const { enter, user } = await ofLab({ ...claim, defaultRole: 'Receptionist' })
      expect(await enter(['kitchen'])).toBe(HOME)
      const { id, userType } = await user()
      expect(userType.name).toBe('Receptionist')
      expect((await entriesOf(id)).some((entry) => entry.includes('the default role'))).toBe(true)
    }
    const { provider, enter } = await ofLab(CLAIM)
    expect(await enter(['kitchen'])).toBe(NO_ROLE)
    sure(await admin.post(`/provider/update/${provider.id}`, { defaultRole: 'Technician' }))
    expect(await enter(['kitchen'])).toBe(HOME)
  })

  it('replaces a role that the provider gives no more, and ends no way in [OIDC-72]', async () => {
    const { provider, enter, user, role } = await ofLab({ ...CLAIM, defaultRole: 'Receptionist' })
    expect(await enter(['doctors'])).toBe(HOME)
    expect(await role()).toBe('Doctor')
    expect(await enter([])).toBe(HOME)
    expect(await role()).toBe('Receptionist')
    const { id } = await user()
    expect(
      (await entriesOf(id)).some((entry) => entry.endsWith('the claim groups is missing or empty')),
    ).toBe(true)
    sure(await admin.post(`/provider/update/${provider.id}`, { defaultRole: '' }))
    expect(await enter([])).toBe(NO_ROLE)
    sure(await admin.post(`/provider/update/${provider.id}`, { defaultRole: 'Receptionist' }))
    expect(await enter([])).toBe(HOME)
    expect(await enter(['doctors'])).toBe(HOME)
    expect(await role()).toBe('Doctor')
  })
})

describe('name and email of a person', () => {
  /** A Doctor who is linked, and whose claims a test states. */
  const known = async (fields: object = {}, role: Role = 'Doctor') => {
    const provider = await add({ refreshesAccounts: true, ...fields })
    const { user, person } = await linked(provider, role)
    const enter = async (claims: object) => {
      provider.at.people[person] = { email_verified: true, ...claims }
      const browser = browserOf(person)
      expect(await browser.go(provider.id)).toBe(HOME)
      return browser
    }
    const stored = async () => {
      const { fullName, email } = sure(await admin.get(`/user/${user.id}`)) as TestUser & { fullName: string }
      return { fullName, email }
    }
    return { provider, user, enter, stored, before: await stored() }
  }
  const newEmail = () => `new${nextNumber()}@hospital.test`

  it('follow the provider where the Admin wants it, with a notice to both addresses [OIDC-73]', async () => {
    const { provider, user, enter, stored, before } = await known({ refreshesAccounts: false })
    const claims = { name: 'Nadia Haddad', email: newEmail() }
    await enter(claims)
    expect(await stored()).toEqual(before)
    sure(await admin.post(`/provider/update/${provider.id}`, { refreshesAccounts: true }))
    const browser = await enter(claims)
    const { data } = (await browser.client.get('/auth/refresh-token')).body
    expect(data).toMatchObject({ fullName: claims.name, email: claims.email })
    expect(await stored()).toEqual({ fullName: claims.name, email: claims.email })
    expect(await sessionsOf(user.id)).toBe(1)
    expect(await noticesTo(user.id)).toEqual(['email-changed', 'email-changed'])
    expect(await entriesOf(user.id)).toContain(`${provider.name} changed name, email of ${before.fullName}`)
    const entries = await entriesOf(user.id)
    await enter({ ...claims, email: claims.email.toUpperCase() })
    expect(await stored()).toEqual({ fullName: claims.name, email: claims.email })
    expect((await entriesOf(user.id)).filter((entry) => entry.includes('changed'))).toEqual(
      entries.filter((entry) => entry.includes('changed')),
    )
    expect(await sessionsOf(user.id)).toBe(2)
  })

  it('stay where a new value cannot be used, and the log says why [OIDC-74]', async () => {
    const { user, provider, enter, stored, before } = await known({ domains: ['hospital.test'] })
    const other = await app.createUser('Receptionist')
    const unusable: [object, string][] = [
      [{ email: newEmail(), email_verified: false }, 'no email address that was verified'],
      [{ email: newEmail(), email_verified: undefined }, '(email_verified)'],
      [{ email: 'nadia@elsewhere.test' }, 'a domain that is not listed'],
      [{ email: 'no email' }, 'no email address that was verified'],
    ]
    for (const [claims, why] of unusable) {
      await enter({ name: before.fullName, ...claims })
      const entry = (await entriesOf(user.id)).find((summary) => summary.includes('kept the email'))
      expect(entry).toContain(why)
      expect(await stored()).toEqual(before)
    }
    const domain = other.email.slice(other.email.indexOf('@') + 1)
    sure(await admin.post(`/provider/update/${provider.id}`, { domains: [domain] }))
    await enter({ name: 'Nadia Haddad', email: other.email.toUpperCase() })
    expect(await stored()).toEqual({ ...before, fullName: 'Nadia Haddad' })
    const entry = (await entriesOf(user.id)).find((summary) => summary.includes('another account'))
    expect(entry).toContain('kept the email')
    expect(await noticesTo(user.id)).toEqual([])
    await enter({ preferred_username: 'nhaddad' })
    expect((await stored()).fullName).toBe('Nadia Haddad')
  })

  it('stay for an Admin [OIDC-73]', async () => {
    const { enter, stored, before } = await known({}, 'Admin')
    await enter({ name: 'Someone Else', email: newEmail() })
    expect(await stored()).toEqual(before)
  })
})
