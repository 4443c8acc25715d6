import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { totpCode } from '../../../testing/backups.ts'
import { nowInSeconds } from '../../../testing/hostile-provider.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { addPasskey, answerChallenge } from '../../../testing/software-passkey.ts'
import { TEST_PASSWORD } from '../../../testing/test-app.ts'

const suite = await useSignInProviders()
const { app, admin, add, link, linked, browserOf, sessionsOf, entriesOf } = suite

const HOME = '/user/dashboard'
const WINDOW = '/sign-in/window'
const REFUSED = `${WINDOW}?problem=PROVIDER_REFUSED`
const NOT_ASKED = `${WINDOW}?problem=PROVIDER_NOT_ASKED`
const PROOF = { provider: true }
const PASSWORD = { password: TEST_PASSWORD }
const CODE_NEEDED = '/?problem=SECOND_FACTOR_CODE_REQUIRED'

/** Signed in through the provider. */
const enter = async (fields: object = {}) => {
  const provider = await add(fields)
  const found = await linked(provider)
  expect(await found.browser.go(provider.id)).toBe(HOME)
  return { ...found, provider, confirm: () => found.browser.go(provider.id, { purpose: 'confirm' }) }
}
const confirmIdentity = async (client: ApiClient) =>
  (await client.post('/auth/confirm-identity', PROOF)).status

describe('an identity check through a provider', () => {
  it('asks the person again, and is a proof once [OIDC-15]', async () => {
    const { browser, provider, confirm } = await enter()
    expect(await confirmIdentity(browser.client)).toBe(400)
    const address = await browser.start(provider.id, { purpose: 'confirm' })
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ max_age: '30', prompt: 'login' })
    expect(await confirm()).toBe(WINDOW)
    expect(await confirmIdentity(browser.client)).toBe(200)
    const again = await browser.client.post('/auth/confirm-identity', PROOF)
    expect(again).toMatchObject({
      status: 400,
      body: { code: 'PROVIDER_REFUSED', errors: [{ path: 'provider' }] },
    })
    // Two requests at once.
    expect(await confirm()).toBe(WINDOW)
    const statuses = await Promise.all([confirmIdentity(browser.client), confirmIdentity(browser.client)])
    expect(statuses.toSorted()).toEqual([200, 400])
  })

  it('counts for five minutes, in its session [OIDC-15]', async () => {
    const { user, browser, confirm } = await enter()
    const other = app.client()
    sure(await other.post('/auth/user/login', { email: user.email, ...PASSWORD }))
    expect(await confirm()).toBe(WINDOW)
    expect(await confirmIdentity(other)).toBe(400)
    const wait = (seconds: number) =>
      app.database.query(
        'update sessions set provider_confirmed_at = provider_confirmed_at - make_interval(secs => $1)',
        [seconds],
      )
    await wait(290)
    expect(await confirmIdentity(browser.client)).toBe(200)
    expect(await confirm()).toBe(WINDOW)
    await wait(301)
    expect(await confirmIdentity(browser.client)).toBe(400)
  })

  it('fails when the provider did not ask the person again [OIDC-15]', async () => {
    const { browser, provider, confirm, user } = await enter()
    for (const authTime of [nowInSeconds() - 60, nowInSeconds() + 3600, null, 'now', '', 0, -1]) {
      provider.at.change({ claims: { auth_time: authTime } })
      expect(await confirm(), String(authTime)).toBe(authTime === 0 ? NOT_ASKED : REFUSED)
      expect(await confirmIdentity(browser.client)).toBe(400)
    }
    provider.at.change({})
    expect(await confirm()).toBe(WINDOW)
    expect(await entriesOf(user.id)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Refused a change of the account/)]),
    )
  })

  it('fails as another person, and through a provider that is not linked [OIDC-15]', async () => {
    const { browser, provider, confirm } = await enter()
    const other = await linked(provider)
    for (const sub of [other.person, 'unknown']) {
      provider.at.change({ claims: { sub } })
      expect(await confirm()).toBe(REFUSED)
    }
    provider.at.change({})
    const second = await add()
    expect(await browser.go(second.id, { purpose: 'confirm' })).toBe(REFUSED)
    expect(await confirmIdentity(browser.client)).toBe(400)
  })

  it('needs the session that began it, and a page of ours [OIDC-15]', async () => {
    const { browser, provider, user } = await enter()
    const back = await browser.follow(await browser.start(provider.id, { purpose: 'confirm' }))
    sure(await browser.client.post('/auth/user/login', { email: user.email, ...PASSWORD }))
    expect(await browser.callback(back)).toMatch(/problem=PROVIDER_REFUSED$/)
    const path = `/api/v1/auth/oidc/${provider.id}/start?purpose=confirm`
    const answer = await browser.client.raw('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.headers.get('location') ?? '').not.toContain(provider.at.issuer)
    const visitor = browserOf('anyone')
    expect((await visitor.start(provider.id, { purpose: 'confirm' })).origin).toBe('https://reports.test')
  })

  it('ends with the link [OIDC-15]', async () => {
    const { browser, provider, confirm } = await enter()
    expect(await confirm()).toBe(WINDOW)
    sure(await browser.client.post(`/auth/oidc/${provider.id}/unlink`, PASSWORD))
    expect(await confirmIdentity(browser.client)).toBe(400)
  })

  it('opens no session, and changes none [OIDC-15]', async () => {
    const { user, browser, confirm } = await enter()
    const before = await sessionsOf(user.id)
    const cookie = browser.client.cookieHeader()
    expect(await confirm()).toBe(WINDOW)
    expect(await sessionsOf(user.id)).toBe(before)
    expect(browser.client.cookieHeader()).toContain(/__Host-session=[^;]+/.exec(cookie)?.[0] ?? 'none')
  })

  it('suffices for changes of an account without a password [OIDC-15]', async () => {
    const { user, browser, confirm } = await enter()
    await app.database.query('update users set password_hash = null where id = $1', [user.id])
    const password = 'Another@456'
    const change = { password, confirmPassword: password }
    const { client } = browser
    for (const proof of [{}, { currentPassword: '' }, { currentPassword: TEST_PASSWORD }, PROOF])
      expect((await client.put('/auth/password', { ...change, ...proof })).status).toBe(400)
    expect(await confirm()).toBe(WINDOW)
    expect((await client.put('/auth/password', { ...change, ...PROOF })).status).toBe(200)
    expect((await app.client().post('/auth/user/login', { email: user.email, password })).status).toBe(200)
    expect(await confirm()).toBe(WINDOW)
    const { passkey } = await addPasskey(client, PROOF)
    const answer = await answerChallenge(client, passkey, 'confirm')
    expect((await client.post('/auth/confirm-identity', { passkey: answer })).status).toBe(200)
  })

  it('shows a page that reports to the first window and closes [OIDC-15]', async () => {
    const { browser, confirm, provider } = await enter()
    for (const problem of [null, 'PROVIDER_REFUSED']) {
      provider.at.change(problem === null ? {} : { claims: { nonce: 'wrong' } })
      const page = await browser.client.raw('GET', await confirm())
      const html = await page.text()
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(html).toContain('BroadcastChannel')
    }
    const forged = await browser.client.raw('GET', `${WINDOW}?problem=%3C%2Fscript%3E%3Cscript%3Ealert(1)`)
    expect(await forged.text()).not.toContain('alert(1)')
  })
})

