import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { TEST_PASSWORD, type TestUser } from '../../../testing/test-app.ts'

const suite = await useSignInProviders()
const { app, admin, add, link, linked, browserOf, sessionsOf, entriesOf, noticesTo, storeMailedLink } = suite

const HOME = '/user/dashboard'
const PROFILE = '/user/profile'
const PROOF = { password: TEST_PASSWORD }
const profileWith = (problem: string) => `${PROFILE}?problem=${problem}`

const confirm = async (client: ApiClient) => sure(await client.post('/auth/confirm-identity', PROOF))
const linkableOf = async (client: ApiClient) =>
  (await client.get('/auth/ways')).body.linkable.map(({ id }: { id: number }) => id)
const waysOf = async (client: ApiClient) =>
  (await client.get('/auth/ways')).body.data.map(({ kind }: { kind: string }) => kind)

/** Signed in with a password, with a confirmed identity. */
const signedInAs = async (person: string, ...args: Parameters<typeof app.signedIn>) => {
  const client = await app.signedIn(...args)
  await confirm(client)
  return { user: client.user, browser: browserOf(person, client) }
}

describe('linking', () => {
  it('needs an identity check of the last two minutes, and mails the owner [OIDC-12]', async () => {
    const provider = await add()
    const client = await app.signedIn('Doctor')
    const browser = browserOf('new-person', client)
    expect(await browser.go(provider.id, { purpose: 'link' })).toBe(profileWith('IDENTITY_CHECK_REQUIRED'))
    await confirm(client)
    await app.database.query(
      "update sessions set confirmed_at = confirmed_at - interval '121 seconds' where user_id = $1",
      [client.user.id],
    )
    expect(await browser.go(provider.id, { purpose: 'link' })).toBe(profileWith('IDENTITY_CHECK_REQUIRED'))
    await confirm(client)
    expect(await linkableOf(client)).toEqual([provider.id])
    expect(await browser.go(provider.id, { purpose: 'link' })).toBe(PROFILE)
    expect(await waysOf(client)).toEqual(['password', 'provider'])
    expect(await linkableOf(client)).toEqual([])
    expect(await noticesTo(client.user.id)).toEqual([expect.stringMatching(/link/)])
    expect((await entriesOf(client.user.id)).some((entry) => entry.includes(provider.name))).toBe(true)
    const next = browserOf('new-person')
    expect(await next.go(provider.id)).toBe(HOME)
    expect((await next.client.get('/auth/refresh-token')).body.data.id).toBe(client.user.id)
  })

  it('ends the other sessions, and not its own [OIDC-12]', async () => {
    const provider = await add()
    const { user, browser } = await signedInAs('person', 'Doctor')
    const other = app.client()
    await other.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
    await confirm(browser.client)
    expect(await browser.go(provider.id, { purpose: 'link' })).toBe(PROFILE)
    expect((await other.get(HOME)).status).toBe(401)
    expect((await browser.client.get(HOME)).status).toBe(200)
  })

  it('starts from our own pages alone [OIDC-12]', async () => {
    const provider = await add()
    const { user, browser } = await signedInAs('attacker', 'Doctor')
    for (const site of ['cross-site', 'same-site', 'none']) {
      const path = `/api/v1/auth/oidc/${provider.id}/start?purpose=link`
      const answer = await browser.client.raw('GET', path, { headers: { 'sec-fetch-site': site } })
      expect(answer.headers.get('location') ?? '', site).not.toContain(provider.at.issuer)
    }
    expect(await app.database.query('select 1 from provider_links where user_id = $1', [user.id])).toEqual([])
  })

  it('links the account that started it, in its session [OIDC-12]', async () => {
    const provider = await add()
    const { browser } = await signedInAs('person', 'Doctor')
    const back = await browser.follow(await browser.start(provider.id, { purpose: 'link' }))
    // Meanwhile, another user signs in with this browser.
    const other = await app.createUser('Doctor')
    sure(await browser.client.post('/auth/user/login', { email: other.email, password: TEST_PASSWORD }))
    await confirm(browser.client)
    expect(await browser.callback(back)).toBe(profileWith('PROVIDER_REFUSED'))
    expect(await app.database.query('select 1 from provider_links')).toEqual([])
  })

  it('needs both sides to be free [OIDC-12]', async () => {
    const provider = await add()
    const { user, person } = await linked(provider)
    const second = await signedInAs(person, 'Doctor')
    expect(await second.browser.go(provider.id, { purpose: 'link' })).toBe(profileWith('PROVIDER_TAKEN'))
    const client = app.client()
    sure(await client.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD }))
    await confirm(client)
    const another = browserOf('another-person', client)
    expect(await another.go(provider.id, { purpose: 'link' })).toBe(profileWith('PROVIDER_TAKEN'))
    const links = await app.database.query('select subject from provider_links')
    expect(links).toEqual([{ subject: person }])
    // Two accounts at once.
    const rivals = [await signedInAs('wanted', 'Doctor'), await signedInAs('wanted', 'Doctor')]
    const ends = await Promise.all(rivals.map(({ browser }) => browser.go(provider.id, { purpose: 'link' })))
    expect(ends.toSorted()).toEqual([PROFILE, profileWith('PROVIDER_TAKEN')])
  })

  it('works for users of the lab of a provider, and for Admins at those of the installation alone [OIDC-11]', async () => {
    const lab = await app.createLab()
    const ofLab = await add({ labId: lab.id })
    const ofInstallation = await add()
    const cases = [
      { role: 'Doctor', lab, may: [ofLab.id, ofInstallation.id] },
      { role: 'Doctor', lab: await app.createLab(), may: [ofInstallation.id] },
      { role: 'Admin', lab: undefined, may: [ofInstallation.id] },
    ] as const
    for (const { role, lab: place, may } of cases) {
      const { user, browser } = await signedInAs(`${role}-${place?.id}`, role, place)
      expect((await linkableOf(browser.client)).toSorted()).toEqual([...may].toSorted())
      for (const { id } of [ofLab, ofInstallation]) {
        await confirm(browser.client)
        const end = await browser.go(id, { purpose: 'link' })
        if ((may as readonly number[]).includes(id)) expect(end).toBe(PROFILE)
        else expect(end).toMatch(/problem=/)
      }
      const links = await app.database.query('select 1 from provider_links where user_id = $1', [user.id])
      expect(links).toHaveLength(may.length)
    }
  })
})

