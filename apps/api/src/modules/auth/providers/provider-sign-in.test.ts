import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { addProvider, useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { TEST_PASSWORD } from '../../../testing/test-app.ts'

const clock = { now: undefined as Date | undefined }
const suite = await useSignInProviders({ clock: { now: () => clock.now ?? new Date() } })
const { app, admin, add, link, linked, browserOf, entriesOf } = suite
const real = await stopAtEnd(startOidcProvider(app))
const other = await stopAtEnd(startOidcProvider(app, { hasClaimsInIdToken: true, acr: 'mfa' }))

/** An unknown key is looked for once a minute. */
const forgetKeys = () => (clock.now = new Date((clock.now ?? new Date()).getTime() + 61_000))
const HOME = '/user/dashboard'

describe('a sign-in through a provider', () => {
  it('uses the code flow with PKCE, state and nonce, and its session says so [OIDC-01]', async () => {
    const provider = await addProvider(admin, real, { scopes: ['openid', 'email'] })
    const { user, browser, person } = await linked(provider)
    real.people[person] = { email: user.email }
    const address = await browser.start(provider.id)
    expect(address.origin + address.pathname).toBe(`${real.issuer}/auth`)
    const { state = '', nonce, code_challenge: challenge, ...sent } = Object.fromEntries(address.searchParams)
    expect(sent).toEqual({
      client_id: provider.clientId,
      redirect_uri: `https://reports.test/api/v1/auth/oidc/${provider.id}/callback`,
      response_type: 'code',
      response_mode: 'query',
      scope: 'openid email',
      code_challenge_method: 'S256',
    })
    for (const value of [state, nonce, challenge]) expect(value).toMatch(/^[\w-]{43}$/)
    expect(new Set([state, nonce, challenge]).size).toBe(3)
    const stored = await app.database.query('select * from provider_requests')
    expect(JSON.stringify(stored)).not.toContain(state)

    expect(await browser.callback(await browser.follow(address))).toBe(HOME)
    expect((await browser.client.get(HOME)).status).toBe(200)
    const [session] = sure(await browser.client.get('/auth/sessions'))
    expect(session).toMatchObject({ isCurrent: true, way: 'provider', provider: provider.name })
    expect((await entriesOf(user.id))[0]).toBe(`Signed in through ${provider.name}`)
    const restored = await browser.client.get('/auth/refresh-token')
    expect(restored.body.data.id).toBe(user.id)
    const { data } = (await browser.client.get('/auth/ways')).body
    expect(data).toEqual([
      { kind: 'password' },
      {
        ...{ kind: 'provider', id: provider.id, name: provider.name },
        ...{ linkedAt: expect.any(String) as string, lastUsedAt: expect.any(String) as string },
      },
    ])
  })

  it('works at two providers with the same person, who are two accounts [OIDC-01]', async () => {
    const providers = [await addProvider(admin, real), await addProvider(admin, other)]
    for (const provider of [real, other]) provider.people['same-person'] = {}
    for (const { id } of providers) {
      const user = await app.createUser('Doctor')
      await link(id, user, 'same-person')
      const browser = browserOf('same-person')
      expect(await browser.go(id)).toBe(HOME)
      expect((await browser.client.get('/auth/refresh-token')).body.data.id).toBe(user.id)
    }
  })

  it('works with new keys of the provider, and with the second factor that it names [OIDC-07] [OIDC-16]', async () => {
    const provider = await addProvider(admin, other, { checksSecondFactor: true, acr: 'mfa' })
    const { user, browser, person } = await linked(provider)
    other.people[person] = {}
    expect(await browser.go(provider.id)).toBe(HOME)
    for (const keepsFormer of [true, false]) {
      other.rotateKeys({ keepsFormer })
      forgetKeys()
      expect(await browser.go(provider.id)).toBe(HOME)
    }
    const [session] = await app.database.query(
      'select has_provider_factor as checked from sessions where user_id = $1 order by id desc limit 1',
      [user.id],
    )
    expect(session).toEqual({ checked: true })
  })

  it('works with a key pair instead of a secret [OIDC-30]', async () => {
    const provider = await addProvider(admin, real, { clientSecret: null, makesKeyPair: true })
    const { browser, person } = await linked(provider)
    real.people[person] = {}
    expect(await browser.go(provider.id)).toBe(HOME)
    const [listed] = sure(await admin.get('/provider/getAll')) as {
      keySet: { keys: object[] }
      hasSecret: boolean
    }[]
    expect(listed?.hasSecret).toBe(false)
    expect(Object.keys(listed?.keySet.keys[0] ?? {}).toSorted()).toEqual(
      ['alg', 'e', 'kid', 'kty', 'n', 'use'].toSorted(),
    )
  })

  it('sets cookies that only HTTPS and our host get, and the one of the request ends [OIDC-04]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const { headers } = await browser.client.raw('GET', `/api/v1/auth/oidc/${provider.id}/start`)
    const [cookie = ''] = headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-provider=[\w-]{43};/)
    for (const flag of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=600'])
      expect(cookie).toContain(flag)
    expect(headers.get('cache-control')).toContain('no-store')
    const back = await browser.follow(await browser.start(provider.id))
    const answer = await browser.client.raw('GET', back.pathname + back.search)
    expect(answer.status).toBe(303)
    const session = answer.headers.getSetCookie().find((header) => header.startsWith('__Host-session='))
    expect(session).toContain('HttpOnly; Secure; SameSite=Lax')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('ends after the hours of the provider, also when it is used [OIDC-02]', async () => {
    const provider = await add({ sessionHours: 1 })
    const { user, browser } = await linked(provider)
    await browser.go(provider.id)
    const { expiresAt } = (await browser.client.get('/auth/refresh-token')).body.session
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(58)
    expect(minutes).toBeLessThanOrEqual(60)
    const shift = (by: number) =>
      app.database.query(
        `update sessions set created_at = created_at - make_interval(mins => $2),
           ends_at = ends_at - make_interval(mins => $2) where user_id = $1`,
        [user.id, by],
      )
    await shift(58)
    expect((await browser.client.get(HOME)).status).toBe(200)
    expect((await browser.client.post('/auth/keep-alive')).status).toBe(200)
    await shift(3)
    expect((await browser.client.get(HOME)).status).toBe(401)
    expect((await browser.client.get('/auth/refresh-token')).status).toBe(401)
    await app.services.sessions.removeExpired()
    expect(await suite.sessionsOf(user.id)).toBe(0)
  })
})

describe('an account', () => {
  it('follows the person at the provider, never the email address [OIDC-03]', async () => {
    const provider = await add()
    const victim = await app.createUser('Doctor')
    provider.at.people['unknown'] = { email: victim.email, email_verified: true }
    const browser = browserOf('unknown')
    expect(await browser.go(provider.id)).toBe('/?problem=NOT_LINKED')
    expect((await browser.client.get('/auth/refresh-token')).status).toBe(401)
    expect(await suite.sessionsOf(victim.id)).toBe(0)
    // The same person at another provider.
    const second = await add()
    const { person } = await linked(second)
    expect(await browserOf(person).go(provider.id)).toBe('/?problem=NOT_LINKED')
    // Persons differ by case and spaces.
    for (const subject of [person.toUpperCase(), `${person} `, ` ${person}`]) {
      second.at.people[subject] = { sub: subject }
      second.at.change({ claims: { sub: subject } })
      expect(await browserOf(person).go(second.id), subject).toBe('/?problem=NOT_LINKED')
    }
  })

  it('stays signed out when it is deactivated, or of a patient [OIDC-32]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    sure(await admin.delete(`/user/delete/${user.id}`))
    expect(await browser.go(provider.id)).toBe('/?problem=PROVIDER_REFUSED')
    sure(await admin.post(`/user/reactivate/${user.id}`))
    expect(await browser.go(provider.id)).toBe(HOME)
    const patient = await linked(provider, 'Patient')
    expect(await patient.browser.go(provider.id)).toMatch(/^\/\?problem=/)
    expect(await suite.sessionsOf(patient.user.id)).toBe(0)
  })

  it('stays signed out when it is unlinked meanwhile [OIDC-32]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    const back = await browser.follow(await browser.start(provider.id))
    await app.database.query('delete from provider_links where user_id = $1', [user.id])
    expect(await browser.callback(back)).toBe('/?problem=NOT_LINKED')
  })
})

