import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { TEST_PASSWORD } from '../../../testing/test-app.ts'

const suite = await useSignInProviders()
const { app, admin, add, linked, browserOf, sessionsOf } = suite

const SITE = 'https://reports.test'
const HOME = '/user/dashboard'
const REFUSED = '/?problem=PROVIDER_REFUSED'
const CREATES = { createsAccounts: true, rolesClaim: 'groups', roles: { desk: 'Receptionist' } }

describe('the answer of a provider', () => {
  it('counts only in the browser that was sent there [OIDC-04]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const back = await browser.follow(await browser.start(provider.id))
    const victim = browserOf('other')
    expect(await victim.callback(back)).toBe(REFUSED)
    // A browser with its own request.
    await victim.start(provider.id)
    expect(await victim.callback(back)).toBe(REFUSED)
    expect((await victim.client.get('/auth/refresh-token')).status).toBe(401)
    expect(await browser.callback(back)).toBe(HOME)
  })

  it('counts once, even when two requests send it at once [OIDC-04]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    const back = await browser.follow(await browser.start(provider.id))
    const ends = await Promise.all([browser.callback(back), browser.callback(back), browser.callback(back)])
    expect(ends.toSorted()).toEqual([REFUSED, REFUSED, HOME].toSorted())
    expect(await sessionsOf(user.id)).toBe(1)
    expect(await browser.callback(back)).toBe(REFUSED)
    expect(provider.at.tokenRequests).toHaveLength(1)
  })

  it('counts for ten minutes [OIDC-04]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const wait = (seconds: number) =>
      app.database.query('update provider_requests set expires_at = expires_at - make_interval(secs => $1)', [
        seconds,
      ])
    const first = await browser.follow(await browser.start(provider.id))
    await wait(590)
    expect(await browser.callback(first)).toBe(HOME)
    const second = await browser.follow(await browser.start(provider.id))
    await wait(601)
    expect(await browser.callback(second)).toBe(REFUSED)
  })

  it('signs no one in with an unknown, missing or repeated state [OIDC-04]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const changes: ((parameters: URLSearchParams) => void)[] = [
      (parameters) => parameters.set('state', 'x'.repeat(43)),
      (parameters) => parameters.set('state', ''),
      (parameters) => parameters.delete('state'),
      (parameters) => parameters.append('state', parameters.get('state') ?? ''),
      (parameters) => parameters.append('code', 'another'),
      (parameters) => parameters.delete('code'),
      (parameters) => parameters.set('code', 'unknown'),
      (parameters) => parameters.set('error', 'access_denied'),
      (parameters) => parameters.set('state', '\u0000'),
      (parameters) => parameters.set('state', 'x'.repeat(5000)),
    ]
    for (const change of changes) {
      const back = await browser.follow(await browser.start(provider.id))
      change(back.searchParams)
      expect(await browser.callback(back), back.search).toBe(REFUSED)
      expect((await browser.client.get('/auth/refresh-token')).status).toBe(401)
    }
    const { pathname } = await browser.follow(await browser.start(provider.id))
    expect(await browser.callback(new URL(pathname, browser.client.site))).toBe(REFUSED)
  })

  it('counts only at the callback of its provider [OIDC-04]', async () => {
    const honest = await add()
    const attacker = await add()
    const { browser } = await linked(honest)
    // The attacker’s provider receives the code of the honest one.
    const back = await browser.follow(await browser.start(honest.id))
    back.pathname = `/api/v1/auth/oidc/${attacker.id}/callback`
    expect(await browser.callback(back)).toBe(REFUSED)
    expect(attacker.at.tokenRequests).toEqual([])
    // The person was sent to the attacker, who sends the honest provider’s code.
    const { searchParams } = await browser.follow(await browser.start(honest.id))
    const lured = await browser.follow(await browser.start(attacker.id))
    lured.searchParams.set('code', searchParams.get('code') ?? '')
    expect(await browser.callback(lured)).toBe(REFUSED)
    expect((await browser.client.get('/auth/refresh-token')).status).toBe(401)
  })

  it('names no other issuer [OIDC-04]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const says = (iss: string | undefined, isPromised = false) => {
      provider.at.change({
        ...(isPromised && { configuration: { authorization_response_iss_parameter_supported: true } }),
        callback: (parameters) => iss !== undefined && parameters.set('iss', iss),
      })
      return browser.go(provider.id)
    }
    expect(await says(provider.at.issuer)).toBe(HOME)
    for (const iss of ['https://other.example', `${provider.at.issuer}/`])
      expect(await says(iss), iss).toBe(REFUSED)
    const promising = await add()
    promising.at.change({ configuration: { authorization_response_iss_parameter_supported: true } })
    sure(await admin.post(`/provider/test/${promising.id}`))
    const second = await linked(promising)
    expect(await second.browser.go(promising.id)).toBe(REFUSED)
  })

  it('serves only the purpose of its request [OIDC-04]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    for (const purpose of ['link', 'confirm'] as const) {
      const address = await browser.start(provider.id, { purpose })
      // Without a session, no one is sent away.
      expect(address.origin).toBe('https://reports.test')
    }
    expect(provider.at.authorizations).toEqual([])
  })
})