describe('a provider of a lab', () => {
  it('signs in no user of another lab, and no Admin, although they are linked [OIDC-11]', async () => {
    const lab = await app.createLab()
    const provider = await add({ labId: lab.id })
    const own = await linked(provider, 'Doctor', lab)
    expect(await own.browser.go(provider.id)).toBe(HOME)
    for (const [role, place] of [
      ['Doctor', await app.createLab()],
      ['Admin', undefined],
    ] as const) {
      const { user, browser } = await linked(provider, role, place)
      expect(await browser.go(provider.id)).toMatch(/^\/\?problem=(PROVIDER_REFUSED|NOT_LINKED)$/)
      expect(await sessionsOf(user.id)).toBe(0)
    }
    // A user who moves to another lab.
    const moved = await app.createLab()
    const { id, fullName: name, phone } = (await own.browser.client.get('/auth/refresh-token')).body.data
    const fields = { name, phone, email: own.user.email, userTypeId: 2, labId: moved.id }
    sure(await admin.put(`/user/update/${id}`, fields))
    expect((await own.browser.client.get(HOME)).status).toBe(401)
    expect(await own.browser.go(provider.id)).toMatch(/^\/\?problem=(PROVIDER_REFUSED|NOT_LINKED)$/)
  })
})

describe('unlinking', () => {
  it('needs an identity check, ends sessions of the provider, and mails the owner [OIDC-13]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    expect(await browser.go(provider.id)).toBe(HOME)
    const client = app.client()
    sure(await client.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD }))
    for (const proof of [{}, { password: 'Wrong@1234' }])
      expect((await client.post(`/auth/oidc/${provider.id}/unlink`, proof)).status).toBe(400)
    expect((await client.post(`/auth/oidc/${provider.id}/unlink`, PROOF)).status).toBe(200)
    expect((await client.post(`/auth/oidc/${provider.id}/unlink`, PROOF)).status).toBe(404)
    expect((await browser.client.get(HOME)).status).toBe(401)
    expect((await client.get(HOME)).status).toBe(200)
    expect(await browser.go(provider.id)).toBe('/?problem=NOT_LINKED')
    expect(await noticesTo(user.id)).toEqual([expect.stringMatching(/unlink/)])
  })

  it('leaves a last way in [OIDC-13]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    await app.database.query('update users set password_hash = null where id = $1', [user.id])
    expect(await browser.go(provider.id)).toBe(HOME)
    expect(await waysOf(browser.client)).toEqual(['provider'])
    expect(await browser.go(provider.id, { purpose: 'confirm' })).toBe('/sign-in/window')
    const answer = await browser.client.post(`/auth/oidc/${provider.id}/unlink`, { provider: true })
    expect(answer).toMatchObject({ status: 409, body: { code: 'LAST_WAY_IN' } })
    // A second provider is another way.
    const second = await add()
    await link(second.id, user, 'again')
    // Two changes at once leave one of both.
    const again = browserOf('again')
    expect(await again.go(second.id)).toBe(HOME)
    const ends = await Promise.all([
      again.go(second.id, { purpose: 'confirm' }),
      browser.go(provider.id, { purpose: 'confirm' }),
    ])
    expect(ends).toEqual(['/sign-in/window', '/sign-in/window'])
    const statuses = (
      await Promise.all([
        again.client.post(`/auth/oidc/${provider.id}/unlink`, { provider: true }),
        browser.client.post(`/auth/oidc/${second.id}/unlink`, { provider: true }),
      ])
    ).map(({ status }) => status)
    expect(statuses.toSorted()[0]).toBe(200)
    // The first ends the session of the other, before or after its identity check.
    expect([400, 401, 409]).toContain(statuses.toSorted()[1])
    const links = await app.database.query('select 1 from provider_links where user_id = $1', [user.id])
    expect(links).toHaveLength(1)
  })
})