describe('a provider', () => {
  it('appears for the domain of the email address alone [OIDC-31]', async () => {
    const everyone = await add({ name: 'Everyone' })
    const hospital = await add({ name: 'Hospital', domains: ['hospital.example', 'clinic.example'] })
    await add({ name: 'Elsewhere', domains: ['elsewhere.example'] })
    const offered = async (query: string) =>
      (await app.client().get(`/auth/oidc/providers${query}`)).body.data
    const always = { id: everyone.id, name: 'Everyone', isOfDomain: false }
    expect(await offered('')).toEqual([always])
    expect(await offered('?domain=unknown.example')).toEqual([always])
    for (const domain of ['hospital.example', 'CLINIC.example'])
      expect(await offered(`?domain=${domain}`)).toEqual([
        { id: hospital.id, name: 'Hospital', isOfDomain: true },
        always,
      ])
    for (const domain of ['sub.hospital.example', 'example', '%', "'", 'x'.repeat(250)])
      expect(await offered(`?domain=${encodeURIComponent(domain)}`)).toEqual([always])
  })

  it('sends no one away when it does not exist [OIDC-01]', async () => {
    const browser = browserOf('anyone')
    for (const id of [999_999, 0]) {
      const path = `/api/v1/auth/oidc/${id}/start`
      const answer = await browser.client.raw('GET', path)
      expect([303, 404]).toContain(answer.status)
      expect(answer.headers.get('location') ?? '/').toMatch(/^\/(\?problem=PROVIDER_REFUSED)?$/)
    }
  })

  it('leaves passwords as they are [OIDC-01]', async () => {
    const provider = await add()
    const { user } = await linked(provider)
    const answer = await app.client().post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
    expect(answer.status).toBe(200)
  })
})

