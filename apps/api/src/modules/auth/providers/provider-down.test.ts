import { describe, expect, it } from 'vitest'
import { MISHAPS, type ProviderPhase } from '../../../testing/provider-server.ts'
import { startHostileProvider } from '../../../testing/hostile-provider.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { addProvider, PROVIDER_APP, useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const state = { now: undefined as Date | undefined }
const suite = await useSignInProviders({ clock: { now: () => state.now ?? new Date() } })
const { app, hostile, admin, add, linked, browserOf, sessionsOf } = suite
const real = await stopAtEnd(startOidcProvider(app))

const HOME = '/user/dashboard'
const LIMIT_MS = 6_500
const DOWN = '/?problem=PROVIDER_DOWN'
const creating = { createsAccounts: true, rolesClaim: 'groups', roles: { staff: 'Doctor' } }

const within = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const started = Date.now()
  const result = await work()
  expect(Date.now() - started).toBeLessThan(LIMIT_MS)
  return result
}

describe('a provider that is down', () => {
  const phases: [ProviderPhase, keyof typeof MISHAPS][] = [
    ['discovery', 'silent'],
    ['discovery', 'broken'],
    ['discovery', 'cut'],
    ['discovery', 'dripping'],
    ['token', 'silent'],
    ['token', 'broken'],
    ['token', 'cut'],
    ['token', 'dripping'],
    ['keys', 'silent'],
    ['keys', 'broken'],
    ['keys', 'cut'],
    ['keys', 'dripping'],
  ]
  it.each(phases)('leads to a message within 5 s in the phase %s, %s [OIDC-19]', async (phase, mishap) => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    // The discovery and keys of before are not used.
    state.now = new Date(Date.now() + 3_700_000)
    const seconds = Math.floor(state.now.getTime() / 1000)
    provider.at.change({ claims: { iat: seconds, exp: seconds + 300 } })
    try {
      hostile.mishaps[phase] = MISHAPS[mishap]
      expect(await within(() => browser.go(provider.id))).toBe(DOWN)
      expect(await sessionsOf(user.id)).toBe(0)
      const [listed] = (await admin.get('/provider/getAll')).body.data
      expect(listed).toMatchObject({
        lastProblem: expect.any(String) as string,
        lastProblemAt: expect.any(String) as string,
      })
      expect(await app.metrics.registry.metrics()).toMatch(
        /zelab_sign_in_provider_requests_total\{provider="[^"]+",outcome="down"\}/,
      )
    } finally {
      state.now = undefined
    }
  })

  it.each(['silent', 'broken', 'cut'] as const)(
    'leads to a message within 5 s when claims are asked for, %s [OIDC-19]',
    async (mishap) => {
      const lab = await app.createLab()
      const provider = await addProvider(admin, real, { ...creating, labId: lab.id })
      const email = `${mishap}@hospital.test`
      const person = { email, email_verified: true, name: 'Nadia Karim', groups: ['staff'] }
      real.people[person.email] = person
      real.mishaps.userinfo = MISHAPS[mishap]
      expect(await within(() => browserOf(person.email).go(provider.id))).toBe(DOWN)
      delete real.mishaps.userinfo
      expect(await browserOf(person.email).go(provider.id)).toBe(HOME)
    },
  )

  it('says so to an identity check and to a user who links, on their page [OIDC-19]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    expect(await browser.go(provider.id)).toBe(HOME)
    hostile.mishaps.token = MISHAPS.broken
    expect(await browser.go(provider.id, { purpose: 'confirm' })).toBe(
      '/sign-in/window?problem=PROVIDER_DOWN',
    )
    expect((await browser.client.get(HOME)).status).toBe(200)
  })

  it('leaves signed-in users, and passwords, as they are [OIDC-19]', async () => {
    const own = await stopAtEnd(startHostileProvider())
    const issuer = own.newIssuer()
    const provider = await addProvider(admin, issuer)
    const { browser } = await linked(provider)
    expect(await browser.go(provider.id)).toBe(HOME)
    await own.stop()
    expect((await browser.client.get(HOME)).status).toBe(200)
    state.now = new Date(Date.now() + 60_000)
    expect(await within(() => browser.go(provider.id))).toBe(DOWN)
    state.now = undefined
  })
})

