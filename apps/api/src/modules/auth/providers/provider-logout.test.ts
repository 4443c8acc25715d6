import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { newSigningKey, nowInSeconds } from '../../../testing/hostile-provider.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { addProvider, PROVIDER_APP, useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { startTestApp, TEST_PASSWORD } from '../../../testing/test-app.ts'
import { untilWaitsForLocks } from '../../../testing/test-database.ts'

const suite = await useSignInProviders({ withChanges: true })
const { app, admin, add, linked, browserOf, sessionsOf, entriesOf } = suite
const real = await stopAtEnd(startOidcProvider(app))

const HOME = '/user/dashboard'
const WAITING = "select 1 from provider_requests where purpose = 'second-step'"
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const post = (id: number, body: Record<string, string> | string, headers: object = {}) =>
  fetch(`${app.origin}/api/v1/auth/oidc/${id}/backchannel-logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
  })
const send = async (id: number, token: string) => (await post(id, { logout_token: token })).status
const copyCookies = (from: ApiClient, to: ApiClient) => {
  for (const pair of from.cookieHeader().split('; ')) {
    const [name = '', value = ''] = pair.split(/=(.*)/)
    to.setCookie(name, value)
  }
}
const statusOf = async (client: ApiClient) => (await client.get(HOME)).status

describe('back-channel logout', () => {
  it('ends the sessions of one session at the real provider [OIDC-17]', async () => {
    const provider = await addProvider(admin, real)
    const { user, browser, person } = await linked(provider)
    real.people[person] = {}
    expect(await browser.go(provider.id)).toBe(HOME)
    const elsewhere = browserOf(person)
    expect(await elsewhere.go(provider.id)).toBe(HOME)
    const { endAt } = (await elsewhere.client.post('/auth/logout')).body
    expect(await statusOf(elsewhere.client)).toBe(401)
    await elsewhere.endSession(endAt)
    expect(real.logoutAnswers.at(-1)).toBe(200)
    expect(real.errors).toEqual([])
    // Another session at the provider stays.
    expect(await statusOf(browser.client)).toBe(200)
    const [{ provider_session: sid } = { provider_session: '' }] = await app.database.query<{
      provider_session: string
    }>('select provider_session from sessions where user_id = $1', [user.id])
    await real.endSessions(provider.clientId, person, sid)
    expect(await statusOf(browser.client)).toBe(401)
    expect(await sessionsOf(user.id)).toBe(0)
    expect((await entriesOf(user.id)).some((entry) => entry === `Signed out by ${provider.name}`)).toBe(true)
  })

  it('ends all sessions of a person at the provider, or the named one [OIDC-17]', async () => {
    const provider = await add()
    const { user, person } = await linked(provider)
    const enter = async (sid: string | undefined) => {
      const browser = browserOf(person)
      provider.at.change({ claims: { sid } })
      expect(await browser.go(provider.id)).toBe(HOME)
      return browser.client
    }
    const password = app.client()
    sure(await password.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD }))
    const token = (claims: Record<string, unknown>) => provider.at.logoutToken(provider.clientId, claims)

    const [one, two] = [await enter('first'), await enter('second')]
    expect(await send(provider.id, await token({ sid: 'first' }))).toBe(200)
    expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200])
    expect(await send(provider.id, await token({ sub: 'other person' }))).toBe(200)
    expect(await send(provider.id, await token({ sid: 'unknown' }))).toBe(200)
    const elsewhere = await add()
    const other = { sid: 'second', sub: person }
    expect(await send(elsewhere.id, await elsewhere.at.logoutToken(elsewhere.clientId, other))).toBe(200)
    expect(await statusOf(two)).toBe(200)
    const third = await enter(undefined)
    expect(await send(provider.id, await token({ sub: person }))).toBe(200)
    expect([await statusOf(two), await statusOf(third)]).toEqual([401, 401])
    expect(await statusOf(password)).toBe(200)
    const fourth = await enter('fourth')
    expect(await send(provider.id, await token({ sub: person, sid: 'fourth' }))).toBe(200)
    expect(await statusOf(fourth)).toBe(401)
  })

  it('ends sessions in every process at once [OIDC-17]', async () => {
    const provider = await add()
    const { browser, person } = await linked(provider)
    expect(await browser.go(provider.id)).toBe(HOME)
    const second = await startTestApp({
      ...PROVIDER_APP,
      withChanges: true,
      installation: { connectionString: app.connectionString, dataDir: app.dataDir },
    })
    try {
      const there = second.client()
      copyCookies(browser.client, there)
      expect(await statusOf(there)).toBe(200)
      const token = await provider.at.logoutToken(provider.clientId, { sub: person })
      expect(await send(provider.id, token)).toBe(200)
      expect(await statusOf(browser.client)).toBe(401)
      await expect.poll(() => statusOf(there)).toBe(401)
      // With the provider itself.
      expect(await browser.go(provider.id)).toBe(HOME)
      copyCookies(browser.client, there)
      expect(await statusOf(there)).toBe(200)
      sure(await admin.post(`/provider/remove/${provider.id}`))
      expect(await statusOf(browser.client)).toBe(401)
      await expect.poll(() => statusOf(there)).toBe(401)
    } finally {
      await second.stop()
    }
  })

  it('ends nothing with an invalid token [OIDC-17]', async () => {
    const provider = await add()
    const other = await add()
    const { browser, person } = await linked(provider)
    expect(await browser.go(provider.id)).toBe(HOME)
    const { at, clientId, id } = provider
    const now = nowInSeconds()
    const foreignKey = newSigningKey()
    const tokens: Record<string, Promise<string> | string> = {
      'with a nonce': at.logoutToken(clientId, { sub: person, nonce: 'x' }),
      'without events': at.logoutToken(clientId, { sub: person, events: undefined }),
      'with another event': at.logoutToken(clientId, { sub: person, events: { other: {} } }),
      'with an event that is no object': at.logoutToken(clientId, { sub: person, events: { [EVENT]: true } }),
      'with a list of events': at.logoutToken(clientId, { sub: person, events: [EVENT] }),
      'for another client': at.logoutToken('other', { sub: person }),
      'of another issuer': at.logoutToken(clientId, { sub: person, iss: other.at.issuer }),
      'without an id': at.logoutToken(clientId, { sub: person, jti: undefined }),
      'with an id that is no text': at.logoutToken(clientId, { sub: person, jti: 7 }),
      'with a huge id': at.logoutToken(clientId, { sub: person, jti: 'x'.repeat(1000) }),
      'without a time': at.logoutToken(clientId, { sub: person, iat: undefined }),
      'old, without an end': at.logoutToken(clientId, { sub: person, iat: now - 160, exp: undefined }),
      'that ends too late': at.logoutToken(clientId, { sub: person, exp: now + 4000 }),
      'that has expired': at.logoutToken(clientId, { sub: person, iat: now - 300, exp: now - 60 }),
      'from the future': at.logoutToken(clientId, { sub: person, iat: now + 300, exp: now + 400 }),
      'of no person and session': at.logoutToken(clientId, {}),
      'signed by another key': at.logoutToken(clientId, { sub: person }, {}, foreignKey),
      'of the other provider': other.at.logoutToken(other.clientId, { sub: person }),
      'that is no JWT': 'x.y.z',
      'that is empty': '',
    }
    for (const [name, token] of Object.entries(tokens)) {
      await app.database.execute('delete from rate_limits')
      expect(await send(id, await token), name).toBe(400)
      expect(await statusOf(browser.client), name).toBe(200)
    }
    // At the address of another provider.
    expect(await send(other.id, await at.logoutToken(clientId, { sub: person }))).toBe(400)
    expect(await send(999_999, await at.logoutToken(clientId, { sub: person }))).toBe(400)
    expect(await statusOf(browser.client)).toBe(200)
  })

  it('counts once for two minutes without an end [OIDC-79]', async () => {
    const provider = await add()
    const { browser, person } = await linked(provider)
    expect(await browser.go(provider.id)).toBe(HOME)
    const claims = { sub: person, iat: nowInSeconds() - 100, exp: undefined }
    const token = await provider.at.logoutToken(provider.clientId, claims)
    expect(await send(provider.id, token)).toBe(200)
    expect(await statusOf(browser.client)).toBe(401)
    expect(await browser.go(provider.id)).toBe(HOME)
    expect(await send(provider.id, token)).toBe(400)
    expect(await statusOf(browser.client)).toBe(200)
  })

  it('counts once [OIDC-17]', async () => {
    const provider = await add()
    const { browser, person } = await linked(provider)
    const token = await provider.at.logoutToken(provider.clientId, { sub: person })
    const answers = await Promise.all([1, 2, 3].map(() => send(provider.id, token)))
    expect(answers.toSorted()).toEqual([200, 400, 400])
    // A session that began afterwards stays.
    expect(await browser.go(provider.id)).toBe(HOME)
    // Often, which keeps no other token out.
    for (let count = 0; count < 20; count++) expect(await send(provider.id, token)).toBe(400)
    expect(await statusOf(browser.client)).toBe(200)
    expect(await send(provider.id, await provider.at.logoutToken(provider.clientId, { sub: person }))).toBe(
      200,
    )
    expect(await statusOf(browser.client)).toBe(401)
    await app.database.execute("update provider_logouts set expires_at = now() - interval '1 second'")
    await app.database.execute("update provider_requests set expires_at = now() - interval '1 second'")
    await app.services.providerLogout.removeExpired()
    for (const table of ['provider_logouts', 'provider_requests'])
      expect(await app.database.query(`select 1 from ${table}`)).toEqual([])
  })

  it.each([
    ['sid', 'now', () => ({ sid: 'now' })],
    ['a long sid', 'x'.repeat(300), () => ({ sid: 'x'.repeat(300) })],
    ['sub', 'now', (sub: string) => ({ sub })],
    ['sid and sub', 'now', (sub: string) => ({ sub: `not ${sub}`, sid: 'now' })],
    ['sub, without a sid in the ID token,', undefined, (sub: string) => ({ sub, sid: 'now' })],
  ])('ends a sign-in in progress by %s [OIDC-17]', async (_, sid, named) => {
    const provider = await add()
    const { user, person, browser } = await linked(provider)
    const token = () => provider.at.logoutToken(provider.clientId, named(person))
    const arrive = async (hasSecondFactor: boolean) => {
      let answer = 0
      const logout = async () => (answer = await send(provider.id, await token()))
      provider.at.change({ claims: { sid }, meanwhile: { token: logout } })
      await app.database.query(
        `update users set totp_secret = '\\x00', totp_confirmed_at = case when $2 then now() end where id = $1`,
        [user.id, hasSecondFactor],
      )
      expect(await browser.go(provider.id)).toBe('/?problem=PROVIDER_REFUSED')
      expect(answer).toBe(200)
      expect(await app.database.query(WAITING)).toEqual([])
    }
    await arrive(false)
    await arrive(true)
    expect(await sessionsOf(user.id)).toBe(0)
    provider.at.change({ claims: { sid: 'next' } })
    await app.database.query('update users set totp_confirmed_at = null where id = $1', [user.id])
    expect(await browser.go(provider.id)).toBe(HOME)
  })

  it('waits for a session that opens at the same time [OIDC-17]', async () => {
    const provider = await add()
    const { user, person, browser } = await linked(provider)
    const logout = await app.database.transaction(async (tx) => {
      await tx.execute('select 1 from users where id = $1 for no key update', [user.id])
      const arriving = browser.go(provider.id)
      await untilWaitsForLocks(app.database, 1)
      const sent = send(provider.id, await provider.at.logoutToken(provider.clientId, { sub: person }))
      await untilWaitsForLocks(app.database, 2)
      return { sent, arriving }
    })
    expect([await logout.arriving, await logout.sent]).toEqual([HOME, 200])
    expect(await sessionsOf(user.id)).toBe(0)
  })

  it('ends a sign-in that waits for its second step [OIDC-17]', async () => {
    const provider = await add()
    const { user, person, browser } = await linked(provider)
    await app.database.query(
      "update users set totp_secret = '\\x00', totp_confirmed_at = now() where id = $1",
      [user.id],
    )
    expect(await browser.go(provider.id)).toBe('/?problem=SECOND_FACTOR_CODE_REQUIRED')
    expect(await send(provider.id, await provider.at.logoutToken(provider.clientId, { sub: person }))).toBe(
      200,
    )
    expect(await app.database.query(WAITING)).toEqual([])
  })

  it('takes a form of another server, without cookies, and nothing else [OIDC-17]', async () => {
    const provider = await add()
    const { browser, person } = await linked(provider)
    const token = () => provider.at.logoutToken(provider.clientId, { sub: person })
    const asJson = await post(provider.id, JSON.stringify({ logout_token: await token() }), {
      'content-type': 'application/json',
    })
    expect([400, 415]).toContain(asJson.status)
    for (const body of ['', 'logout_token=', `logout_token=${await token()}&logout_token=${await token()}`])
      expect((await post(provider.id, body)).status).toBe(400)
    expect((await post(provider.id, `logout_token=${'x'.repeat(100_000)}`)).status).toBe(413)
    expect(await browser.go(provider.id)).toBe(HOME)
    const answer = await post(provider.id, { logout_token: await token() }, { origin: 'https://evil.test' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('accepts any number of good tokens [OIDC-28]', async () => {
    const provider = await add()
    const { person } = await linked(provider)
    const token = () => provider.at.logoutToken(provider.clientId, { sub: person })
    for (let count = 0; count < 301; count++) expect(await send(provider.id, await token())).toBe(200)
  })

  it('limits wrong tokens of a network [OIDC-28]', async () => {
    const provider = await add()
    for (let count = 0; count < 20; count++) expect(await send(provider.id, 'x.y.z')).toBe(400)
    expect(await send(provider.id, 'x.y.z')).toBe(429)
  })

  it('accepts good tokens among wrong ones of the network, however they are made [OIDC-50]', async () => {
    const provider = await add()
    const { person, browser } = await linked(provider)
    const token = (claims = {}, key?: ReturnType<typeof newSigningKey>) =>
      provider.at.logoutToken(provider.clientId, { sub: person, ...claims }, {}, key)
    const forgedKey = { ...newSigningKey(), kid: provider.at.keys[0]?.kid ?? '' }
    const forged = [await token({}, forgedKey), await token({}, newSigningKey()), await token({ iss: 'x' })]
    const before = suite.hostile.countOf('keys')
    for (let count = 0; count < 40; count++) await send(provider.id, forged[count % 3] ?? '')
    // The first of each kind reads the keys again, which no token after it does within a minute.
    expect(suite.hostile.countOf('keys') - before).toBeLessThanOrEqual(2)
    expect(await browser.go(provider.id)).toBe(HOME)
    suite.hostile.mishaps.keys = () => {}
    expect(await send(provider.id, await token())).toBe(200)
    expect(await statusOf(browser.client)).toBe(401)
  })
})
