import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { addPasskey, signInWithPasskey } from '../../../testing/software-passkey.ts'
import { nextNumber, TEST_PASSWORD } from '../../../testing/test-app.ts'

const { app, admin, add, link, browserOf, entriesOf, sessionsOf, storeMailedLink } =
  await useSignInProviders()

const HOME = '/user/dashboard'
const NO_ROLE = '/?problem=NO_ROLE'

/** A Doctor whom the provider of a lab created. */
const created = async () => {
  const lab = await app.createLab()
  const provider = await add({
    ...{ labId: lab.id, createsAccounts: true, rolesClaim: 'groups', roles: { doctors: 'Doctor' } },
  })
  const email = `person${nextNumber()}@hospital.test`
  const setGroups = (...groups: string[]) => {
    provider.at.people[email] = { email, email_verified: true, name: 'Nadia Karim', groups }
  }
  setGroups('doctors')
  const browser = browserOf(email)
  const enter = () => browser.go(provider.id)
  expect(await enter()).toBe(HOME)
  const { id } = (await browser.client.get('/auth/refresh-token')).body.data as { id: number }
  const user = async () => sure(await admin.get(`/user/${id}`))
  return { lab, provider, email, browser, id, setGroups, enter, user }
}

/** With a password and a passkey, too. */
const withOwnWays = async () => {
  const made = await created()
  await storeMailedLink(made, `token ${made.id}`)
  const password = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD }
  sure(
    await app.client().post('/auth/reset-password', {
      ...{ token: `token ${made.id}`, email: made.email },
      ...password,
    }),
  )
  const signIn = (client = app.client()) =>
    client.post('/auth/user/login', { email: made.email, password: TEST_PASSWORD })
  const client = app.client()
  sure(await signIn(client))
  const { passkey } = await addPasskey(client, { password: TEST_PASSWORD })
  return { ...made, signIn, passkey }
}

describe('a person whose provider gives no role any more', () => {
  it('cannot sign in until it gives one again [OIDC-65]', async () => {
    const { id, lab, passkey, setGroups, enter, signIn, email } = await withOwnWays()
    const second = await add({ labId: lab.id })
    await link(second.id, { id }, 'second-person')
    setGroups()
    expect(await enter()).toBe(NO_ROLE)
    expect(await sessionsOf(id)).toBe(0)
    expect((await signIn()).status).toBe(401)
    expect((await signInWithPasskey(app.client(), passkey)).status).toBe(401)
    expect(await browserOf('second-person').go(second.id)).toBe(NO_ROLE)
    const reset = { token: 'later', email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD }
    await storeMailedLink({ id }, 'later')
    await app.client().post('/auth/reset-password', reset)
    expect((await signIn()).status).toBe(401)
    expect((await entriesOf(id)).some((entry) => entry.includes('no role any more'))).toBe(true)
    setGroups('doctors')
    expect(await enter()).toBe('/?problem=SECOND_FACTOR_PASSKEY_REQUIRED')
    expect((await signInWithPasskey(app.client(), passkey)).status).toBe(200)
  })

  it('becomes deactivated when the provider is removed [OIDC-65]', async () => {
    const { id, provider, setGroups, enter, user } = await created()
    setGroups()
    expect(await enter()).toBe(NO_ROLE)
    sure(await admin.post(`/provider/remove/${provider.id}`))
    expect((await user()).status).toBe('deactivated')
    expect((await entriesOf(id))[0]).toMatch(/^Deactivated Nadia Karim, who had no role at/)
  })
})

describe('the role of a person whom a provider created', () => {
  it('stays when no claim gives roles [OIDC-64]', async () => {
    const { provider, setGroups, enter, user } = await created()
    setGroups()
    expect(await enter()).toBe(NO_ROLE)
    sure(await admin.post(`/provider/update/${provider.id}`, { rolesClaim: '', createsAccounts: false }))
    expect(await enter()).toBe(HOME)
    expect(await user()).toMatchObject({ userType: { name: 'Doctor' }, roleGivenBy: null })
  })

  it('changes at the provider alone [OIDC-66]', async () => {
    const { id, lab, provider, user } = await created()
    const { fullName: name, email, roleGivenBy } = await user()
    expect(roleGivenBy).toBe(provider.name)
    const fields = { name, email, phone: '+971500000000', userTypeId: 3, labId: lab.id }
    const refused = await admin.put(`/user/update/${id}`, fields)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'ROLE_GIVEN', errors: [{ path: 'userTypeId' }] },
    })
    const other = await app.createLab()
    const moved = sure(await admin.put(`/user/update/${id}`, { ...fields, labId: other.id }))
    expect(moved).toMatchObject({ userType: { name: 'Technician' }, roleGivenBy: null })
  })
})