describe('an answer of a provider', () => {
  it.each(['endless', 'text', 'redirected'] as const)(
    'ends early, and leads nowhere, when it is %s [OIDC-20]',
    async (mishap) => {
      for (const phase of ['token', 'keys'] as const) {
        const provider = await add()
        const { user, browser } = await linked(provider)
        hostile.mishaps[phase] = MISHAPS[mishap]
        expect(await within(() => browser.go(provider.id))).toMatch(/^\/\?problem=PROVIDER_(DOWN|REFUSED)$/)
        expect(await sessionsOf(user.id)).toBe(0)
        Reflect.deleteProperty(hostile.mishaps, phase)
      }
      expect(hostile.requests.some(({ url }) => url.pathname === '/elsewhere')).toBe(false)
    },
  )

  it('fails beyond 64 kB [OIDC-20]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    provider.at.change({ token: { padding: 'x'.repeat(70_000) } })
    expect(await browser.go(provider.id)).toBe('/?problem=PROVIDER_REFUSED')
    provider.at.change({ token: { padding: 'x'.repeat(30_000) } })
    expect(await browser.go(provider.id)).toBe(HOME)
  })
})

describe('the address of a provider', () => {
  const fields = { name: 'Hospital', clientId: 'client', clientSecret: 'secret' }
  const refusalOf = async (issuer: string, client = admin) => {
    const { status, body } = await client.post('/provider/create', { ...fields, issuer })
    expect(status).toBeGreaterThanOrEqual(400)
    return { code: body.code, path: body.errors?.[0]?.path }
  }

  it('needs https, no query, fragment or password, and one organization [OIDC-20]', async () => {
    for (const issuer of [
      'http://login.example',
      'login.example',
      'https://',
      'https://user:pass@login.example',
      'https://login.example?x=1',
      'https://login.example#x',
      'file:///etc/passwd',
      'javascript:alert(1)',
    ])
      expect(await refusalOf(issuer), issuer).toMatchObject({ path: 'issuer' })
    for (const tenant of ['common', 'organizations', 'consumers', '{tenantid}'])
      expect(await refusalOf(`https://login.microsoftonline.com/${tenant}/v2.0`), tenant).toEqual({
        code: 'PROVIDER_MULTI_TENANT',
        path: 'issuer',
      })
  })

  it('must be public, unless the installation allows its network [OIDC-20]', async () => {
    const guarded = await startTestApp({ ...PROVIDER_APP, outboundNetworks: [] })
    try {
      const client = await guarded.signedIn('Admin')
      const before = hostile.requests.length
      const { port } = new URL(hostile.issuer)
      for (const host of [
        'localhost',
        '127.0.0.1',
        '2130706433',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '169.254.169.254',
      ])
        expect((await refusalOf(`https://${host}:${port}/0`, client)).path, host).toBe('issuer')
      expect(hostile.requests.length).toBe(before)
    } finally {
      await guarded.stop()
    }
  })

  it('leads to no connection where its configuration points to another network [OIDC-20]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    for (const [name, address] of [
      ['token_endpoint', 'https://10.0.0.1/token'],
      ['jwks_uri', 'https://169.254.169.254/keys'],
      ['token_endpoint', 'http://localhost:1/token'],
      ['jwks_uri', 'file:///etc/passwd'],
      ['authorization_endpoint', 'javascript:alert(1)'],
      ['authorization_endpoint', 'http://login.example/authorize'],
      ['token_endpoint', undefined],
      ['jwks_uri', undefined],
      ['issuer', 'https://other.example'],
      ['issuer', `${provider.at.issuer}/`],
    ] as const) {
      provider.at.change({ configuration: { [name]: address } })
      state.now = new Date((state.now?.getTime() ?? Date.now()) + 3_700_000)
      expect(await within(() => browser.go(provider.id)), `${name} ${address}`).toMatch(
        /^\/\?problem=PROVIDER_(DOWN|REFUSED)$/,
      )
    }
    state.now = undefined
  })

  it('fails to be saved without configuration or keys [OIDC-21]', async () => {
    const attempts: [Parameters<ReturnType<typeof hostile.newIssuer>['change']>[0], string][] = [
      [{ configuration: { issuer: 'https://other.example' } }, 'PROVIDER_CONFIGURATION'],
      [
        {
          configuration: ({ issuer, ...more }) => ({
            ...more,
            issuer: String(issuer).replace('localhost', 'LOCALHOST'),
          }),
        },
        'PROVIDER_CONFIGURATION',
      ],
      [{ configuration: { jwks_uri: undefined } }, 'PROVIDER_CONFIGURATION'],
      [{ keys: [] }, 'PROVIDER_CONFIGURATION'],
      [{ keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }, 'PROVIDER_CONFIGURATION'],
    ]
    for (const [changes, code] of attempts) {
      const issuer = hostile.newIssuer()
      issuer.change(changes)
      expect(await refusalOf(issuer.issuer)).toEqual({ code, path: 'issuer' })
    }
    expect((await refusalOf(`${hostile.issuer}/9999`)).path).toBe('issuer')
    hostile.mishaps.discovery = MISHAPS.silent
    expect((await within(() => refusalOf(hostile.newIssuer().issuer))).code).toBe('PROVIDER_DOWN')
    expect(await app.database.query('select 1 from sign_in_providers')).toEqual([])
  })
})