describe('the page after a sign-in', () => {
  it('stays within the application [OIDC-05]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const own = ['/reports/7?tab=history', '/user/profile#keys', '/', '/patients?search=%2F%2Fevil.test']
    for (const returnTo of own)
      expect(await browser.go(provider.id, { returnTo })).toBe(returnTo.split('#')[0])
    const foreign = [
      '//evil.test',
      '/\\evil.test',
      '\\\\evil.test',
      'https://evil.test',
      'https:evil.test',
      'javascript:alert(1)',
      'evil.test',
      '@evil.test',
      '/\t/evil.test',
      '/\n/evil.test',
      '\t//evil.test',
      ' //evil.test',
      '/\u0000/evil.test',
      '/..//evil.test',
      '/./\\evil.test',
      '/%0d%0aset-cookie:x=1/../\r\nx',
      '/x\u2028y',
      '/api/v1/auth/logout',
    ]
    for (const returnTo of foreign) {
      const end = await browser.go(provider.id, { returnTo })
      const { origin, pathname } = new URL(end.startsWith('/') ? SITE + end : end)
      expect(origin, JSON.stringify(returnTo)).toBe(SITE)
      expect(pathname, JSON.stringify(returnTo)).not.toMatch(/evil|^\/\/|\\/)
    }
  })

  it('says a problem by its code alone [OIDC-05]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    provider.at.change({
      callback(parameters) {
        parameters.delete('code')
        parameters.set('error', 'access_denied')
        parameters.set('error_description', '<script>alert(1)</script>')
        parameters.set('error_uri', 'https://evil.test')
      },
    })
    expect(await browser.go(provider.id, { returnTo: '/reports/7' })).toBe(REFUSED)
  })

  it('keeps no text that a stranger sends as an error [OIDC-05]', async () => {
    const provider = await add()
    for (const error of ['CALL +971 55 000 0000 NOW', 'a\u0000b']) {
      provider.at.change({ callback: (parameters) => parameters.set('error', error) })
      expect(await browserOf('stranger').go(provider.id)).toBe(REFUSED)
    }
    const entries = await app.database.query<{ summary: string }>('select summary from activity_log')
    expect(JSON.stringify([sure(await admin.get('/provider/getAll')), entries])).not.toMatch(/CALL|a.*u0000b/)
    provider.at.change({ claims: { sub: 'a\u0000b' } })
    expect(await browserOf('stranger').go(provider.id)).toBe(REFUSED)
  })

  it.each(['sign-in', 'link'] as const)(
    'says that the provider is removed meanwhile: %s [OIDC-05]',
    async (purpose) => {
      const provider = await add(purpose === 'link' ? {} : { labId: (await app.createLab()).id, ...CREATES })
      const client = purpose === 'link' ? await app.signedIn('Doctor') : app.client()
      if (purpose === 'link') sure(await client.post('/auth/confirm-identity', { password: TEST_PASSWORD }))
      provider.at.people['new-person'] = {
        email: 'new-person@hospital.test',
        name: 'New Person',
        email_verified: true,
        groups: 'desk',
      }
      provider.at.change({ meanwhile: { token: () => admin.post(`/provider/remove/${provider.id}`) } })
      expect(await browserOf('new-person', client).go(provider.id, { purpose })).toMatch(
        /[?]problem=PROVIDER_REFUSED$/,
      )
    },
  )
})