describe('a logout', () => {
  it('names the address where the provider ends its session [OIDC-18]', async () => {
    const provider = await addProvider(admin, real, { returnsAfterLogout: true })
    const { browser, person } = await linked(provider)
    real.people[person] = {}
    expect(await browser.go(provider.id)).toBe(HOME)
    const { endAt, openAt } = (await browser.client.post('/auth/logout')).body
    const { origin, pathname, searchParams } = new URL(endAt)
    expect(openAt).toBeNull()
    expect(origin + pathname).toBe(`${real.issuer}/session/end`)
    expect(searchParams.get('post_logout_redirect_uri')).toBe('https://reports.test/')
    expect(searchParams.get('id_token_hint')).toMatch(/^ey/)
    await browser.endSession(endAt)
    expect(real.errors).toEqual([])
  })

  it('returns only to an address that the Admin has registered, which is shown [OIDC-51]', async () => {
    // Like case 34: it refuses addresses that are not registered.
    const strict = {
      issuer: real.issuer,
      register: (client: Parameters<typeof real.register>[0]) =>
        real.register({ ...client, postLogoutUris: [] }),
    }
    const provider = await addProvider(admin, strict)
    expect(provider).toMatchObject({ postLogoutUri: 'https://reports.test/', returnsAfterLogout: false })
    const { browser, person } = await linked(provider)
    real.people[person] = {}
    expect(await browser.go(provider.id)).toBe(HOME)
    const { endAt } = (await browser.client.post('/auth/logout')).body
    expect(new URL(endAt).searchParams.has('post_logout_redirect_uri')).toBe(false)
    await browser.endSession(endAt)
    expect(real.errors).toEqual([])
  })

  it('names the provider whose session stays open [OIDC-51]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    provider.at.change({ configuration: { end_session_endpoint: undefined } })
    sure(await admin.post(`/provider/test/${provider.id}`))
    expect(await browser.go(provider.id)).toBe(HOME)
    const { body } = await browser.client.post('/auth/logout')
    expect(body).toMatchObject({ endAt: null, openAt: provider.name })
  })

  it('names no end address without one, in another way, or without a session [OIDC-18]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    for (const address of [undefined, 'http://insecure.example/end', 'javascript:alert(1)', '']) {
      provider.at.change({ configuration: { end_session_endpoint: address } })
      sure(await admin.post(`/provider/test/${provider.id}`))
      expect(await browser.go(provider.id)).toBe(HOME)
      expect((await browser.client.post('/auth/logout')).body.endAt).toBeNull()
    }
    const client = app.client()
    sure(await client.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD }))
    for (let count = 0; count < 2; count++)
      expect((await client.post('/auth/logout')).body).toMatchObject({ success: true, endAt: null })
  })

  it('ends without waiting for a provider that is down [OIDC-18]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    expect(await browser.go(provider.id)).toBe(HOME)
    suite.hostile.mishaps.discovery = () => {}
    const started = Date.now()
    const answer = await browser.client.post('/auth/logout')
    expect(answer.status).toBe(200)
    expect(Date.now() - started).toBeLessThan(6000)
    expect((await browser.client.get('/auth/refresh-token')).status).toBe(401)
  })
})