describe('an invitation', () => {
  const invite = async (user: Pick<TestUser, 'id'>, token: string, hours = 0) => {
    await app.database.query('update users set is_invited = true where id = $1', [user.id])
    await storeMailedLink(user, token, hours)
  }

  it('works through a provider once, within 72 hours [OIDC-14]', async () => {
    const provider = await add()
    const user = await app.createUser('Technician')
    await invite(user, 'a-token')
    const purpose = 'invitation'
    const browser = browserOf('invited-person')
    const wrong = await browser.go(provider.id, { purpose, token: 'wrong' })
    expect(wrong).toMatch(/^\/\?problem=/)
    expect(await browser.go(provider.id, { purpose, token: 'a-token' })).toBe(HOME)
    expect((await browser.client.get('/auth/refresh-token')).body.data.id).toBe(user.id)
    expect(await browserOf('other-person').go(provider.id, { purpose, token: 'a-token' })).toMatch(
      /^\/\?problem=/,
    )
    expect(await browserOf('invited-person').go(provider.id)).toBe(HOME)
    expect((await admin.get(`/user/getById/${user.id}`)).body.data?.status ?? 'active').toBe('active')

    // A link to reset a password invites no one.
    const member = await app.createUser('Technician')
    await storeMailedLink(member, 'reset-token')
    expect(await browserOf('member').go(provider.id, { purpose, token: 'reset-token' })).toMatch(
      /^\/\?problem=/,
    )
    const late = await app.createUser('Technician')
    await invite(late, 'late-token', 73)
    expect(await browserOf('late').go(provider.id, { purpose, token: 'late-token' })).toMatch(/^\/\?problem=/)
    expect(await sessionsOf(late.id)).toBe(0)
  })

  it('links no one who is linked, and no one beyond the lab [OIDC-14]', async () => {
    const lab = await app.createLab()
    const provider = await add({ labId: lab.id })
    const { person } = await linked(provider, 'Doctor', lab)
    const user = await app.createUser('Technician', lab)
    await invite(user, 'taken-token')
    const purpose = 'invitation'
    expect(await browserOf(person).go(provider.id, { purpose, token: 'taken-token' })).toBe(
      '/?problem=PROVIDER_TAKEN',
    )
    // The invitation is not used up.
    expect(await browserOf('free').go(provider.id, { purpose, token: 'taken-token' })).toBe(HOME)
    for (const [role, place] of [
      ['Technician', await app.createLab()],
      ['Admin', undefined],
    ] as const) {
      const foreign = await app.createUser(role, place)
      await invite(foreign, `foreign-${role}`)
      const end = await browserOf(role).go(provider.id, { purpose, token: `foreign-${role}` })
      expect(end).toMatch(/^\/\?problem=/)
      expect(await sessionsOf(foreign.id)).toBe(0)
    }
  })
})