describe('a second factor', () => {
  const guard = async (userEmail: string) => {
    const client = app.client()
    sure(await client.post('/auth/user/login', { email: userEmail, ...PASSWORD }))
    const { secret } = sure(await client.post('/auth/second-factor/start', PASSWORD)) as { secret: string }
    sure(await client.post('/auth/second-factor/confirm', { code: totpCode(secret) }))
    await app.database.query('update users set totp_last_step = null where lower(email) = lower($1)', [
      userEmail,
    ])
    return () => totpCode(secret)
  }

  it('follows when the provider does not check one [OIDC-16]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    const code = await guard(user.email)
    const before = await sessionsOf(user.id)
    const { client } = browser
    const secondStep = (proof: object, visitor = client) => visitor.post('/auth/oidc/second-step', proof)
    expect((await secondStep({ code: code() })).status).toBe(401)
    expect(await browser.go(provider.id)).toBe(CODE_NEEDED)
    expect((await client.get('/auth/refresh-token')).status).toBe(401)
    expect(await sessionsOf(user.id)).toBe(before)
    expect((await secondStep({ code: '000000' })).status).toBe(401)
    expect((await secondStep({})).status).toBe(401)
    expect((await secondStep({ code: code() }, app.client())).status).toBe(401)
    const answer = await secondStep({ code: code() })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id: user.id }, session: { secondFactor: 'on' } },
    })
    expect((await client.get('/auth/sessions')).body.data[0]).toMatchObject({ way: 'provider' })
    // Used up.
    await app.database.query('update users set totp_last_step = null where id = $1', [user.id])
    expect((await secondStep({ code: code() })).status).toBe(401)
  })

  it('opens no session for an account that changed since then, or after ten minutes [OIDC-16]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    const code = await guard(user.email)
    const before = await sessionsOf(user.id)
    for (const statement of [
      'update users set access_version = access_version + 1 where id = $1',
      "update provider_requests set expires_at = expires_at - interval '601 seconds' where user_id = $1",
      'delete from provider_links where user_id = $1',
    ]) {
      await app.database.execute('delete from rate_limits')
      await app.database.query('update users set totp_last_step = null where id = $1', [user.id])
      expect(await browser.go(provider.id)).toBe(CODE_NEEDED)
      await app.database.query(statement, [user.id])
      const answer = await browser.client.post('/auth/oidc/second-step', { code: code() })
      expect(answer.status, statement).toBe(401)
      expect(await sessionsOf(user.id)).toBe(before)
    }
  })

  it('applies once when several tabs come back together [OIDC-16]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    const code = await guard(user.email)
    const tab = () => browser.go(provider.id)
    await tab()
    expect(await Promise.all([tab(), tab(), tab(), tab()])).toEqual(Array(4).fill(CODE_NEEDED))
    const rows = await app.database.query("select 1 from provider_requests where purpose = 'second-step'")
    expect(rows).toHaveLength(1)
    expect((await browser.client.post('/auth/oidc/second-step', { code: code() })).status).toBe(200)
  })

  it('accepts a passkey, or a recovery code [OIDC-16]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    const owner = app.client()
    sure(await owner.post('/auth/user/login', { email: user.email, ...PASSWORD }))
    const { passkey, recoveryCodes = [] } = await addPasskey(owner, PASSWORD)
    const needed = '/?problem=SECOND_FACTOR_PASSKEY_REQUIRED'
    expect(await browser.go(provider.id)).toBe(needed)
    const answer = await answerChallenge(browser.client, passkey, 'second-step')
    expect((await browser.client.post('/auth/oidc/second-step', { passkey: answer })).status).toBe(200)
    const other = browserOf(`person-${user.id}`)
    expect(await other.go(provider.id)).toBe(needed)
    expect((await other.client.post('/auth/oidc/second-step', { code: recoveryCodes[0] })).status).toBe(200)
  })

  it('comes from the provider, with its acr only when the token names it [OIDC-16]', async () => {
    const checking = await add({ checksSecondFactor: true })
    const { user, person, browser } = await linked(checking)
    await guard(user.email)
    expect(await browser.go(checking.id)).toBe(HOME)
    const naming = await add({ checksSecondFactor: true, acr: 'mfa' })
    await link(naming.id, user, person)
    const address = await browser.start(naming.id)
    expect(address.searchParams.get('acr_values')).toBe('mfa')
    for (const acr of [undefined, 'pwd', 'MFA', ['mfa'], 'mfa pwd', '']) {
      naming.at.change({ claims: { acr } })
      expect(await browserOf(person).go(naming.id), String(acr)).toBe(CODE_NEEDED)
    }
    naming.at.change({ claims: { acr: 'mfa' } })
    expect(await browserOf(person).go(naming.id)).toBe(HOME)
    // Not checked by the provider, whatever the token names.
    const trusting = await add({ checksSecondFactor: false, acr: 'mfa' })
    await link(trusting.id, user, person)
    trusting.at.change({ claims: { acr: 'mfa', amr: ['mfa'] } })
    expect(await browserOf(person).go(trusting.id)).toBe(CODE_NEEDED)
  })

  it('suffices at the provider for a role that needs one [OIDC-16]', async () => {
    const setRoles = async (secondFactorRoles: string[]) => {
      const { updatedAt } = sure(await admin.get('/settings/security'))
      sure(await admin.put('/settings/security', { secondFactorRoles, updatedAt }))
    }
    await setRoles(['Doctor'])
    try {
      const checking = await enter({ checksSecondFactor: true })
      expect((await checking.browser.client.get(HOME)).status).toBe(200)
      const trusting = await enter()
      expect((await trusting.browser.client.get(HOME)).body.code).toBe('SECOND_FACTOR_REQUIRED')
    } finally {
      await setRoles([])
    }
  })
})
